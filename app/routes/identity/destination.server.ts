import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Visit } from '#modules/platform/index.ts';
import { leaveLink } from '../network/link-cookies.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** The address that a link followed before sign-in leads to (doc1 §4). */
const linkCookie = 'link_redirect';

/** Never led to: signing in and out, and what is no page. Some calls of the documents change something by GET. */
const noDestination = /^\/(login|logout|verify|register|hub|hooks|files)\b/i;

/** Accepts only pages of this site, never another host. */
function ownPath(value: string | null | undefined): string | null {
  if (!value || value.length <= 3 || value.length > 500) return null;
  if (!/^\/(?![/\\])[^\\\s]*$/.test(value)) return null;
  // The link mailed to a new account may be opened in another browser; it leads back to the code.
  if (value.startsWith('/register/verification?code=')) return value;
  // As the browser reads it: it resolves `/./` and `/%2e/`.
  const { pathname } = new URL(value, 'http://localhost');
  return noDestination.test(pathname) ? null : value;
}

/** The address that a followed link left behind, if any. */
function linkDestination(visit: Visit): string | null {
  return ownPath(visit.cookies.get(linkCookie));
}

/** Where a person goes after sign-in: staff to the console, others to their link, the requested page, or home. */
export async function destinationOf(args: Args): Promise<string> {
  const { visit } = args.context;
  const caller = await visit.caller();
  const next = wantedPage(args);
  if (caller?.role === 'ADMIN') return next?.startsWith('/admin') ? next : '/admin';
  return linkDestination(visit) ?? next ?? '/user';
}

/** The page that was asked for before the sign-in, if any. */
function wantedPage({ request }: Args): string | null {
  return ownPath(new URL(request.url).searchParams.get('next'));
}

/** Where a person goes whose new account is complete: to the link or the page they came for, or to what to do first (doc1 §4). */
export function firstDestination(args: Args): string {
  return linkDestination(args.context.visit) ?? wantedPage(args) ?? '/user?gettingstarted';
}

/**
 * The query that passes it to a step on another host, which does not get the cookie of a link that was followed here
 * (D15). The link goes along and is forgotten here, so that a later sign-in ignores it.
 */
export function carryNext(args: Args): string {
  const { visit } = args.context;
  const link = linkDestination(visit);
  if (!link) return keepNext(args);
  leaveLink(visit);
  return `?next=${encodeURIComponent(link)}`;
}

/** The query that passes `next` from one sign-in step to the next. */
export function keepNext(args: Args): string {
  const next = wantedPage(args);
  return next ? `?next=${encodeURIComponent(next)}` : '';
}
