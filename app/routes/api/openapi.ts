import type { LoaderFunctionArgs } from '@remix-run/node';
import { openApiOf } from '#modules/platform/index.ts';
import { refusals } from '#modules/words.ts';

/**
 * Made on the first request, because it takes tens of milliseconds and the calls of a process never change. A Blob,
 * because its content is copied only while it is sent, and not for each response.
 */
const documents = new WeakMap<object, Blob>();

/** The machine-readable documentation of the calls. */
export function loader({ context }: LoaderFunctionArgs) {
  const { calls, keyCalls } = context.portal;
  const tables = { rows: calls.rows, keyRows: keyCalls.rows };
  const document =
    documents.get(calls) ?? new Blob([JSON.stringify(openApiOf(tables, 'ShieldHub', refusals))]);
  documents.set(calls, document);
  return new Response(document, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
