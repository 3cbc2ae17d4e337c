import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';
import type { CardProblem } from './fields.ts';

export interface ReceiptMail {
  firstname: string;
  description: string;
  provider: string;
  orderDate: string;
  amount: string;
  /** Names and amounts, the last one the total. */
  lines: readonly (readonly [string, string])[];
  /** How it was paid. */
  words: string;
  /** Path of the receipt's page. */
  path: string;
}

export const receiptMail = declareMail<ReceiptMail>({
  name: 'receipt',
  sample: {
    firstname: 'Nina',
    description: 'Standard background check',
    provider: 'Sample Screening',
    orderDate: '03/02/2026',
    amount: '$79.00',
    lines: [['Total', '$79.00']],
    words: 'Paid with Visa ending in 4242.',
    path: '/user/profile/accounting',
  },
  group: 'service',
  subject: ({ description }) => `Your receipt for ${description}`,
  preheader: ({ amount, orderDate }) => `${amount}, paid on ${orderDate}.`,
  blocks: ({ firstname, description, provider, orderDate, lines, words, path }, origin) => [
    heading('Thank you for your purchase'),
    paragraph(`${firstname}, your purchase is complete. You can start your background check now.`),
    facts([['Order', description], ['Provider', provider], ['Order date', orderDate], ...lines]),
    paragraph(words),
    button('View your receipt', origin + path),
  ],
});

const bankTime = 'Banks usually show it within 5 to 10 business days.';

export interface RefundMail {
  firstname: string;
  description: string;
  /**
   * The amount that was refunded, and the amount charged before; null if a coupon paid everything and the money was
   * returned to its company.
   */
  amounts: { refunded: string; amount: string } | null;
  /** When it was refunded. */
  date: string;
  /** False for money that paid no purchase. */
  ofPurchase: boolean;
  /** Whether the application that it paid for is closed. */
  applicationClosed: boolean;
}

function whereItWent({ firstname, amounts, ofPurchase }: RefundMail): string {
  if (!ofPurchase)
    return `${firstname}, we received a payment that didn’t match your purchase, and refunded it to the card you paid with. ${bankTime}`;
  if (amounts === null)
    return `${firstname}, your background check was refunded to the company whose coupon paid for it. You weren’t charged, so nothing goes back to you.`;
  return `${firstname}, we refunded ${amounts.refunded} to the card you paid with. ${bankTime}`;
}

export const refundMail = declareMail<RefundMail>({
  name: 'refund',
  sample: {
    firstname: 'Nina',
    description: 'Standard background check',
    amounts: { refunded: '$79.00', amount: '$79.00' },
    date: '03/02/2026',
    ofPurchase: true,
    applicationClosed: true,
  },
  group: 'service',
  subject: ({ description }) => `Your refund for ${description}`,
  preheader: ({ amounts, date }) =>
    amounts ? `${amounts.refunded}, refunded on ${date}.` : `Refunded on ${date}.`,
  blocks: (refund, origin) => [
    heading(refund.amounts ? 'We refunded your payment' : 'Your background check was refunded'),
    paragraph(whereItWent(refund)),
    ...(refund.ofPurchase && refund.applicationClosed
      ? [paragraph('Your application for this check is closed.')]
      : []),
    facts([
      ['Order', refund.description],
      ...(refund.amounts ? [['Refunded', refund.amounts.refunded] as const] : []),
      ['Refund date', refund.date],
      ...(refund.amounts ? [['Originally charged', refund.amounts.amount] as const] : []),
    ]),
    button('View your purchases', `${origin}/user/profile/accounting`),
  ],
});

export interface RefundCompanyMail {
  firstname: string;
  company: string;
  /** Who redeemed the coupon. */
  buyer: string;
  description: string;
  refunded: string;
  amount: string;
  date: string;
}

