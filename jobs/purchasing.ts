import { handle, runSweep, schedule } from '#modules/platform/index.ts';
import {
  abandonedPurchases,
  closeAbandoned,
  closeAbandonedPurchase,
  deliverCardExpires,
  deliverReceipt,
  expiringCards,
  forgetCompanyCard,
  forgetRemovedCard,
  handlePaymentEvent,
  sendCardExpires,
  sendReceipt,
  settlePaymentEvent,
} from '#modules/purchasing/index.ts';

export const purchasingJobs = [
  handle(handlePaymentEvent, (portal, { eventId }) => settlePaymentEvent(portal, eventId)),
  handle(closeAbandonedPurchase, (portal, { purchaseId }) => closeAbandoned(portal, purchaseId)),
  handle(sendReceipt, (portal, { purchaseId }, run) => deliverReceipt(portal, purchaseId, run.id)),
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
