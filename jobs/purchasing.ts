import { handle, runSweep, schedule } from '#modules/platform/index.ts';
import {
  abandonedPurchases,
  carryOutRefund,
  chargeCompany,
  chargeCompanyCard,
  closeAbandoned,
  closeAbandonedPurchase,
  couponAddresses,
  deliverCardExpires,
  deliverCouponCharge,
  deliverCouponRefused,
  deliverCouponUnusable,
  deliverDisputeNotice,
  deliverReceipt,
  deliverRefundNotice,
  endCoupon,
  endLapsedCoupon,
  endUnusedHold,
  endUnusedPayment,
  expiringCards,
  forgetCompanyCard,
  forgetRemovedCard,
  handlePaymentEvent,
  releaseAtProvider,
  releaseHold,
  sendCardExpires,
  sendCouponCharge,
  sendCouponRefused,
  sendCouponUnusable,
  sendDisputeNotice,
  sendReceipt,
  sendRefund,
  sendRefundNotice,
  settlePaymentEvent,
  unusableCoupons,
  unusedHolds,
} from '#modules/purchasing/index.ts';

export const purchasingJobs = [
  handle(handlePaymentEvent, (portal, { eventId }) => settlePaymentEvent(portal, eventId)),
  handle(closeAbandonedPurchase, (portal, { purchaseId }) => closeAbandoned(portal, purchaseId)),
  handle(sendReceipt, (portal, { purchaseId }, run) => deliverReceipt(portal, purchaseId, run.id)),
  handle(sendRefund, (portal, { refundId }) => carryOutRefund(portal, refundId)),
  handle(sendRefundNotice, (portal, notice, run) => deliverRefundNotice(portal, notice, run.id)),
  handle(sendDisputeNotice, (portal, dispute, run) => deliverDisputeNotice(portal, dispute, run.id)),
  handle(forgetCompanyCard, (portal, { cardId }) => forgetRemovedCard(portal, cardId)),
  handle(sendCardExpires, (portal, { cardId }, run) => deliverCardExpires(portal, cardId, run.id)),
  handle(chargeCompany, (portal, { purchaseId }) => chargeCompanyCard(portal, purchaseId)),
  handle(releaseHold, (portal, { attemptId }) => releaseAtProvider(portal, attemptId)),
  handle(endUnusedHold, (portal, { purchaseId }) => endUnusedPayment(portal, purchaseId)),
  handle(endCoupon, (portal, { couponId }) => endLapsedCoupon(portal, couponId)),
  handle(sendCouponCharge, (portal, { purchaseId }, run) => deliverCouponCharge(portal, purchaseId, run.id)),
  handle(sendCouponRefused, (portal, { companyId }, run) => deliverCouponRefused(portal, companyId, run.id)),
  handle(sendCouponUnusable, (portal, { companyId }, run) =>
    deliverCouponUnusable(portal, companyId, run.id),
  ),
];

export const purchasingSchedules = [
  schedule({
    name: 'purchasing.abandoned',
    cron: '25 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, abandonedPurchases, { signal });
    },
  }),
  schedule({
    name: 'purchasing.end-unused-holds',
    cron: '*/10 * * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, unusedHolds, { signal });
    },
  }),
  schedule({
    name: 'purchasing.sweep',
    cron: '10 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, expiringCards, { signal });
      await runSweep(portal, unusableCoupons, { signal });
      await runSweep(portal, couponAddresses, { signal });
    },
  }),
];
