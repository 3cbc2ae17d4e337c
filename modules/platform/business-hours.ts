import { DAY } from './browser.ts';
import { isBusinessDay } from './business-days.ts';
import { instantOf, localTime } from './zoned-time.ts';

/** An office is open from 9 to 5 on business days. Minutes after midnight, in the office's time zone. */
const OPENS = 9 * 60;
const CLOSES = 17 * 60;

/** How many business hours one business day has. */
export const HOURS_OF_BUSINESS_DAY = (CLOSES - OPENS) / 60;

/**
 * The moment when a number of business hours has passed. What arrives while the office is closed waits for the next
 * opening.
 * @param hours at least 1
 * @param timeZone that of the office
 */
export function addBusinessHours(from: Date, hours: number, timeZone: string): Date {
  const [begin = '', time = ''] = localTime(from, timeZone).split('T');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  let date = begin;
  let at = Math.max(hour * 60 + minute, OPENS);
  let left = hours * 60;
  for (;;) {
    const room = isBusinessDay(date) ? Math.max(CLOSES - at, 0) : 0;
    if (left <= room) break;
    left -= room;
    date = new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
    at = OPENS;
  }
  const end = at + left;
  const two = (value: number) => String(value).padStart(2, '0');
  return instantOf(`${date}T${two(Math.floor(end / 60))}:${two(end % 60)}`, timeZone);
}
