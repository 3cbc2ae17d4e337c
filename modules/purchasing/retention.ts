import type { KeptData } from '#modules/platform/index.ts';

/** What purchasing keeps (D140). */
export const purchasingRetention: readonly KeptData[] = [
  {
    name: 'purchasing.payments',
    what: 'Purchases, payments, receipts, refunds, chargebacks and the ledger; brand and last digits of a card, never its number',
    why: 'Tax and accounting',
    howLong: 'As long as the portal runs, also after the account is erased',
    basis: 'Internal Revenue Code (26 U.S.C. 6001), and the rule that card numbers are never stored',
    decisions: ['D31'],
    end: 'Amounts and provider’s ids stay; what names a person goes with the account.',
    tables: ['purchase', 'payment_attempt', 'charged_card', 'refund', 'refund_part', 'ledger_entry'],
    sweeps: [],
  },
  {
    name: 'purchasing.coupons',
    what: 'A company’s card and its coupons',
    why: 'The company pays for checks with them',
    howLong: 'As long as the company; a card until it is removed',
    basis: 'The rule on coupons and the company’s card',
    decisions: ['D32'],
    end: 'A removed card is deleted at the provider.',
    tables: ['company_customer', 'company_card', 'coupon_type', 'coupon', 'coupon_notice'],
    sweeps: [],
  },
];
