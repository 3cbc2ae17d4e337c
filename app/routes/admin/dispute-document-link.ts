import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { openDisputeDocument } from '#modules/admin/index.ts';
import { download } from '../../download.server.ts';

/** Redirects to a document of a case, at an address that works only for this member of staff and for five minutes. */
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
