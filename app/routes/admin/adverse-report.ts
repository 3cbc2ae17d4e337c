import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadEnclosedReport } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { pdfAnswer } from '../application/pdf-answer.ts';

/** The report to post with the notice of an adverse action, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const { file, number } = await download(args, downloadEnclosedReport, { adverseid }, '/admin/adverse');
  return pdfAnswer(new Uint8Array(file), `report-${number}.pdf`);
}
