import { handle } from '#modules/platform/index.ts';
import {
  deliverReceipt,
  handlePaymentEvent,
  sendReceipt,
  settlePaymentEvent,
} from '#modules/purchasing/index.ts';

export const purchasingJobs = [
  handle(handlePaymentEvent, (portal, { eventId }) => settlePaymentEvent(portal, eventId)),
  handle(sendReceipt, (portal, { purchaseId }, run) => deliverReceipt(portal, purchaseId, run.id)),
];
