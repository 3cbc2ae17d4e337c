import { HOUR, type Visit } from '#modules/platform/index.ts';

/** Cookies that keep a followed link and its destination until the person has signed in (doc1 §3). */
const codeCookie = 'link_id';
const redirectCookie = 'link_redirect';

/** Long enough to register, read the terms and verify the email address. */
const LIFETIME = 12 * HOUR;

export function rememberLink(visit: Visit, linkid: string): void {
  visit.cookies.set(codeCookie, linkid, { maxAge: LIFETIME });
  visit.cookies.set(redirectCookie, `/link/${encodeURIComponent(linkid)}`, { maxAge: LIFETIME });
}

/** The link that was followed before sign-in; undefined without one. */
export function followedLink(visit: Visit): string | undefined {
  return visit.cookies.get(codeCookie);
}

/** Deletes the cookies after the link has been used, so that a later sign-in ignores it. */
export function leaveLink(visit: Visit): void {
  for (const name of [codeCookie, redirectCookie]) if (visit.cookies.get(name)) visit.cookies.clear(name);
}
