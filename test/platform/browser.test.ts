import { expect, test } from 'vitest';
import {
  DAY,
  daysUntil,
  EXPIRES_SOON_DAYS,
  expiresAt,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatPhone,
  formatReceiptAmount,
  formatUntil,
  formatWait,
  formatZone,
  formFor,
  grades,
  HOUR,
  hasExpired,
  hourOf,
  isOneLine,
  isTimeZone,
  LEAST_CHARGE,
  MINUTE,
  NUMBERED_ROWS,
  pageSizes,
  RENEWAL_WINDOW_DAYS,
  SECOND,
} from '#modules/platform/browser.ts';

/** What pages and mails write: durations, money, dates and telephone numbers. */

test('units, scale and choices are those of the specification', () => {
  expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
  expect(grades).toEqual(['IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA']);
  expect(pageSizes).toEqual([10, 20, 50, 100]);
  expect([NUMBERED_ROWS, LEAST_CHARGE]).toEqual([10_000, 50]);
  expect([RENEWAL_WINDOW_DAYS, EXPIRES_SOON_DAYS]).toEqual([45, 30]);
});

test.each([
  [86_400_000, '1 day'],
  [30 * 86_400_000, '30 days'],
  [36 * 3_600_000, '36 hours'],
  [3_600_000, '1 hour'],
  [90 * 60_000, '90 minutes'],
  [60_000, '1 minute'],
  [90_000, '90 seconds'],
  [1_000, '1 second'],
  [1_500, '1.5 seconds'],
])('%i milliseconds are %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});

test.each([
  [0, '$0', '$0.00'],
  [5, '$0.05', '$0.05'],
  [101, '$1.01', '$1.01'],
  [7_900, '$79', '$79.00'],
  [7_950, '$79.50', '$79.50'],
  [1_234_500, '$12,345', '$12,345.00'],
])('D6: %i cents are %s, and %s on a receipt', (cents, price, receipt) => {
  expect([formatMoney(cents), formatReceiptAmount(cents)]).toEqual([price, receipt]);
});

test.each([
  [7_900, 'eur', 'EUR 79.00'],
  [7_900, 'jpy', 'JPY 7,900'],
  [7_900, 'kwd', 'KWD 7.900'],
])('%i of the smallest unit of %s are %s on a receipt', (amount, currency, written) => {
  expect(formatReceiptAmount(amount, currency).replace(/\s/, ' ')).toBe(written);
});

test('a plain date reads the same in every time zone, an instant as it is there', () => {
  expect(formatDate('2026-03-04', 'America/Chicago')).toBe('03/04/2026');
  for (const value of ['2026-12-04T02:05:00Z', new Date('2026-12-04T02:05:00Z')]) {
    const read = (zone?: string) => [
      formatDate(value, zone),
      formatDateTime(value, zone).replace(/\s(?=[AP]M)/, ' '),
      hourOf(value, zone),
    ];
    expect(read()).toEqual(['12/04/2026', '12/04/2026 02:05 AM', 2]);
    expect(read('America/Chicago')).toEqual(['12/03/2026', '12/03/2026 08:05 PM', 20]);
  }
});

test.each([
  ['America/Chicago', true],
  ['Etc/GMT+5', true],
  ['America/Atlantis', false],
  ['+05:30', false],
  ['', false],
])('that %j is a time zone is %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

test('D5: a score expires at 11:00 UTC of its date', () => {
  const end = new Date('2026-03-04T11:00:00.000Z');
  const moment = (milliseconds: number) => new Date(end.getTime() + milliseconds);
  expect(expiresAt('2026-03-04')).toEqual(end);
  expect([-1, 0, 1].map((offset) => hasExpired('2026-03-04', moment(offset)))).toEqual([false, true, true]);
  expect([hasExpired(null, end), hasExpired('2026-03-04', undefined)]).toEqual([false, false]);
  const left = [0, -1, -DAY, -DAY - 1, DAY].map((offset) => daysUntil('2026-03-04', moment(offset)));
  expect(left.map((days) => days || 0)).toEqual([0, 1, 1, 2, -1]);
});

test('ten digits read as a telephone number, and nothing else does', () => {
  expect(['5551234567', '555123456', '15551234567', ''].map(formatPhone)).toEqual([
    '555-123-4567',
    '555123456',
    '15551234567',
    '',
  ]);
});

test.each([
  ['Ann O’Neil', true],
  ['Ann\nEve', false],
  ['Ann\u202eEve', false],
  ['Ann\ud800', false],
])('that %j is one line is %s', (text, oneLine) => {
  expect(isOneLine(text)).toBe(oneLine);
});

test('a number is written with the form of its noun, and with a plus where counting ended', () => {
  expect(formatCount(1, 'user')).toBe('1 user');
  expect(formatCount(0, 'person', 'people')).toBe('0 people');
  expect(formatCount(1_200, 'person', 'people')).toBe('1,200 people');
  expect(formatCount(10_000, 'company', 'companies', 10_000)).toBe('10,000 companies');
  expect(formatCount(10_001, 'company', 'companies', 10_000)).toBe('10,000+ companies');
  expect(formFor(1, 'differs', 'differ')).toBe('differs');
});

test('a wait is told in whole units, never shorter than it is', () => {
  expect(formatWait(1)).toBe('1 second');
  expect(formatWait(90 * SECOND)).toBe('90 seconds');
  expect(formatWait(36.2 * MINUTE)).toBe('37 minutes');
  expect(formatWait(119 * MINUTE)).toBe('119 minutes');
  expect(formatWait(23.5 * HOUR)).toBe('1 day');
  expect(formatWait(49 * HOUR)).toBe('3 days');
});

test('the end of a wait is told in the reader’s zone, with the day if it is another one', () => {
  const now = new Date('2026-11-28T21:10:00Z');
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  expect(formatUntil(after(29.5 * MINUTE), now, 'America/Chicago')).toMatch(/^3:40\sPM CST$/);
  expect(formatUntil(after(12 * HOUR), now, 'America/Chicago')).toMatch(/^3:10\sAM CST on 11\/29\/2026$/);
});

test('a time zone is named as people name it', () => {
  expect(['America/Chicago', 'America/Detroit', 'Pacific/Guam', 'UTC'].map(formatZone)).toEqual([
    'Central Time',
    'Eastern Time',
    'Chamorro Standard Time',
    'UTC',
  ]);
});
