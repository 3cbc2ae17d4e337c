import { isTimeZone, type Visit } from '#modules/platform/index.ts';
import { zoneCookie } from './script-cookies.ts';

/**
 * The person's time zone from the cookie that the page's script sets, otherwise the company's (D83). The server passes
 * it to the browser as data, so that both format dates in the same way.
 */
export function timeZoneOf(visit: Visit, fallback: string): string {
  const zone = visit.cookies.get(zoneCookie);
  return zone !== undefined && isTimeZone(zone) ? zone : fallback;
}
