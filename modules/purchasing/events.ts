import { event } from '#modules/platform/index.ts';

/** A purchase was paid and its application opened, in this transaction. */
export const purchasePaid = event<{ purchaseId: string; accountId: string; applicationId: string }>(
  'purchasing.purchase-paid',
);
