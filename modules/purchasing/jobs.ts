import { z } from 'zod';
import { job, tryLimits } from '#modules/platform/index.ts';

/** Processes a notice from the payment provider that was verified and stored. */
export const handlePaymentEvent = job({
  name: 'purchasing.handle-payment-event',
  priority: 1,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ eventId: z.string().max(255) }),
  attempts: 12,
});

/** Makes the provider forget a company's card that was removed or replaced. */
export const forgetCompanyCard = job({
  name: 'purchasing.forget-company-card',
  priority: 3,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ cardId: z.uuid() }),
  attempts: 25,
});

/** Tells a company's owner that its card expires. */
export const sendCardExpires = job({
  name: 'purchasing.send-card-expires',
  priority: 3,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ cardId: z.uuid() }),
  attempts: 8,
});

/** Asks the provider about an unpaid purchase, and closes it. */
export const closeAbandonedPurchase = job({
  name: 'purchasing.close-abandoned-purchase',
  priority: 3,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ purchaseId: z.uuid() }),
  attempts: 12,
});

/** Mails the receipt of a paid purchase. */
export const sendReceipt = job({
  name: 'purchasing.send-receipt',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ purchaseId: z.uuid() }),
  attempts: 8,
});

/** Makes the provider send a refund. */
export const sendRefund = job({
  name: 'purchasing.send-refund',
  priority: 2,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ refundId: z.uuid() }),
  attempts: 25,
});

/** Tells the buyer or the company's owner that money was returned. */
export const sendRefundNotice = job({
  name: 'purchasing.send-refund-notice',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ entryId: z.uuid(), to: z.enum(['buyer', 'owner']) }),
  attempts: 8,
});

/** Tells staff that a cardholder disputes a payment, and how it ended. */
export const sendDisputeNotice = job({
  name: 'purchasing.send-dispute-notice',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ transactionId: z.string().max(255), disputeId: z.string().max(255) }),
  attempts: 12,
});

/** Captures the company's part of a purchase. There are up to 25 tries, the last of them days after the first. */
export const chargeCompany = job({
  name: 'purchasing.charge-company',
  priority: 1,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ purchaseId: z.uuid() }),
  attempts: 25,
});

/** Releases, at the provider, what was held on a company's card. */
export const releaseHold = job({
  name: 'purchasing.release-hold',
  priority: 2,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ attemptId: z.uuid() }),
  attempts: 25,
});

/** Ends a hold that the buyer did not use in time, and the payment that relies on it. */
export const endUnusedHold = job({
  name: 'purchasing.end-unused-hold',
  priority: 3,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ purchaseId: z.uuid() }),
  attempts: 25,
});

/** Removes a lapsed coupon from the purchase that it was applied to. */
export const endCoupon = job({
  name: 'purchasing.end-coupon',
  priority: 3,
  timeout: tryLimits.service,
  service: 'payments',
  payload: z.object({ couponId: z.uuid() }),
  attempts: 25,
});

/** Tells a company's owner that its card paid for a coupon. */
export const sendCouponCharge = job({
  name: 'purchasing.send-coupon-charge',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ purchaseId: z.uuid() }),
  attempts: 8,
});

/** Tells a company's owner that a coupon cannot be used, because the card is missing, expired or declined. */
export const sendCouponUnusable = job({
  name: 'purchasing.send-coupon-unusable',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 8,
});

/** Tells a company's owner that its card was refused for a coupon. */
export const sendCouponRefused = job({
  name: 'purchasing.send-coupon-refused',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 8,
});
