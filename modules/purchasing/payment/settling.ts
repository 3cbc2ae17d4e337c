import { LockMode } from '@mikro-orm/postgresql';
import { openApplication } from '#modules/applications/index.ts';
import type { Payment, Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { PaymentAttempt, type Purchase } from '../entities.ts';
import { purchasePaid } from '../events.ts';
import { chargeCompany, endUnusedHold, releaseHold, sendCouponCharge, sendReceipt } from '../jobs.ts';
import { lockPurchase } from '../purchases.ts';
import { refundUnmatched } from '../refunds/refunding.ts';
import { closeAttempt } from './attempts.ts';
import { addToLedger, type PaidBy } from './ledger.ts';

/**
 * What the state of a payment changed in its purchase. `unchanged`: nothing new. `unmatched`: the payment does not
 * match the purchase; nothing changes, and an error is logged for staff.
 */
export type Settlement = 'paid' | 'paid-before' | 'closed' | 'unchanged' | 'unmatched';

/**
 * Brings a purchase to the state of its payment at the provider, no matter whether a notice or our own request reported
 * it. The ledger, application, audit entry, event and receipt mail follow once, in this transaction (D31). Repeated,
 * late and simultaneous calls change nothing, because each locks the purchase first and then finds it paid.
 */
export async function settlePayment(work: Work<unknown>, payment: Payment): Promise<Settlement> {
  const found = await lockAttempt(work, payment);
  if (!found) return 'unchanged';
  const { purchase, attempt } = found;
  if (attempt.state === 'paid') return 'paid-before';
  if (attempt.kind === 'company-card') return settleHold(work, purchase, attempt, payment);
  if (payment.state === 'closed') {
    closeAttempt(work, attempt);
    return 'closed';
  }
  if (payment.state !== 'paid') return 'unchanged';
  if (!fits(work, payment, purchase, attempt)) return 'unmatched';
  endPaid(work, attempt);
  await pay(work, purchase, payment);
  return 'paid';
}

/**
 * Records money that pays no purchase in the ledger and returns it: a wrong amount or currency, a second payment, or a
 * payment for a purchase that was closed. Its attempt is closed, so that the person can pay again.
 * @param payment the provider's answer to our own request, because a notice alone may not move money
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
  const paidBy = await payerOf(work, attempt);
  const chargeId = await addToLedger(work, { purchaseId, accountId, paidBy, kind: 'unmatched', ...money });
  if (!chargeId) return;
  await work.audit({
    action: purchasingAudit.paymentUnmatched,
    about: accountId,
    object: { type: 'purchase', id: purchaseId },
    detail: { amount_cents: amount, currency, transaction: transactionId, reason: misfit },
  });
  await refundUnmatched(work, { purchaseId, accountId, chargeId, cents: amount, currency });
}

/** Whose money an attempt takes: the buyer's, or that of the company whose card it is. */
async function payerOf({ db }: Pick<Work, 'db'>, { companyCardId }: PaymentAttempt): Promise<PaidBy> {
  if (!companyCardId) return { leg: 'buyer' };
  const { company_id: companyId } = await db
    .selectFrom('company_card')
    .select('company_id')
    .where('id', '=', companyCardId)
    .executeTakeFirstOrThrow();
  return { leg: 'company', companyId };
}

async function lockAttempt(
  work: Work<unknown>,
  payment: Payment,
): Promise<{ purchase: Purchase; attempt: PaymentAttempt } | null> {
  const known = await findAttempt(work, payment);
  const purchase = known && (await lockPurchase(work, known.purchase_id));
  if (!purchase) return null;
  const attempt = await work.em.findOneOrFail(
    PaymentAttempt,
    { id: known.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return { purchase, attempt };
}

/** If the process that asked for a hold died before it learned the id, the hold is recognized by its references. */
async function findAttempt({ db }: Pick<Work, 'db'>, { id, references }: Payment) {
  const attempts = db.selectFrom('payment_attempt').select(['id', 'purchase_id']);
  const known = await attempts.where('provider_id', '=', id).executeTakeFirst();
  if (known || !references.attemptId) return known;
  return attempts
    .where('id', '=', references.attemptId)
    .where('kind', '=', 'company-card')
    .where('provider_id', 'is', null)
    .executeTakeFirst();
}

/** The company's part: held, captured or released at the provider. */
async function settleHold(
  work: Work<unknown>,
  purchase: Purchase,
  attempt: PaymentAttempt,
  payment: Payment,
): Promise<Settlement> {
  attempt.providerId ??= payment.id;
  if (payment.state === 'authorized') {
    if (attempt.state === 'open') attempt.authorizedAt ??= work.now;
    else await work.enqueue(releaseHold, { attemptId: attempt.id });
    return 'unchanged';
  }
  if (payment.state === 'closed') {
    const lost = attempt.state === 'open';
    closeAttempt(work, attempt);
    // The bank ended the hold. A buyer who has paid keeps the check; one who has not cannot pay only their own part.
    if (lost && purchase.status === 'paid') await work.enqueue(chargeCompany, { purchaseId: purchase.id });
    if (lost && purchase.status === 'open') await work.enqueue(endUnusedHold, { purchaseId: purchase.id });
    return 'closed';
  }
  if (payment.state !== 'paid') return 'unchanged';
  if (!fits(work, payment, purchase, attempt)) return 'unmatched';
  endPaid(work, attempt);
  await recordCompanyCharge(work, purchase, attempt, payment);
  if (purchase.status === 'open') await payCovered(work, purchase);
  return 'paid';
}

/** A payment that took money. */
type TakenPayment = Payment & { transactionId: string };

function fits(
  work: Pick<Work, 'log'>,
  payment: Payment,
  purchase: Purchase,
  attempt: PaymentAttempt,
): payment is TakenPayment {
  const misfit = misfitOf(payment, purchase, attempt);
  if (misfit === null) return true;
  work.log.error(
    { purchase: purchase.id, payment: payment.id, misfit },
    'a payment does not fit its purchase',
  );
  return false;
}

function misfitOf(payment: Payment, purchase: Purchase, attempt: PaymentAttempt): string | null {
  const company = attempt.kind === 'company-card';
  if (payment.references.purchaseId !== purchase.id) return 'made for another purchase';
  if (payment.references.attemptId !== attempt.id) return 'made for another attempt';
  if (payment.amount !== (company ? purchase.companyCents : purchase.amountCents))
    return `amount ${payment.amount}`;
  if (payment.currency !== purchase.currency) return `currency ${payment.currency}`;
  if (!payment.transactionId) return 'without a transaction';
  if (!company) return purchase.status === 'open' ? null : `the purchase is ${purchase.status}`;
  if (attempt.state !== 'open') return 'the hold was released';
  // The company's part alone completes only a purchase that it fully covers.
  if (purchase.status === 'open' && purchase.amountCents > 0) return 'the buyer has not paid';
  return purchase.status === 'closed' ? 'the purchase is closed' : null;
}

function endPaid(work: Pick<Work, 'now'>, attempt: PaymentAttempt): void {
  attempt.state = 'paid';
  attempt.endedAt = work.now;
}

async function recordCompanyCharge(
  work: Work<unknown>,
  purchase: Purchase,
  attempt: PaymentAttempt,
  { amount, currency, transactionId: transaction }: TakenPayment,
): Promise<void> {
  await addToLedger(work, {
    purchaseId: purchase.id,
    accountId: purchase.accountId,
    paidBy: await payerOf(work, attempt),
    kind: 'charge',
    cents: amount,
    currency,
    providerId: transaction,
  });
  await work.audit({
    action: purchasingAudit.companyCharged,
    object: { type: 'purchase', id: purchase.id },
    detail: { amount_cents: amount, transaction },
  });
  await work.enqueue(sendCouponCharge, { purchaseId: purchase.id });
}

/**
 * Completes a purchase for which the buyer pays nothing because its coupon covers it. The company's part, if any, was
 * captured before.
 */
export async function payCovered(work: Work<unknown>, purchase: Purchase): Promise<void> {
  await complete(work, purchase, null);
}

async function pay(work: Work<unknown>, purchase: Purchase, payment: TakenPayment): Promise<void> {
  await addToLedger(work, {
    purchaseId: purchase.id,
    accountId: purchase.accountId,
    paidBy: { leg: 'buyer' },
    kind: 'charge',
    cents: payment.amount,
    currency: payment.currency,
    providerId: payment.transactionId,
  });
  await complete(work, purchase, payment.transactionId);
  if (purchase.companyCents > 0) await work.enqueue(chargeCompany, { purchaseId: purchase.id });
}

/** @param transactionId of the buyer's payment; null if the buyer paid nothing */
async function complete(
  work: Work<unknown>,
  purchase: Purchase,
  transactionId: string | null,
): Promise<void> {
  purchase.status = 'paid';
  purchase.paidAt = work.now;
  purchase.transactionId = transactionId;
  await work.em.flush();
  if (purchase.couponId) {
    // A coupon that lapsed while it was being used for a payment counts as used.
    await work.db
      .updateTable('coupon')
      .set({ redeemed_at: work.now, lapsed_at: null })
      .where('id', '=', purchase.couponId)
      .execute();
  }
  const { id: purchaseId, accountId, packageId, amountCents } = purchase;
  const applicationId = await openApplication(work, { accountId, packageId, purchaseId });
  await work.audit({
    action: purchasingAudit.purchasePaid,
    about: accountId,
    object: { type: 'purchase', id: purchaseId },
    detail: { amount_cents: amountCents, transaction: transactionId },
  });
  await work.publish(purchasePaid, { purchaseId, accountId, applicationId });
  await work.enqueue(sendReceipt, { purchaseId });
}
