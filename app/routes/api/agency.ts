import type { LoaderFunctionArgs } from '@remix-run/node';
import { craOpenApi } from '#modules/applications/index.ts';

const documents = new Map<string, string>();

/** The contract for consumer reporting agencies, for machines (D40). */
export function loader({ context }: LoaderFunctionArgs) {
  const callbacks = `${context.portal.config.publicUrl}/hooks/cra`;
  const document = documents.get(callbacks) ?? JSON.stringify(craOpenApi('ShieldHub', callbacks));
  documents.set(callbacks, document);
  return new Response(document, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
