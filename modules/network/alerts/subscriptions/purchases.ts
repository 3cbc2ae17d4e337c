import type { Work } from '#modules/platform/index.ts';
import { purchaseCauses, tellSubscribers } from './telling.ts';

/** After a purchase was paid for with the coupon of an invitation: tells the team of the company whose coupon it is. */
export async function tellOfPurchase(work: Work, { purchaseId }: { purchaseId: string }): Promise<void> {
  await tellSubscribers(work, purchaseCauses(purchaseId));
}
