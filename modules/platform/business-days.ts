import { DAY } from './browser.ts';

/**
 * Business days of the United States: days that are neither on a weekend nor the observed date of a federal holiday (5
 * U.S.C. 6103).
 */

/** Month and day of the holidays that have a fixed date. */
const dated = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;

/** Month, weekday (0 is Sunday), and which one in the month. */
const floating = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, 'last'],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const;

const day = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date));

/** A holiday on a Saturday is observed on the Friday before, and one on a Sunday on the Monday after. */
function observed(date: Date): Date {
  const weekday = date.getUTCDay();
  if (weekday === 6) return new Date(date.getTime() - DAY);
  return weekday === 0 ? new Date(date.getTime() + DAY) : date;
}

function nth(year: number, month: number, weekday: number, which: number | 'last'): Date {
  if (which === 'last') {
    const last = day(year, month + 1, 0);
    return new Date(last.getTime() - ((last.getUTCDay() - weekday + 7) % 7) * DAY);
  }
  const first = day(year, month, 1);
  const offset = ((weekday - first.getUTCDay() + 7) % 7) + (which - 1) * 7;
  return new Date(first.getTime() + offset * DAY);
}

/**
 * When the days begin, in UTC, on which the federal holidays of a year are observed. New Year's Day may be observed on
 * the last day of the year before.
 */
function holidaysOf(year: number): number[] {
  return [
    ...dated.map(([month, date]) => observed(day(year, month, date)).getTime()),
    ...floating.map(([month, weekday, which]) => nth(year, month, weekday, which).getTime()),
  ];
}

/** Whether a calendar date, `yyyy-MM-dd`, is a business day. Whoever asks decides in which time zone a moment has that date. */
export function isBusinessDay(date: string): boolean {
  const begin = new Date(`${date}T00:00:00Z`);
  const weekday = begin.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const year = begin.getUTCFullYear();
  return ![...holidaysOf(year), ...holidaysOf(year + 1)].includes(begin.getTime());
}

/**
 * The same time of day, a number of business days later. The days are those of UTC.
 * @param days at least 1
 */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY);
    if (isBusinessDay(at.toISOString().slice(0, 10))) left -= 1;
  }
  return at;
}
