import { LockMode } from '@mikro-orm/postgresql';
import { openApplication } from '#modules/applications/index.ts';
import type { Payment, Work } from '#modules/platform/index.ts';
import { purchasingAudit } from './audit.ts';
import { PaymentAttempt, type Purchase } from './entities.ts';
import { purchasePaid } from './events.ts';
import { sendReceipt } from './jobs.ts';
import { addToLedger } from './ledger.ts';
import { lockPurchase } from './purchases.ts';
import { refundUnmatched } from './refunding.ts';

/**
 * What a payment's state changed in its purchase. `unchanged`: nothing new. `unmatched`: the payment does not match the
 * purchase; nothing changes, and an error is logged for staff.
 */
export type Settlement = 'paid' | 'paid-before' | 'closed' | 'unchanged' | 'unmatched';

/**
 * Brings a purchase to the state of its payment at the provider, whether a notice or our own question brought it. Ledger,
 * application, audit entry, event and receipt mail follow once, in this transaction (D31). Repeated, late and
 * simultaneous calls change nothing, since each locks the purchase first and then finds it paid.
 */
export async function settlePayment(work: Work<unknown>, payment: Payment): Promise<Settlement> {
  const found = await lockAttempt(work, payment);
  if (!found) return 'unchanged';
  const { purchase, attempt } = found;
  if (attempt.state === 'paid') return 'paid-before';
  if (payment.state === 'closed') {
    closeAttempt(work, attempt);
    return 'closed';
  }
  if (payment.state !== 'paid') return 'unchanged';
  const misfit = misfitOf(payment, purchase, attempt);
  if (misfit) {
    work.log.error(
      { purchase: purchase.id, payment: payment.id, misfit },
      'a payment does not fit its purchase',
    );
    return 'unmatched';
  }
  await pay(work, purchase, attempt, payment);
  return 'paid';
}

/**
 * Takes money that pays no purchase into the ledger and gives it back: another amount or currency, a second payment, one
 * for a purchase that was closed. Its attempt is closed, so that the person can pay again.
 * @param payment as the provider answered to a question of ours: a notice alone moves no money
 */
export async function giveBackUnmatched(work: Work<unknown>, payment: Payment): Promise<void> {
  const found = await lockAttempt(work, payment);
  const { transactionId, amount, currency } = payment;
  if (!found || found.attempt.state === 'paid' || payment.state !== 'paid' || !transactionId) return;
  const { purchase, attempt } = found;
  const misfit = misfitOf(payment, purchase, attempt);
  if (!misfit) return;
  closeAttempt(work, attempt);
  const { id: purchaseId, accountId } = purchase;
  const money = { cents: amount, currency, providerId: transactionId };
  const chargeId = await addToLedger(work, {
    purchaseId,
    accountId,
    paidBy: { leg: 'buyer' },
    kind: 'unmatched',
    ...money,
  });
  if (!chargeId) return;
  await work.audit({
    action: purchasingAudit.paymentUnmatched,
    about: accountId,
    object: { type: 'purchase', id: purchaseId },
    detail: { amount_cents: amount, currency, transaction: transactionId, reason: misfit },
  });
  await refundUnmatched(work, { purchaseId, accountId, chargeId, cents: amount, currency });
}

async function lockAttempt(
  work: Work<unknown>,
  payment: Payment,
): Promise<{ purchase: Purchase; attempt: PaymentAttempt } | null> {
  const known = await work.db
    .selectFrom('payment_attempt')
    .select(['id', 'purchase_id'])
    .where('provider_id', '=', payment.id)
    .executeTakeFirst();
  const purchase = known && (await lockPurchase(work, known.purchase_id));
  if (!purchase) return null;
  const attempt = await work.em.findOneOrFail(
    PaymentAttempt,
    { id: known.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return { purchase, attempt };
}

function misfitOf(payment: Payment, purchase: Purchase, attempt: PaymentAttempt): string | null {
  if (payment.references.purchaseId !== purchase.id) return 'made for another purchase';
  if (payment.references.attemptId !== attempt.id) return 'made for another attempt';
  if (payment.amount !== purchase.amountCents) return `amount ${payment.amount}`;
  if (payment.currency !== purchase.currency) return `currency ${payment.currency}`;
  if (!payment.transactionId) return 'without a transaction';
  return purchase.status === 'open' ? null : `the purchase is ${purchase.status}`;
}

async function pay(
  work: Work<unknown>,
  purchase: Purchase,
  attempt: PaymentAttempt,
  payment: Payment,
): Promise<void> {
  attempt.state = 'paid';
  attempt.endedAt = work.now;
  purchase.status = 'paid';
  purchase.paidAt = work.now;
  purchase.transactionId = payment.transactionId;
  await addToLedger(work, {
    purchaseId: purchase.id,
    accountId: purchase.accountId,
    paidBy: { leg: 'buyer' },
    kind: 'charge',
    cents: payment.amount,
    currency: payment.currency,
    providerId: payment.transactionId ?? payment.id,
  });
  const { id: purchaseId, accountId, packageId } = purchase;
  const applicationId = await openApplication(work, { accountId, packageId, purchaseId });
  await work.audit({
    action: purchasingAudit.purchasePaid,
    about: accountId,
    object: { type: 'purchase', id: purchaseId },
    detail: { amount_cents: payment.amount, transaction: payment.transactionId },
  });
  await work.publish(purchasePaid, { purchaseId, accountId, applicationId });
  await work.enqueue(sendReceipt, { purchaseId });
}

export function closeAttempt(work: Pick<Work, 'now'>, attempt: PaymentAttempt): void {
  if (attempt.state !== 'open') return;
  attempt.state = 'closed';
  attempt.endedAt = work.now;
}
