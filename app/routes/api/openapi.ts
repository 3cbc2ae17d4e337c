import type { LoaderFunctionArgs } from '@remix-run/node';
import { openApiOf } from '#modules/platform/index.ts';
import { refusals } from '#modules/words.ts';

/**
 * Made at the first request: it takes tens of milliseconds, and the calls of a process never change. A Blob, because an
 * answer copies a text of this length at once, and a Blob only as it is sent.
 */
const documents = new WeakMap<object, Blob>();

/** The calls' documentation for machines. */
export function loader({ context }: LoaderFunctionArgs) {
  const { calls } = context.portal;
  const document =
    documents.get(calls) ?? new Blob([JSON.stringify(openApiOf(calls.rows, 'ShieldHub', refusals))]);
  documents.set(calls, document);
  return new Response(document, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
