import { findApplicationOfPurchase, noteMoney } from '#modules/applications/index.ts';
import type { ProviderDispute, Work } from '#modules/platform/index.ts';
import { listCharges } from '../payment/charges.ts';
import { moneyOf } from './rules.ts';

/**
 * Writes what became of the buyer's money on the application that it paid for (D113). What a company alone gets back
 * changes nothing for the person, so a check that a coupon paid in full always counts as paid. The purchase must be
 * locked: the order of locks is purchase, application, score.
 */
export async function noteChargebacks(
  work: Work<unknown>,
  purchaseId: string,
  chargebacks: readonly ProviderDispute[],
): Promise<void> {
  const found = await findBuyersMoney(work, purchaseId);
  if (found) await noteMoney(work, found.application.id, moneyOf(found.charge, chargebacks));
}

/** The same after a refund. Money that a bank holds at the moment is not returned yet. */
export async function noteRefunds(work: Work<unknown>, purchaseId: string): Promise<void> {
  const found = await findBuyersMoney(work, purchaseId);
  if (!found) return;
  const { application, charge } = found;
  const lost = application.money === 'held' ? 0 : charge.disputed;
  if (moneyOf(charge, [{ state: 'lost', amount: lost }]) === 'returned') {
    await noteMoney(work, application.id, 'returned');
  }
}

async function findBuyersMoney(work: Work<unknown>, purchaseId: string) {
  const application = await findApplicationOfPurchase(work, purchaseId);
  const charge = (await listCharges(work, purchaseId)).find(({ leg }) => leg === 'buyer');
  return application && charge ? { application, charge } : null;
}
