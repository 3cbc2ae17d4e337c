import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadPaperNoticeForStaff } from '#modules/network/index.ts';
import { download } from '../../download.server.ts';
import { pdfAnswer } from '../application/pdf-answer.ts';

/** The notice of an adverse action to post, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const { adverseid = '' } = args.params;
  const { file, number } = await download(args, downloadPaperNoticeForStaff, { adverseid }, '/admin/adverse');
  return pdfAnswer(new Uint8Array(file), `notice-${number}.pdf`);
}
