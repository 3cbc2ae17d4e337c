import { expect, test } from 'vitest';
import { receiptContent } from '#modules/purchasing/receipts/content.ts';

const money = (paid: number, discount = 0, refunded = 0) => ({
  paid,
  coupon: discount ? { description: '$30 off', discount } : null,
  refunded,
});

test.each([
  [
    'by card',
    'buyer',
    money(7900),
    [['Total amount', '$79.00']],
    'Paid in full by card. The charge doesn’t repeat automatically.',
  ],
  [
    'wholly by coupon',
    'buyer',
    money(0, 7900),
    [
      ['Price', '$79.00'],
      ['Coupon: $30 off', '-$79.00'],
      ['Total amount', '$0.00'],
    ],
    'Paid in full by coupon. You weren’t charged.',
  ],
  [
    'partly by coupon',
    'buyer',
    money(4900, 3000),
    [
      ['Price', '$79.00'],
      ['Coupon: $30 off', '-$30.00'],
      ['Total amount', '$49.00'],
    ],
    'Paid by card after a coupon discount. The charge doesn’t repeat automatically.',
  ],
  [
    'and was refunded in part',
    'buyer',
    money(7900, 0, 2550),
    [
      ['Total amount', '$79.00'],
      ['Refunded', '-$25.50'],
      ['Total after refund', '$53.50'],
    ],
    'Paid in full by card. The charge doesn’t repeat automatically. $25.50 of it was refunded to the card that was charged.',
  ],
  [
    "the company's part, refunded in full",
    'company',
    money(3000, 0, 3000),
    [
      ['Total amount', '$30.00'],
      ['Refunded', '-$30.00'],
      ['Total after refund', '$0.00'],
    ],
    'Coupon discount, paid with your company’s card. It was refunded in full to the card that was charged.',
  ],
] as const)('a receipt says how it was paid: %s', (_name, leg, paid, lines, words) => {
  expect(receiptContent(leg, paid)).toMatchObject({ lines, words });
});
