import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { downloadReport, downloadReportFromCode } from '#modules/applications/index.ts';
import { perform } from '../../door.server.ts';

/**
 * 'Download full report': signs an address at the moment of the click and leads there, so that the link on the page
 * never goes stale.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { applicationid, approvalcode } = args.params;
  const { downloadlink } = approvalcode
    ? await perform(args, downloadReportFromCode, { pendingapprovalcode: approvalcode })
    : await perform(args, downloadReport, { appid: applicationid ?? '' });
  return redirect(downloadlink);
}
