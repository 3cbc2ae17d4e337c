import { intentNames } from '../../intents.ts';

/** The forms of the payment page: pay, complete a purchase that a coupon covers, apply a coupon, remove it. */
export const completeIntents = intentNames('pay', 'covered', 'applyCoupon', 'removeCoupon');
