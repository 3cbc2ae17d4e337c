import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Visit } from '#modules/platform/index.ts';
import { leaveLink } from '../network/link-cookies.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** The name of the cookie with the address of a link that was followed before sign-in (doc1 §4). */
const linkCookie = 'link_redirect';

/**
 * Paths that the sign-in never leads to: signing in and out, and paths that are not pages. Some of the documents' calls
 * change something by GET.
 */
const noDestination = /^\/(login|logout|verify|register|hub|hooks|files)\b/i;

/** Accepts only pages of this site, never those of another host. */
function ownPath(value: string | null | undefined): string | null {
  if (!value || value.length <= 3 || value.length > 500) return null;
  if (!/^\/(?![/\\])[^\\\s]*$/.test(value)) return null;
  // The mailed link of a new account may be opened in another browser. After the sign-in it leads back to the code.
  if (value.startsWith('/register/verification?code=')) return value;
  // Parsed as a browser does, which resolves `/./` and `/%2e/`.
  const { pathname } = new URL(value, 'http://localhost');
  return noDestination.test(pathname) ? null : value;
}

/** The address of a link that was followed before sign-in; null if there is none. */
function linkDestination(visit: Visit): string | null {
  return ownPath(visit.cookies.get(linkCookie));
}

/**
 * Where a person goes after sign-in: staff to the console, others to the link they followed, the page they requested,
 * or home.
 */
export async function destinationOf(args: Args): Promise<string> {
  const { visit } = args.context;
  const caller = await visit.caller();
  const next = wantedPage(args);
  if (caller?.role === 'ADMIN') return next?.startsWith('/admin') ? next : '/admin';
  return linkDestination(visit) ?? next ?? '/user';
}

/** The page that was requested before the sign-in; null if there is none. */
function wantedPage({ request }: Args): string | null {
  return ownPath(new URL(request.url).searchParams.get('next'));
}

/**
 * Where a person goes after completing a new account: to the link or page they came for, or to the first steps (doc1
 * §4).
 */
export function firstDestination(args: Args): string {
  return linkDestination(args.context.visit) ?? wantedPage(args) ?? '/user?gettingstarted';
}

/**
 * The query that passes it to a step on another host, which does not get the cookie of a link that was followed here
 * (D15). The link is passed on and deleted here, so that a later sign-in ignores it.
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
