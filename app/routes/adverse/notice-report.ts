import type { LoaderFunctionArgs } from '@remix-run/node';
import { openNoticeReport } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { pdfAnswer } from '../application/pdf-answer.ts';

/** The report that a company relies on, for the person. */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, openNoticeReport, { adverseid: args.params.adverseid ?? '' });
  return pdfAnswer(new Uint8Array(pdf), 'report.pdf');
}
