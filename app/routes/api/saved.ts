import type { LoaderFunctionArgs } from '@remix-run/node';
import { renderWholeReference } from './whole.tsx';

/** Made on the first request, since the calls of a process never change. A Blob is copied only while it is sent. */
const made = new WeakMap<object, Blob>();

/** The whole reference as a file. */
export function loader({ context }: LoaderFunctionArgs) {
  const { portal } = context;
  const file = made.get(portal.calls) ?? new Blob([renderWholeReference(portal)]);
  made.set(portal.calls, file);
  return new Response(file, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': 'attachment; filename="api-reference.html"',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
