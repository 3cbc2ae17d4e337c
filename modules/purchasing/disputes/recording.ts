import type { Portal, ProviderDispute, Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { noteChargebacks } from '../money/noting.ts';
import { type Charge, findCharge, payerOf } from '../payment/charges.ts';
import { addToLedger } from '../payment/ledger.ts';
import { lockPurchase } from '../purchases.ts';
import { requireStranger } from '../refunds/recording.ts';

/**
 * Asks the provider for all disputes of one payment and records what is new. The order, repetition and age of the
 * notices that lead here do not matter. It asks again after recording: another run may have recorded a newer answer
 * meanwhile, and the last one to record must not leave an older one behind.
 * @throws if the payment is ours and not recorded yet, so that the notice is processed again later
 */
export async function recordDisputesOf(portal: Portal, transactionId: string): Promise<void> {
  const ask = () => portal.payments.listDisputes(transactionId);
  for (let [recorded, known] = [null as string | null, await ask()]; recorded !== statesOf(known); ) {
    await portal.work('purchasing.record-disputes', (work) => recordDisputes(work, transactionId, known));
    recorded = statesOf(known);
    known = await ask();
  }
}

const statesOf = (disputes: readonly ProviderDispute[]) =>
  disputes.map(({ id, state }) => `${id} ${state}`).join();

async function recordDisputes(
  work: Work<unknown>,
  transactionId: string,
  disputes: readonly ProviderDispute[],
): Promise<void> {
  const charge = await findCharge(work, transactionId);
  if (!charge) return requireStranger(work, transactionId);
  await lockPurchase(work, charge.purchase_id);
  for (const dispute of disputes) await recordDispute(work, charge, dispute);
  if (charge.kind === 'charge' && charge.leg === 'buyer') {
    await noteChargebacks(work, charge.purchase_id, disputes);
  }
}

/** Records what the bank took for the cardholder, and what it returned. */
async function recordDispute(work: Work<unknown>, charge: Charge, dispute: ProviderDispute): Promise<void> {
  const movement = {
    purchaseId: charge.purchase_id,
    accountId: charge.account_id,
    paidBy: payerOf(charge),
    currency: charge.currency,
    providerId: dispute.id,
    chargeId: charge.id,
  };
  const write = async (kind: 'dispute' | 'dispute-won', cents: number) => {
    if (cents === 0 || !(await addToLedger(work, { ...movement, kind, cents }))) return;
    await work.audit({
      action: purchasingAudit[kind === 'dispute' ? 'disputed' : 'disputeWon'],
      about: charge.account_id,
      object: { type: 'purchase', id: charge.purchase_id },
      detail: { amount_cents: cents, leg: charge.leg, dispute: dispute.id },
    });
  };
  await write('dispute', dispute.withdrawn);
  await write('dispute-won', dispute.returned);
}
