import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { answerCall, CALL_BASE, Refusal } from '#modules/platform/index.ts';

/**
 * Every call under /hub/api as a resource route. Normally the web server answers calls before Remix. This route uses
 * the same handler, for when only the pages are mounted.
 */
export const loader = answer;
export const action = answer;

async function answer({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { portal, visit } = context;
  const url = new URL(request.url);
  const { status, body, retryAfter } = await answerCall(portal, visit, {
    method: request.method,
    path: url.pathname.slice(CALL_BASE.length),
    search: url.searchParams,
    contentType: request.headers.get('content-type') ?? undefined,
    async readBody(limit) {
      if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Refusal('too-large');
      return request.text();
    },
  });
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return new Response(body, { status, headers });
}
