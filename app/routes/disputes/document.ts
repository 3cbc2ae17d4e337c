import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDisputeDocument } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';

/** A document of a case at its signed address, to save: what somebody else made is not opened in the portal's pages. */
export async function loader(args: LoaderFunctionArgs) {
  const { bytes, type, filename } = await download(args, readDisputeDocument, {
    token: args.params.token ?? '',
  });
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="document"; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
