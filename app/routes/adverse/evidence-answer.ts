import type { LoaderFunctionArgs } from '@remix-run/node';

type Format = 'json' | 'pdf';
const types: Record<Format, string> = { json: 'application/json', pdf: 'application/pdf' };

/** JSON, unless the address ends with `pdf`. */
export const evidenceFormat = ({ params }: Pick<LoaderFunctionArgs, 'params'>): Format =>
  params.format === 'pdf' ? 'pdf' : 'json';

export function evidenceAnswer(
  { file, number }: { file: Uint8Array; number: string },
  format: Format,
): Response {
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="evidence-${number}.${format}"`,
      'Cache-Control': 'no-store',
    },
  });
}