export const refundCompanyMail = declareMail<RefundCompanyMail>({
  name: 'refund-company',
  version: 2,
  sample: {
    firstname: 'Nina',
    company: 'Acme Logistics',
    buyer: 'Nina Novak',
    description: 'Standard background check',
    refunded: '$79.00',
    amount: '$79.00',
    date: '03/02/2026',
  },
  group: 'company',
  subject: ({ company }) => `A coupon payment by ${company} was refunded`,
  preheader: ({ refunded, date }) => `${refunded}, refunded on ${date}.`,
  blocks: ({ firstname, company, buyer, description, refunded, amount, date }, origin) => [
    heading('A coupon payment was refunded'),
    paragraph(`${firstname}, we refunded ${refunded} to the company card of ${company}. ${bankTime}`),
    facts([
      ['Order', description],
      ['Coupon redeemed by', buyer],
      ['Refunded', refunded],
      ['Refund date', date],
      ['Originally charged', amount],
    ]),
    button('View your purchases', `${origin}/user/profile/accounting`),
  ],
});

export interface CardExpiresMail {
  firstname: string;
  company: string;
  /** Such as `Visa ending in 4242`. */
  card: string;
  /** MM/yyyy */
  expires: string;
}

export const cardExpiresMail = declareMail<CardExpiresMail>({
  name: 'card-expires',
  sample: { firstname: 'Nina', company: 'Acme Logistics', card: 'Visa ending in 4242', expires: '04/2026' },
  group: 'company',
  subject: ({ expires }) => `Your company’s card expires ${expires}`,
  preheader: ({ card }) => `${card} pays for your company’s coupons.`,
  blocks: ({ firstname, company, card, expires }, origin) => [
    heading('Your card expires soon'),
    paragraph(
      `${firstname}, ${company} pays for its coupons with ${card}, which expires ${expires}. After that, coupons are refused until you save another card.`,
    ),
    button('Update the card', `${origin}/user/profile/accounting`),
  ],
});

export interface CouponChargeMail {
  firstname: string;
  company: string;
  /** Who redeemed it. */
  redeemer: string;
  /** Such as `25% off`. */
  coupon: string;
  description: string;
  amount: string;
  /** Such as `Visa ending in 4242`. */
  card: string;
  /** MM/dd/yyyy */
  date: string;
}

export const couponChargeMail = declareMail<CouponChargeMail>({
  name: 'coupon-charge',
  version: 2,
  sample: {
    firstname: 'Nina',
    company: 'Acme Logistics',
    redeemer: 'Nina Novak',
    coupon: '25% off',
    description: 'Standard background check',
    amount: '$59.25',
    card: 'Visa ending in 4242',
    date: '03/02/2026',
  },
  group: 'company',
  subject: ({ amount }) => `Coupon redeemed: ${amount}`,
  preheader: ({ redeemer, amount, card }) =>
    `${redeemer} redeemed a coupon. ${amount} was charged to ${card}.`,
  blocks: ({ firstname, company, redeemer, coupon, description, amount, card, date }, origin) => [
    heading('A coupon was redeemed'),
    paragraph(`${firstname}, a coupon from ${company} was redeemed and charged to your company’s card.`),
    facts([
      ['Redeemed by', redeemer],
      ['Coupon', coupon],
      ['Order', description],
      ['Date', date],
      ['Card', card],
      ['Charged', amount],
    ]),
    button('View your purchases', `${origin}/user/profile/accounting`),
  ],
});

export interface CouponRefusedMail {
  firstname: string;
  company: string;
  /** Such as `Visa ending in 4242`. */
  card: string;
}

export const couponRefusedMail = declareMail<CouponRefusedMail>({
  name: 'coupon-refused',
  version: 2,
  sample: { firstname: 'Nina', company: 'Acme Logistics', card: 'Visa ending in 4242' },
  group: 'company',
  subject: () => 'Your company’s card was declined for a coupon',
  preheader: ({ card }) => `${card} was declined. Coupons can’t be redeemed until you update the card.`,
  blocks: ({ firstname, company, card }, origin) => [
    heading('A coupon couldn’t be redeemed'),
    paragraph(
      `${firstname}, someone tried to redeem a coupon from ${company}, and the bank declined ${card}. Coupons can’t be sent or redeemed until you save the card again, or another one.`,
    ),
    button('Update the card', `${origin}/user/profile/accounting`),
  ],
});

