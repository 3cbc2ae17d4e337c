import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadPaperNotice } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { pdfAnswer } from '../application/pdf-answer.ts';

/** The notice of an adverse action to post, for the company. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const { file, number } = await download(args, downloadPaperNotice, { adverseid }, '/user/network/adverse');
  return pdfAnswer(new Uint8Array(file), `notice-${number}.pdf`);
}
