import { intentNames } from '../../intents.ts';

/** The forms of the payment page: pay, complete what a coupon covers, apply a coupon, remove it. */
export const completeIntents = intentNames('pay', 'covered', 'applyCoupon', 'removeCoupon');
