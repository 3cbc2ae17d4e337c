import type { Portal, ProviderDispute, Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { type Charge, findCharge, payerOf } from '../payment/charges.ts';
import { addToLedger } from '../payment/ledger.ts';
import { lockPurchase } from '../purchases.ts';
import { closeApplicationOf, expireScoreOf, requireStranger } from '../refunds/recording.ts';

/**
 * Asks the provider for all disputes of one payment and records what is new. The order, repetition and age of the
 * notices that lead here do not matter.
 * @throws if the payment is ours and not recorded yet, so that the notice is processed again later
 */
export async function recordDisputesOf(portal: Portal, transactionId: string): Promise<void> {
  const disputes = await portal.payments.listDisputes(transactionId);
  await portal.work('purchasing.record-disputes', async (work) => {
    const charge = await findCharge(work, transactionId);
    if (!charge) return requireStranger(work, transactionId);
    await lockPurchase(work, charge.purchase_id);
    for (const dispute of disputes) await recordDispute(work, charge, dispute);
  });
}

/**
 * While a dispute is open the check stays as it is, because the cardholder may be wrong. A lost one counts as a refund
 * of the buyer: the score expires, and an application that was not sent to the CRA is closed. If only a company gets
 * its money back, nothing changes for the person.
 */
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
  if (dispute.state !== 'lost' || charge.leg === 'company' || charge.kind !== 'charge') return;
  await expireScoreOf(work, charge.purchase_id);
  await closeApplicationOf(work, charge.purchase_id);
}
