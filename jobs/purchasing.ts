import { handle, runSweep, schedule } from '#modules/platform/index.ts';
import {
  abandonedPurchases,
  carryOutRefund,
  closeAbandoned,
  closeAbandonedPurchase,
  deliverCardExpires,
  deliverReceipt,
  deliverRefundNotice,
  expiringCards,
  forgetCompanyCard,
  forgetRemovedCard,
  handlePaymentEvent,
  sendCardExpires,
  sendReceipt,
  sendRefund,
  sendRefundNotice,
  settlePaymentEvent,
} from '#modules/purchasing/index.ts';

export const purchasingJobs = [
  handle(handlePaymentEvent, (portal, { eventId }) => settlePaymentEvent(portal, eventId)),
  handle(closeAbandonedPurchase, (portal, { purchaseId }) => closeAbandoned(portal, purchaseId)),
  handle(sendReceipt, (portal, { purchaseId }, run) => deliverReceipt(portal, purchaseId, run.id)),
  handle(sendRefund, (portal, { refundId }) => carryOutRefund(portal, refundId)),
  handle(sendRefundNotice, (portal, { entryId }, run) => deliverRefundNotice(portal, entryId, run.id)),
  handle(forgetCompanyCard, (portal, { cardId }) => forgetRemovedCard(portal, cardId)),
  handle(sendCardExpires, (portal, { cardId }, run) => deliverCardExpires(portal, cardId, run.id)),
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
    name: 'purchasing.sweep',
    cron: '10 15 * * *',
    run: async (portal, { signal }) => {
      await runSweep(portal, expiringCards, { signal });
    },
  }),
];
