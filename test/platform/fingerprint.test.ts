import { expect, test } from 'vitest';
import { fingerprintOf } from '#modules/platform/fingerprint.ts';

test('a fingerprint changes with any value, and not with the order in which the values come', () => {
  const record = { name: 'Ann', city: 'Austin', zip: null };
  const mark = fingerprintOf(record);
  // A form that was shown before a release sends it after it, so the same values keep it.
  expect(mark).toBe('831cd6b260d20fc3481c2871');
  expect(fingerprintOf({ zip: null, city: 'Austin', name: 'Ann' })).toBe(mark);
  for (const change of [{ name: 'Eve' }, { city: 'Dallas' }, { zip: '1' }])
    expect(fingerprintOf({ ...record, ...change })).not.toBe(mark);
});
