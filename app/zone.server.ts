import { isTimeZone, type Visit } from '#modules/platform/index.ts';

export const zoneCookie = 'tz';

/**
 * The person's time zone, as the page's script told it; until then the company's (D83). Used on the server and handed
 * to the browser as data, so that both write the same dates.
 */
export function timeZoneOf(visit: Visit, fallback: string): string {
  const zone = visit.cookies.get(zoneCookie);
  return zone !== undefined && isTimeZone(zone) ? zone : fallback;
}