export interface CouponUnusableMail {
  firstname: string;
  company: string;
  problem: CardProblem;
  /** Such as `Visa ending in 4242`; null if there is none. */
  card: string | null;
}

function whyUnusable({ problem, card }: CouponUnusableMail): string {
  switch (problem) {
    case 'missing':
      return 'the company has no card saved';
    case 'expired':
      return `${card} has expired`;
    case 'declined':
      return `the bank declined ${card}`;
  }
}

export const couponUnusableMail = declareMail<CouponUnusableMail>({
  name: 'coupon-unusable',
  version: 2,
  sample: { firstname: 'Nina', company: 'Acme Logistics', problem: 'declined', card: 'Visa ending in 4242' },
  group: 'company',
  subject: ({ company }) => `A coupon from ${company} can’t be used`,
  preheader: ({ problem }) =>
    problem === 'missing'
      ? 'Coupons can’t be sent or redeemed until you save a card.'
      : 'Coupons can’t be sent or redeemed until you update the card.',
  blocks: (about, origin) => [
    heading('A coupon can’t be used'),
    paragraph(
      `${about.firstname}, a coupon from ${about.company} can’t be charged, because ${whyUnusable(about)}. Coupons can’t be sent or redeemed until you save a card that works. Coupons you’ve already sent will then work again until their invitations expire.`,
    ),
    button(
      about.problem === 'missing' ? 'Save a card' : 'Update the card',
      `${origin}/user/profile/accounting`,
    ),
  ],
});

export interface CardDisputeMail {
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed';
  description: string;
  payer: 'buyer' | 'company';
  amount: string;
  reason: string;
  /** MM/dd/yyyy; null if there is nothing to respond to. */
  respondBy: string | null;
  /** The provider's payment. */
  payment: string;
  /** Path of the person's record. */
  path: string;
}

const disputeHeadings: Record<CardDisputeMail['state'], string> = {
  inquiry: 'A bank asked about a payment',
  open: 'A card payment was disputed',
  won: 'A dispute was won',
  lost: 'A dispute was lost',
  closed: 'A bank closed its inquiry about a payment',
};

function disputeWords({ state, amount, respondBy }: CardDisputeMail): string {
  const answer = respondBy ? ` Respond in the payment service’s dashboard by ${respondBy}.` : '';
  switch (state) {
    case 'inquiry':
      return `The cardholder’s bank asked about this payment of ${amount}. No money was taken.${answer}`;
    case 'open':
      return `The cardholder asked their bank for ${amount} back, and the bank took it.${answer} Without a response, the dispute is lost.`;
    case 'won':
      return `The bank returned ${amount}. The payment can be refunded again.`;
    case 'lost':
      return `The bank gave ${amount} back to the cardholder for good. The payment can’t be refunded.`;
    case 'closed':
      return `The bank asked about this payment of ${amount} and didn’t open a dispute. No money was taken.`;
  }
}

export const cardDisputeMail = declareMail<CardDisputeMail>({
  name: 'card-dispute',
  sample: {
    state: 'open',
    description: 'Standard background check',
    payer: 'buyer',
    amount: '$79.00',
    reason: 'Not recognized',
    respondBy: '03/16/2026',
    payment: 'pi_sample',
    path: '/admin/user/sample',
  },
  group: 'staff',
  subject: ({ state, amount }) => `${disputeHeadings[state]}: ${amount}`,
  preheader: disputeWords,
  blocks: (about, origin) => [
    heading(disputeHeadings[about.state]),
    paragraph(disputeWords(about)),
    facts([
      ['Order', about.description],
      ['Paid with', about.payer === 'company' ? 'A company’s card' : 'The buyer’s card'],
      ['Amount', about.amount],
      ['Reason', about.reason],
      ['Payment', about.payment],
    ]),
    button('Open the record', origin + about.path),
  ],
});
