import { formatReceiptAmount } from '#modules/platform/browser.ts';

/** Whose receipt it is: each payer sees only their own part. */
export type ReceiptLeg = 'buyer' | 'company';

/** What a payer paid for a purchase, and how much of it was returned, in cents. */
export interface ReceiptMoney {
  /** Charged to the reader's card. */
  paid: number;
  /**
   * The buyer's coupon, such as `25% off`, and what it takes off the price, no matter who pays that; null if there is
   * none.
   */
  coupon: { description: string; discount: number } | null;
  /** Refunded to the reader. */
  refunded: number;
}

export interface ReceiptContent {
  /** Names and amounts, the last one the reader's total. */
  lines: [string, string][];
  /** How it was paid, and what became of it. */
  words: string;
  /** Cents: charged to the reader. */
  total: number;
}

const dollars = (cents: number) => formatReceiptAmount(cents);

/** The amounts and the sentence of a receipt, by what happened. */
export function receiptContent(leg: ReceiptLeg, money: ReceiptMoney): ReceiptContent {
  const { paid: total } = money;
  const refunds: [string, string][] =
    money.refunded === 0
      ? []
      : [
          ['Refunded', `-${dollars(money.refunded)}`],
          ['Total after refund', dollars(total - money.refunded)],
        ];
  return {
    lines: [...linesBefore(leg, money), ['Total amount', dollars(total)], ...refunds],
    words: [howPaid(leg, money), whatWentBack(total, money.refunded)].filter(Boolean).join(' '),
    total,
  };
}

/**
 * @param money that came in, paid no purchase and was returned: in the smallest unit of its currency, which may be any
 * currency
 */
export function unmatchedContent({ amount, currency }: { amount: number; currency: string }): ReceiptContent {
  return {
    lines: [
      ['Payment received', formatReceiptAmount(amount, currency)],
      ['Refunded', `-${formatReceiptAmount(amount, currency)}`],
      ['Total after refund', formatReceiptAmount(0, currency)],
    ],
    words: 'This payment didn’t match your purchase. It was refunded in full to the card that was charged.',
    total: amount,
  };
}

/** The company reads only about its own part. */
function linesBefore(leg: ReceiptLeg, { paid, coupon }: ReceiptMoney): [string, string][] {
  if (leg === 'company' || !coupon) return [];
  return [
    ['Price', dollars(paid + coupon.discount)],
    [`Coupon: ${coupon.description}`, `-${dollars(coupon.discount)}`],
  ];
}

function howPaid(leg: ReceiptLeg, { paid, coupon }: ReceiptMoney): string {
  if (leg === 'company') return 'Coupon discount, paid with your company’s card.';
  if (!coupon) return 'Paid in full by card. The charge doesn’t repeat automatically.';
  if (paid === 0) return 'Paid in full by coupon. You weren’t charged.';
  return 'Paid by card after a coupon discount. The charge doesn’t repeat automatically.';
}

function whatWentBack(total: number, refunded: number): string {
  if (refunded === 0) return '';
  if (refunded >= total) return 'It was refunded in full to the card that was charged.';
  return `${dollars(refunded)} of it was refunded to the card that was charged.`;
}
