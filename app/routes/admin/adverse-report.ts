import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadEnclosedReport } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { storedPdfAnswer } from '../application/pdf-answer.ts';

/** The report to post with the notice of an adverse action, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const { pdf, number } = await download(args, downloadEnclosedReport, { adverseid }, '/admin/adverse');
  return storedPdfAnswer(args, pdf, `report-${number}.pdf`);
}
