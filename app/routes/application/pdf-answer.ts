import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TemporaryFile } from '#modules/platform/index.ts';
import { fileAnswer } from '../../file-answer.server.ts';

const headersOf = (filename: string) => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': `attachment; filename="${filename}"`,
});

/** A PDF to save. It is not shown in the portal's own pages, because somebody else made it. */
export function pdfAnswer(pdf: Uint8Array<ArrayBuffer>, filename: string): Response {
  return new Response(pdf, { headers: { ...headersOf(filename), 'Cache-Control': 'no-store' } });
}

/** The same for a PDF that is read from disk as it is sent. */
export function storedPdfAnswer(args: LoaderFunctionArgs, pdf: TemporaryFile, filename: string): Response {
  return fileAnswer(args, pdf, headersOf(filename));
}
