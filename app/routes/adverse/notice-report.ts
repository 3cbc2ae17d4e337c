import type { LoaderFunctionArgs } from '@remix-run/node';
import { openNoticeReport } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { storedPdfAnswer } from '../application/pdf-answer.ts';

/** The report that a company relies on, for the person. */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, openNoticeReport, { adverseid: args.params.adverseid ?? '' });
  return storedPdfAnswer(args, pdf, 'report.pdf');
}
