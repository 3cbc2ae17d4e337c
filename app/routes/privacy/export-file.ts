import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadExport } from '#modules/identity/index.ts';
import { download } from '../../download.server.ts';
import { fileAnswer } from '../../file-answer.server.ts';

/** The copy of the person's data, which only that person can download (D23). */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params.requestid ?? '';
  const { zip, filename } = await download(args, downloadExport, { id }, '/user/profile/privacy');
  return fileAnswer(args, zip, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${filename}"`,
  });
}
