import type { LoaderFunctionArgs } from '@remix-run/node';
import { readReport } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';
import { storedPdfAnswer } from '../application/pdf-answer.ts';

/** Serves the report at its signed URL (D48). */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readReport, { token: args.params.token ?? '' });
  return storedPdfAnswer(args, pdf, 'report.pdf');
}
