import { expect, test } from 'vitest';
import { instantOf, localTime } from '#modules/platform/index.ts';

test.each([
  ['2026-12-01T02:00', 'America/Chicago', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T02:00', 'America/Chicago', '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T02:00', 'UTC', '2026-07-01T02:00:00.000Z'],
  ['2026-03-08T01:59', 'America/Chicago', '2026-03-08T07:59:00.000Z'],
  ['2026-03-08T03:00', 'America/Chicago', '2026-03-08T08:00:00.000Z'],
  ['2026-07-01T14:30', 'Asia/Kolkata', '2026-07-01T09:00:00.000Z'],
])('%s in %s is %s, and is shown as it was typed', (local, zone, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant);
  expect(localTime(new Date(instant), zone)).toBe(local);
});

test.each([
  [
    'America/Chicago',
    '2026-11-01T01:30',
    '2026-11-01T06:30:00.000Z',
    '2026-03-08T02:30',
    '2026-03-08T08:30:00.000Z',
  ],
  [
    'Europe/Berlin',
    '2026-10-25T02:30',
    '2026-10-25T00:30:00.000Z',
    '2026-03-29T02:30',
    '2026-03-29T01:30:00.000Z',
  ],
])(
  'in %s a time that the clocks show twice is the earlier one, one that they skip is the hour after',
  (zone, twice, earlier, skipped, after) => {
    expect(instantOf(twice, zone).toISOString()).toBe(earlier);
    expect(instantOf(skipped, zone).toISOString()).toBe(after);
  },
);
