import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDisputeDocument } from '#modules/applications/index.ts';
import { disposition } from '#modules/platform/index.ts';
import { download } from '../../download.server.ts';
import { fileAnswer } from '../../file-answer.server.ts';

/**
 * A document of a case at its signed address. It can only be saved, not shown in the portal's pages, because somebody
 * else made it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { file, type, filename } = await download(args, readDisputeDocument, {
    token: args.params.token ?? '',
  });
  return fileAnswer(args, file, {
    'Content-Type': type,
    'Content-Disposition': disposition(filename, false),
    'X-Content-Type-Options': 'nosniff',
  });
}
