import type { LoaderFunctionArgs } from '@remix-run/node';
import { readOwnPackage } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';
import { applicationIn } from './asked-step.ts';
import { storedPdfAnswer } from './pdf-answer.ts';

/** The received paper application with its signature. */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readOwnPackage, { applicationid: applicationIn(args.request) ?? '' });
  return storedPdfAnswer(args, pdf, 'signed-application.pdf');
}
