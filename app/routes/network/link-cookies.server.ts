import { HOUR, type Visit } from '#modules/platform/index.ts';

/** The cookies that keep a followed link and its destination until the person has signed in (doc1 §3). */
const codeCookie = 'link_id';
const redirectCookie = 'link_redirect';

/** The cookie with the purchase link that was followed. The receipt leads back to it (D96). */
const purchaseCookie = 'purchase_link';

/** Long enough to register, read the terms and verify the email address. */
const LIFETIME = 12 * HOUR;

export function rememberLink(visit: Visit, linkid: string): void {
  visit.cookies.set(codeCookie, linkid, { maxAge: LIFETIME });
  visit.cookies.set(redirectCookie, `/link/${encodeURIComponent(linkid)}`, { maxAge: LIFETIME });
}

/** The link that was followed before sign-in; undefined if there is none. */
export function followedLink(visit: Visit): string | undefined {
  return visit.cookies.get(codeCookie);
}

/** Deletes the cookies after the link has been used, so that a later sign-in ignores it. */
export function leaveLink(visit: Visit): void {
  for (const name of [codeCookie, redirectCookie]) if (visit.cookies.get(name)) visit.cookies.clear(name);
}

/** Remembers a purchase link. Any other link makes it forget an earlier one. */
export function rememberPurchaseLink(visit: Visit, linkid: string, linktype: string): void {
  if (linktype === 'purchase') {
    visit.cookies.set(purchaseCookie, `/link/${encodeURIComponent(linkid)}`, { maxAge: LIFETIME });
  } else if (visit.cookies.get(purchaseCookie)) visit.cookies.clear(purchaseCookie);
}

/** Where the receipt leads first; null if no purchase link was followed. */
export function purchaseLink(visit: Visit): string | null {
  const address = visit.cookies.get(purchaseCookie);
  return address && /^\/link\/[\w%-]+$/.test(address) ? address : null;
}
