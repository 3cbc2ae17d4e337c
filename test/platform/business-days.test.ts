import { expect, test } from 'vitest';
import { addBusinessDays, isBusinessDay } from '#modules/platform/business-days.ts';
import { DAY } from '#modules/platform/index.ts';

/** The weekdays of a year that are not business days. */
function holidays(year: number): string[] {
  const found: string[] = [];
  for (
    let at = new Date(Date.UTC(year, 0, 1, 23, 59));
    at.getUTCFullYear() === year;
    at = new Date(at.getTime() + DAY)
  ) {
    const weekend = at.getUTCDay() === 0 || at.getUTCDay() === 6;
    const date = at.toISOString().slice(0, 10);
    if (weekend) expect(isBusinessDay(date), date).toBe(false);
    else if (!isBusinessDay(date)) found.push(date.slice(5));
  }
  return found;
}

test('the federal holidays of a year, those on a weekend on the day on which they are observed', () => {
  expect(holidays(2026)).toEqual([
    '01-01',
    '01-19',
    '02-16',
    '05-25',
    '06-19',
    '07-03',
    '09-07',
    '10-12',
    '11-11',
    '11-26',
    '12-25',
  ]);
  // New Year’s Day of 2028 is a Saturday.
  expect(holidays(2027)).toEqual([
    '01-01',
    '01-18',
    '02-15',
    '05-31',
    '06-18',
    '07-05',
    '09-06',
    '10-11',
    '11-11',
    '11-25',
    '12-24',
    '12-31',
  ]);
});

test.each([
  ['2026-11-24T10:30:00Z', 1, '2026-11-25T10:30:00.000Z'],
  ['2026-11-25T10:30:00Z', 1, '2026-11-27T10:30:00.000Z'],
  ['2026-11-25T10:30:00Z', 3, '2026-12-01T10:30:00.000Z'],
  ['2026-11-28T10:30:00Z', 1, '2026-11-30T10:30:00.000Z'],
])('after %s, %i business days later is %s', (from, days, to) => {
  expect(addBusinessDays(new Date(from), days).toISOString()).toBe(to);
});
