import { expect, test } from 'vitest';
import {
  type CouponValue,
  describeCoupon,
  formatSubtotal,
  splitPrice,
} from '#modules/purchasing/coupons/discounts.ts';

const full = { code_type: 'full', amount: null } as const;
const percent = (amount: number) => ({ code_type: 'percent', amount }) as const;
const flat = (amount: number) => ({ code_type: 'flat', amount }) as const;

test.each<[string, number, CouponValue | null, [number, number, number]]>([
  ['no coupon', 7900, null, [7900, 0, 0]],
  ['a full one', 7900, full, [0, 7900, 0]],
  ['a percentage', 7900, percent(25), [5925, 1975, 0]],
  ['all percent', 7900, percent(100), [0, 7900, 0]],
  ['half a cent, rounded upwards', 7950, percent(25), [5962, 1988, 0]],
  ['less than half a cent, rounded downwards', 7933, percent(1), [7854, 79, 0]],
  ['dollars', 7900, flat(30), [4900, 3000, 0]],
  ['more dollars than the price', 7900, flat(300), [0, 7900, 0]],
  ['a rest of 50 cents, the least that is charged', 5050, flat(50), [50, 5000, 0]],
  ['a rest of 49 cents, which nobody pays', 5049, flat(50), [0, 5000, 49]],
  ['a discount of 50 cents, the least that is charged', 5000, percent(1), [4950, 50, 0]],
  ['a discount of 49 cents, which nobody pays', 4900, percent(1), [4851, 0, 49]],
  ['a price below the least', 40, full, [0, 0, 40]],
])('D32: buyer, company and nobody share a price: %s', (_name, price, coupon, [buyer, company, waived]) => {
  expect(splitPrice(price, coupon)).toEqual({ buyer, company, waived });
});

test.each([
  [full, '100% off: your company pays'],
  [percent(25), '25% off'],
  [flat(30), '$30 off'],
])('a coupon of %o is called %s', (coupon, words) => {
  expect(describeCoupon(coupon)).toBe(words);
});

test('a subtotal has decimals only if it has cents', () => {
  expect([5925, 5400, 50, 0].map(formatSubtotal)).toEqual(['59.25', '54', '0.50', '0']);
});
