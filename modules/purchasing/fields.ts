/** The fields that a buyer fills in, as plain data that pages show without loading a schema. */
import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  agreement,
  choice,
  code,
  data,
  dateTime,
  id,
  key,
  note,
  number,
  personName,
  postalCode,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { purchasingTexts } from './texts.ts';

export const selectPackageFields = fields({ packageid: id('Choose one of these') });

/** The card is typed into the provider's own form; ours takes only the agreement to the terms. */
export const payFields = fields({
  purchaseid: id(),
  /** The cents that the page showed, so that nobody pays an amount other than the one that they read. */
  shown_amount: optional(number()),
  accept_terms: agreement(
    'I have read and agree to the Purchase Terms & Conditions',
    purchasingTexts['purchase.terms-needed'],
  ),
});

export const couponFields = fields({
  coupon_code: {
    ...code('Coupon code'),
    missing: purchasingTexts['coupon.invalid'],
    autoComplete: 'off',
    secret: false,
  },
});

/** What the provider's script returns for a card (doc2 §7). */
export const updatePaymentMethodFields = fields({ cardtoken: data('Card token', 255) });

/**
 * With script, the field for the holder is next to the provider's card form, and the name is sent only to the provider
 * (doc2 §5).
 */
export const cardholderFields = fields({
  cardholder: personName('Name on card', {
    max: 100,
    missing: purchasingTexts['purchase.cardholder-needed'],
    autoComplete: 'cc-name',
  }),
  billingzip: postalCode('Billing ZIP', {
    missing: purchasingTexts['purchase.zip-needed'],
    wrong: purchasingTexts['purchase.zip-needed'],
    autoComplete: 'billing postal-code',
  }),
});

/** In the order of the page, which is also the order in which errors are listed. */
export const payHereFields = fields({ ...cardholderFields, ...payFields });

/** After how many hours an unpaid purchase may be closed. */
export const abandonedHours = ['6', '12', '24', '48', '72', '168'] as const;

/** What staff can change about the store (D34). */
export const storeFields = fields({
  closed_from: optional(dateTime('Closed from')),
  closed_until: optional(dateTime('Closed until')),
  abandoned_after: choice('Close unpaid purchases after', abandonedHours, 'Choose a number of hours'),
  promotion_shown: tick('Show the card'),
  promotion_text: note('Text', { max: 300, missing: 'Write the text of the card' }),
  promotion_claim: tick('Say how many contractors use it'),
  /** The fingerprint of what the page showed. */
  seen: optional(key('', { max: 64 })),
});

/** The types of coupon: the whole price, a share of it, or dollars off (doc2 §9). */
export const codeTypes = ['full', 'percent', 'flat'] as const;
export type CodeType = (typeof codeTypes)[number];

/** Why a company's card cannot pay for its coupons. */
export const cardProblems = ['missing', 'expired', 'declined'] as const;
export type CardProblem = (typeof cardProblems)[number];

/** A new type of coupon of a company, in the console (doc3 §5). */
export const couponTypeFields = fields({
  new_code_type: choice('Type', codeTypes, 'Choose the type'),
  new_code_amount: optional(key('Amount', { max: 16, autoComplete: 'off' })),
});

/** One button in the list of a company's coupons. */
export const couponSwitchFields = fields({
  id: id(),
  active: choice('', ['YES', 'NO'], 'Choose on or off'),
});
