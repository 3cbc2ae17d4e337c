/** What the browser may know about buying. */

import type { z } from 'zod';
import { evenWithErrors, form } from '#modules/platform/fields/form.ts';
import {
  type CodeType,
  cardholderFields,
  couponFields,
  couponSwitchFields,
  couponTypeFields,
  payFields,
  payHereFields,
  selectPackageFields,
  storeFields,
} from './fields.ts';
import { purchasingLimits } from './limits.ts';
import { purchasingTexts } from './texts.ts';

export const selectPackageForm = form(selectPackageFields);
export const payForm = form(payFields);
export const payHereForm = form(payHereFields);
export const couponForm = form(couponFields);
export const cardholderForm = form(cardholderFields);

/** A maintenance period has a beginning and an end, in this order. */
export const storeForm = form(storeFields, (schema) =>
  schema.refine(({ closed_from, closed_until }) => (closed_from === '') === (closed_until === ''), {
    path: ['closed_until'],
    message: purchasingTexts['store.window-whole'],
    ...evenWithErrors,
  }),
);

/**
 * The amount of a type of coupon as it was typed (doc3 §5): digits only, within the bounds of its type. A full coupon
 * has none, no matter what was typed.
 * @returns null for a full coupon; the message for an amount that is not right
 */
export function readCouponAmount(type: CodeType, typed: string): number | null | string {
  if (type === 'full') return null;
  const [least, most] = purchasingLimits[type === 'percent' ? 'coupon.percent' : 'coupon.flat-dollars'];
  const amount = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (amount >= least && amount <= most) return amount;
  return purchasingTexts[type === 'percent' ? 'coupon.percent-wrong' : 'coupon.flat-wrong'];
}

function amountOfType(
  { new_code_type: type, new_code_amount: typed }: { new_code_type?: CodeType; new_code_amount?: string },
  context: z.RefinementCtx,
): void {
  const read = type ? readCouponAmount(type, typed ?? '') : null;
  if (typeof read === 'string')
    context.addIssue({ code: 'custom', path: ['new_code_amount'], message: read });
}

export const couponTypeForm = form(couponTypeFields, (schema) =>
  schema.superRefine(amountOfType, evenWithErrors),
);
export const couponSwitchForm = form(couponSwitchFields);
