import type { LoaderFunctionArgs } from '@remix-run/node';
import { readReport } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';

/** Serves the report at its signed URL (D48). */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readReport, { token: args.params.token ?? '' });
  return new Response(pdf, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="report.pdf"',
      'Cache-Control': 'no-store',
    },
  });
}
