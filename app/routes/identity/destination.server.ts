import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Visit } from '#modules/platform/index.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Where a link that someone followed before signing in wants to go on (doc1 §4). */
const linkCookie = 'link_redirect';

/** Only paths of our own; never another host, never back to signing in or out. */
function ownPath(value: string | null | undefined): string | null {
  if (!value || value.length <= 3 || value.length > 500) return null;
  if (!/^\/(?![/\\])[^\\\s]*$/.test(value)) return null;
  // A new account's mailed link may be opened in another browser: it leads back to the code.
  if (value.startsWith('/register/verification?code=')) return value;
  return /^\/(login|logout|verify|register)\b/.test(value) ? null : value;
}

/** The address that a followed link left behind, if any. */
export function linkDestination(visit: Visit): string | null {
  return ownPath(visit.cookies.get(linkCookie));
}

/** Where a person goes once signed in: staff to the console, others to their link, to where they came from, or home. */
export async function destinationOf({ request, context }: Args): Promise<string> {
  const caller = await context.visit.caller();
  const next = ownPath(new URL(request.url).searchParams.get('next'));
  if (caller?.role === 'ADMIN') return next?.startsWith('/admin') ? next : '/admin';
  return linkDestination(context.visit) ?? next ?? '/user';
}

/** The query that carries `next` from one step of signing in to the other. */
export function keepNext({ request }: Args): string {
  const next = ownPath(new URL(request.url).searchParams.get('next'));
  return next ? `?next=${encodeURIComponent(next)}` : '';
}
