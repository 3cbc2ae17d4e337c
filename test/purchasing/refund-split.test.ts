import { expect, test } from 'vitest';
import { leftToRefund, splitRefund } from '#modules/purchasing/refunds/split.ts';

const unpaid = (...charged: number[]) => charged.map((cents) => ({ charged: cents, refunded: 0 }));

test.each([
  ['one payer gets all of it', 2500, [7900], [2500]],
  ['a full refund gives both all of theirs', 7900, [4900, 3000], [4900, 3000]],
  ['a partial one is in proportion', 3950, [4900, 3000], [2450, 1500]],
  ['an odd cent goes to one of them', 101, [5000, 5000], [51, 50]],
  ['a single cent', 1, [100, 7800], [0, 1]],
  ['a single cent of halves', 1, [3950, 3950], [1, 0]],
])('%s', (_name, cents, charged, parts) => {
  expect(splitRefund(cents, unpaid(...charged))).toEqual(parts);
});

test('refunds in any number of steps give each payer what one refund gives, to the cent', () => {
  for (const step of [1, 7, 33, 999, 2633, 5000]) {
    const charges = [
      { charged: 4933, refunded: 0 },
      { charged: 2967, refunded: 0 },
    ];
    while (leftToRefund(charges) > 0) {
      const cents = Math.min(step, leftToRefund(charges));
      const parts = splitRefund(cents, charges);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
      charges.forEach((charge, at) => {
        charge.refunded += parts[at] ?? 0;
        expect(charge.refunded).toBeGreaterThanOrEqual(0);
        expect(charge.refunded).toBeLessThanOrEqual(charge.charged);
      });
    }
    expect(charges.map(({ refunded }) => refunded)).toEqual([4933, 2967]);
  }
});

test('what each payer got back before counts, so that a second part is in proportion too', () => {
  const half = { charged: 5000, refunded: 1000 };
  expect(splitRefund(1000, [half, half])).toEqual([500, 500]);
  expect(
    splitRefund(1000, [
      { charged: 6000, refunded: 600 },
      { charged: 2000, refunded: 200 },
    ]),
  ).toEqual([750, 250]);
});

test("what one payer got back outside the portal counts, and the other pays for what it can't give", () => {
  expect(
    splitRefund(3000, [
      { charged: 4900, refunded: 4900 },
      { charged: 3000, refunded: 0 },
    ]),
  ).toEqual([0, 3000]);
  expect(
    splitRefund(1000, [
      { charged: 4900, refunded: 0 },
      { charged: 3000, refunded: 2900 },
    ]),
  ).toEqual([1000, 0]);
});
