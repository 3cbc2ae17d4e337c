import type { LoaderFunctionArgs } from '@remix-run/node';
import { readIdImage } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';
import { fileAnswer } from '../../file-answer.server.ts';

const shown = new Set(['image/jpeg', 'image/png', 'video/mp4', 'video/webm']);

/** An image of an ID verification at its signed address. Browsers must not store it (D75). */
export async function loader(args: LoaderFunctionArgs) {
  const { file, type } = await perform(args, readIdImage, { token: args.params.token ?? '' });
  return fileAnswer(args, file, {
    'Content-Type': shown.has(type) ? type : 'application/octet-stream',
    'Content-Disposition': shown.has(type) ? 'inline' : 'attachment',
    'X-Content-Type-Options': 'nosniff',
  });
}
