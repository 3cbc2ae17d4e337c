import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { openMyDocument } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';

/** Redirects to a document of the person's own case, at an address that works only for them and for five minutes. */
export async function loader(args: LoaderFunctionArgs) {
  const { disputeid = '', documentid = '' } = args.params;
  const { downloadlink } = await download(args, openMyDocument, { disputeid, documentid });
  return redirect(downloadlink);
}
