import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { openDisputeDocument } from '#modules/admin/index.ts';
import { download } from '../../download.server.ts';

/** Leads to a document of a case, at an address for this member of staff and five minutes. */
export async function loader(args: LoaderFunctionArgs) {
  const { disputeid = '', documentid = '' } = args.params;
  const { downloadlink } = await download(
    args,
    openDisputeDocument,
    { disputeid, documentid },
    '/admin/disputes',
  );
  return redirect(downloadlink);
}
