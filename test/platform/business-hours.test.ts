import { expect, test } from 'vitest';
import { addBusinessHours } from '#modules/platform/index.ts';

const zone = 'America/Chicago';
const after = (from: string, hours: number) => addBusinessHours(new Date(from), hours, zone).toISOString();

test.each([
  ['inside the day', '2026-11-18T16:30:00Z', 4, '2026-11-18T20:30:00.000Z'],
  ['until closing time', '2026-11-18T19:00:00Z', 4, '2026-11-18T23:00:00.000Z'],
  ['into the next day', '2026-11-18T22:00:00Z', 4, '2026-11-19T18:00:00.000Z'],
  ['before the office opens', '2026-11-18T08:00:00Z', 4, '2026-11-18T19:00:00.000Z'],
  ['after it closed on a Friday', '2026-11-20T23:30:00Z', 4, '2026-11-23T19:00:00.000Z'],
  ['over a weekend and Thanksgiving', '2026-11-25T22:00:00Z', 8, '2026-11-27T22:00:00.000Z'],
  ['over the change to summer time', '2026-03-06T22:00:00Z', 8, '2026-03-09T21:00:00.000Z'],
])('business hours that pass %s', (_, from, hours, expected) => {
  expect(after(from, hours)).toBe(expected);
});
