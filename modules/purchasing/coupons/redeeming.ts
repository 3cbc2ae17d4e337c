import { z } from 'zod';
import { type Caller, HOUR, inputOf, operation, person, type Work } from '#modules/platform/index.ts';
import type { Purchase } from '../entities.ts';
import { couponFields } from '../fields.ts';
import { findOpenAttempt } from '../payment/attempts.ts';
import { changeUnpaid } from '../payment/ending.ts';
import { lockOpenPurchase } from '../purchases.ts';
import { formatSubtotal } from './discounts.ts';
import { divide } from './dividing.ts';
import { lockCoupon, lockCouponOfCode, type RedeemableCoupon } from './issued.ts';
import { refuseCode } from './unusable.ts';

const subtotal = z.object({
  /** Dollars, with two decimals only if the amount is not a whole number (doc2 §9). */
  new_subtotal: z.string(),
});

/**
 * Applies a coupon to the caller's open purchase, replacing any other.
 * @throws Refusal purchasing.coupon-invalid for a code that is unknown, somebody else's, used, ended or turned off, and
 * for a company whose card cannot pay
 */
export const verifyCoupon = operation({
  name: 'purchasing.verify-coupon',
  summary: "Applies a coupon to the caller's open purchase.",
  access: person,
  kind: 'staged',
  input: inputOf(couponFields),
  output: subtotal,
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { coupon_code }) {
    const purchase = await changeCoupon(work, (tx) => lockCouponOfCode(tx, tx.caller, coupon_code));
    if (!purchase) throw await work.apart((tx) => refuseCode(tx, tx.caller, coupon_code));
    return { new_subtotal: formatSubtotal(purchase.amountCents) };
  },
});

/** Removes the coupon from the caller's open purchase. Does nothing if there is none. */
export const removeCoupon = operation({
  name: 'purchasing.remove-coupon',
  summary: "Takes the coupon off the caller's open purchase.",
  access: person,
  kind: 'staged',
  input: z.object({}),
  output: subtotal.partial(),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work) {
    const purchase = await changeCoupon(work, async () => null);
    return purchase ? { new_subtotal: formatSubtotal(purchase.amountCents) } : {};
  },
});

/**
 * @param find the coupon to apply; null to remove the current one, undefined to change nothing
 * @returns the purchase after the change; null if the caller has no open one, or nothing was to be changed
 */
function changeCoupon(
  work: Work<Caller>,
  find: (work: Work<Caller>) => Promise<RedeemableCoupon | null | undefined>,
): Promise<Purchase | null> {
  const { accountId } = work.caller;
  return changeUnpaid<Purchase | null>(work, async (unknown) => {
    const tx = unknown.as(work.caller);
    const purchase = await lockOpenPurchase(tx, accountId);
    if (!purchase) return { done: null };
    const coupon = await find(tx);
    if (coupon === undefined) return { done: null };
    if (purchase.couponId === (coupon?.id ?? null)) return { done: purchase };
    return {
      purchase,
      change: async () => {
        await divide(tx, purchase, coupon);
        return purchase;
      },
    };
  });
}

/** Applies a coupon to the open purchase of a person, if the purchase has none and is not being paid. */
export async function offerCoupon(work: Work<unknown>, accountId: string, couponId: string): Promise<void> {
  const purchase = await lockOpenPurchase(work, accountId);
  if (!purchase || purchase.couponId || (await findOpenAttempt(work, purchase.id))) return;
  const coupon = await lockCoupon(work, { accountId, emailaddress: '' }, couponId);
  if (coupon) await divide(work, purchase, coupon);
}
