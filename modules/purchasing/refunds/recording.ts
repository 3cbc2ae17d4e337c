import { z } from 'zod';
import { cancelApplication, findApplicationOfPurchase } from '#modules/applications/index.ts';
import type { Portal, ProviderRefund, Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { sendRefundNotice } from '../jobs.ts';
import { noteRefunds } from '../money/noting.ts';
import { type Charge, findCharge, listCharges, payerOf } from '../payment/charges.ts';
import { addToLedger } from '../payment/ledger.ts';
import { lockPurchase } from '../purchases.ts';

/**
 * Records a refund by the provider in the ledger, once. It can be one of ours, or one that was made in the provider's
 * dashboard. The payer is told, and the check ends if the buyer has everything back (D113). The purchase must be locked.
 */
export async function recordRefund(
  work: Work<unknown>,
  charge: Charge,
  { id: providerId, amount, currency, state }: ProviderRefund,
): Promise<void> {
  const movement = {
    purchaseId: charge.purchase_id,
    accountId: charge.account_id,
    paidBy: payerOf(charge),
    cents: amount,
    currency,
    providerId,
    chargeId: charge.id,
  };
  const about = {
    about: charge.account_id,
    object: { type: 'purchase', id: charge.purchase_id },
    detail: { amount_cents: amount, leg: charge.leg, refund: providerId },
  };
  const entryId = await addToLedger(work, { ...movement, kind: 'refund' });
  if (entryId && state !== 'failed') {
    await work.audit({ action: purchasingAudit.refunded, ...about });
    await tellPayers(work, charge, entryId);
    if (charge.kind === 'charge') {
      await noteRefunds(work, charge.purchase_id);
      await cancelIfWanted(work, charge.purchase_id);
    }
  }
  if (state !== 'failed') return;
  if (await addToLedger(work, { ...movement, kind: 'refund-failed' })) {
    await work.audit({ action: purchasingAudit.refundFailed, ...about });
    await failPart(work, providerId, 'The bank of the card did not take it.');
    work.log.error({ purchase: charge.purchase_id, refund: providerId }, 'a refund failed');
  }
}

/** The payer is told, and the buyer also if a coupon paid everything. */
async function tellPayers(work: Work<unknown>, charge: Charge, entryId: string): Promise<void> {
  if (charge.leg === 'buyer') return work.enqueue(sendRefundNotice, { entryId, to: 'buyer' });
  await work.enqueue(sendRefundNotice, { entryId, to: 'owner' });
  const charges = await listCharges(work, charge.purchase_id);
  if (charge.kind === 'charge' && charges.every(({ leg }) => leg === 'company'))
    await work.enqueue(sendRefundNotice, { entryId, to: 'buyer' });
}

/** Closes the application if the refund that is being sent says so (D117). */
async function cancelIfWanted(work: Work<unknown>, purchaseId: string): Promise<void> {
  const closes = await work.db
    .selectFrom('refund')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('state', '=', 'sending')
    .where('cancel_application', '=', true)
    .executeTakeFirst();
  const application = closes && (await findApplicationOfPurchase(work, purchaseId));
  if (application) await cancelApplication(work, application.id, 'refunded');
}

/** A part that the provider had sent, and that came back from the bank. */
async function failPart(work: Pick<Work, 'db'>, providerId: string, failure: string): Promise<void> {
  const part = await work.db
    .updateTable('refund_part')
    .set({ failure })
    .where('provider_id', '=', providerId)
    .returning('refund_id')
    .executeTakeFirst();
  if (!part) return;
  await work.db
    .updateTable('refund')
    .set({ state: 'failed' })
    .where('id', '=', part.refund_id)
    .where('state', '=', 'done')
    .execute();
}

/**
 * Asks the provider for all refunds of one payment and records what is new. The order, repetition and age of the
 * notices that lead here do not matter.
 * @throws if the payment itself is ours and not recorded yet, so that the notice is processed again later
 */
export async function recordRefundsOf(portal: Portal, transactionId: string): Promise<void> {
  const refunds = await portal.payments.listRefunds(transactionId);
  await portal.work('purchasing.record-refunds', async (work) => {
    const charge = await findCharge(work, transactionId);
    if (!charge) return requireStranger(work, transactionId);
    await lockPurchase(work, charge.purchase_id);
    for (const refund of refunds) await recordRefund(work, charge, refund);
  });
}

/** @throws if a payment that is not in the ledger is one of ours, and therefore just not recorded yet */
export async function requireStranger({ portal, db }: Work<unknown>, transactionId: string): Promise<void> {
  const { references, state } = await portal.payments.retrievePayment(transactionId);
  // Money that was only held and then released was never taken.
  if (state !== 'paid') return;
  const attemptId = z.uuid().safeParse(references.attemptId);
  if (!attemptId.success) return;
  const ours = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('id', '=', attemptId.data)
    .executeTakeFirst();
  if (ours) throw new Error('The payment is not recorded yet');
}
