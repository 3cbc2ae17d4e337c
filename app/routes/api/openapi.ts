import type { LoaderFunctionArgs } from '@remix-run/node';
import { openApiOf } from '#modules/platform/index.ts';
import { refusals } from '#modules/words.ts';

/**
 * Made at the first request, as bytes: making it takes tens of milliseconds, encoding it two, and the calls of a process
 * never change.
 */
const documents = new WeakMap<object, Uint8Array<ArrayBuffer>>();

/** The calls' documentation for machines. */
export function loader({ context }: LoaderFunctionArgs) {
  const { calls } = context.portal;
  const document =
    documents.get(calls) ?? Buffer.from(JSON.stringify(openApiOf(calls.rows, 'ShieldHub', refusals)));
  documents.set(calls, document);
  return new Response(document, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
