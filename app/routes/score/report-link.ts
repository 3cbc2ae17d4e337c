import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { downloadReport, downloadReportFromCode } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';

/**
 * 'Download full report': signs a URL when it is clicked and redirects to it, so that the link on the page never
 * expires.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { applicationid, approvalcode } = args.params;
  const { downloadlink } = approvalcode
    ? await download(
        args,
        downloadReportFromCode,
        { pendingapprovalcode: approvalcode },
        `/scoreapproval/${encodeURIComponent(approvalcode)}`,
      )
    : await download(args, downloadReport, { appid: applicationid ?? '' });
  return redirect(downloadlink);
}
