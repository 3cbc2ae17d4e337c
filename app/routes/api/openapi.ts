import type { LoaderFunctionArgs } from '@remix-run/node';
import { referenceDocument } from '#modules/reference.ts';

/**
 * Made on the first request, because it takes tens of milliseconds and the calls of a process never change. A Blob,
 * because its content is copied only while it is sent, and not for each response.
 */
const documents = new WeakMap<object, Blob>();

/** The machine-readable documentation of the calls. */
export function loader({ context }: LoaderFunctionArgs) {
  const { portal } = context;
  const document = documents.get(portal.calls) ?? new Blob([JSON.stringify(referenceDocument(portal))]);
  documents.set(portal.calls, document);
  return new Response(document, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
