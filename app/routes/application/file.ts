import type { LoaderFunctionArgs } from '@remix-run/node';
import { getApplicationPdf } from '#modules/applications/index.ts';
import { download } from '../../download.server.ts';

/** 'Download File Copy' (doc2 §2.9): the application as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const applicationid = args.params.applicationid;
  const { application_body, filename } = await download(args, getApplicationPdf, { applicationid });
  return new Response(Buffer.from(application_body, 'base64'), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'no-store',
    },
  });
}
