import { HOUR, type Visit } from '#modules/platform/index.ts';

/** What a followed link leaves behind until its person has signed in (doc1 §3): the link, and where to go on. */
const codeCookie = 'link_id';
const redirectCookie = 'link_redirect';

/** Long enough to register, read the terms and find the mail with the code. */
const LIFETIME = 12 * HOUR;

export function rememberLink(visit: Visit, linkid: string): void {
  visit.cookies.set(codeCookie, linkid, { maxAge: LIFETIME });
  visit.cookies.set(redirectCookie, `/link/${encodeURIComponent(linkid)}`, { maxAge: LIFETIME });
}

/** The link has led where it leads: a later sign-in goes its own way. */
export function leaveLink(visit: Visit): void {
  for (const name of [codeCookie, redirectCookie]) if (visit.cookies.get(name)) visit.cookies.clear(name);
}
