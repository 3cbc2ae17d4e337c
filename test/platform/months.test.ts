import { expect, test } from 'vitest';
import { monthsFrom } from '#modules/platform/months.ts';

test.each([
  ['2026-03-31T23:59:59Z', 0, 2, ['2026-03', '2026-04']],
  ['2026-01-31T00:00:00Z', 1, 1, ['2026-02']],
  ['2026-01-01T00:00:00Z', -2, 4, ['2025-11', '2025-12', '2026-01', '2026-02']],
])('from %s, %i months on, the next %i months are %j', (at, from, count, months) => {
  expect(monthsFrom(new Date(at), from, count)).toEqual(months);
});
