import { formatDate, hasExpired } from '#modules/platform/browser.ts';

/** How long a score is valid, or since when it no longer is. */
export function validity(expiration: string, now: Date | undefined): string {
  return `${hasExpired(expiration, now) ? 'Expired' : 'Valid through'} ${formatDate(expiration)}`;
}

/** The same below the head 'Expires': the date alone while it is valid, because the words beside a score need room. */
export function endDate(expiration: string, now: Date | undefined): string {
  return hasExpired(expiration, now) ? validity(expiration, now) : formatDate(expiration);
}
