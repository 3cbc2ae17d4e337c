import type { LoaderFunctionArgs } from '@remix-run/node';
import { readSharedReport } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { storedPdfAnswer } from '../application/pdf-answer.ts';

/** The full report of a connection at its signed address (D48). */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readSharedReport, { token: args.params.token ?? '' }, '/user/network');
  return storedPdfAnswer(args, pdf, 'report.pdf');
}
