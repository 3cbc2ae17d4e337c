import type { Selectable } from 'kysely';
import { getApplication } from '#modules/applications/index.ts';
import {
  type Caller,
  getSetting,
  newId,
  staffAlertRaised,
  staffAlertSettled,
  type Tables,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { sendRefund } from '../jobs.ts';
import { type Charge, listCharges } from '../payment/charges.ts';
import { lockPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { refundApproval } from './settings.ts';
import { leftToRefund, splitRefund } from './split.ts';
import { isRefundUnderWay } from './under-way.ts';

export type RefundRow = Selectable<Tables['refund']>;

export interface RefundWanted {
  applicationId: string;
  /** Null for everything that is left. */
  cents: number | null;
  cancelApplication: boolean;
  /** The failed refund that is sent again. */
  followsId?: string;
}

/**
 * Begins the refund of a check, to both payers in proportion (D33). A job sends it to the provider. If it exceeds the
 * sum that `refundApproval` sets, counting earlier refunds of the purchase, it waits for a second admin.
 * @returns whose check it is, and `waiting` or `sending`
 * @throws Refusal not-found, purchasing.refund-under-way, purchasing.disputed, purchasing.nothing-to-refund,
 * purchasing.refund-too-high
 */
export async function requestRefund(
  work: Work<Caller | null>,
  { applicationId, cents, cancelApplication, followsId }: RefundWanted,
): Promise<{ id: string; accountId: string; state: 'waiting' | 'sending' }> {
  const { purchase_id: purchaseId } = await getApplication(work, applicationId);
  const purchase = await lockPurchase(work, purchaseId);
  if (!purchase) throw new Refusal('not-found', { detail: `purchase ${purchaseId}` });
  // The person who paid: the check may have been moved to another account since.
  const { accountId } = purchase;
  const { account_id: holderId } = await getApplication(work, applicationId);
  const charges = await listCharges(work, purchaseId);
  const left = leftToRefund(charges);
  if (await isRefundUnderWay(work, [purchaseId])) throw new Refusal('purchasing.refund-under-way');
  refuseDisputed(charges);
  if (left === 0) throw new Refusal('purchasing.nothing-to-refund');
  const amount = cents ?? left;
  if (amount < 1) throw new Refusal('purchasing.refund-nothing', { field: 'refundamount' });
  if (amount > left) throw new Refusal('purchasing.refund-too-high', { field: 'refundamount' });
  const before = charges.reduce((sum, { refunded }) => sum + refunded, 0);
  const waits = before + amount > (await getSetting(work.db, refundApproval));
  const id = newId();
  const state = waits ? 'waiting' : 'sending';
  await work.db
    .insertInto('refund')
    .values({
      id,
      purchase_id: purchaseId,
      account_id: accountId,
      cause: 'staff',
      state,
      amount_cents: amount,
      currency: 'usd',
      cancel_application: cancelApplication,
      follows_id: followsId ?? null,
      requested_by: work.caller?.accountId ?? null,
      requested_operator: work.caller ? null : work.visit.operator,
      requested_at: work.now,
    })
    .execute();
  await work.audit({
    action: purchasingAudit.refundRequested,
    about: accountId,
    object: { type: 'refund', id },
    detail: { amount_cents: amount, state },
  });
  if (waits) {
    await work.publish(staffAlertRaised, {
      alertType: 'refund',
      eventId: id,
      accountId: holderId,
      applicationId,
      reason: 'second-admin',
    });
  } else await beginSending(work, id, amount, charges);
  return { id, accountId: holderId, state };
}

export interface UnmatchedCharge {
  purchaseId: string;
  accountId: string;
  chargeId: string;
  cents: number;
  currency: string;
  /** The failed refund that is sent again. */
  followsId?: string;
}

/** Returns money that pays no purchase. No admin is asked, because it was never ours to keep. */
export async function refundUnmatched(
  work: Pick<Work, 'db' | 'now' | 'enqueue'>,
  charge: UnmatchedCharge,
): Promise<void> {
  const id = newId();
  await work.db
    .insertInto('refund')
    .values({
      id,
      purchase_id: charge.purchaseId,
      account_id: charge.accountId,
      cause: 'unmatched',
      state: 'sending',
      amount_cents: charge.cents,
      currency: charge.currency,
      cancel_application: false,
      follows_id: charge.followsId ?? null,
      requested_at: work.now,
    })
    .execute();
  await work.db
    .insertInto('refund_part')
    .values({ id: newId(), refund_id: id, charge_id: charge.chargeId, amount_cents: charge.cents })
    .execute();
  await work.enqueue(sendRefund, { refundId: id });
}

/** The bank holds what the cardholder disputes, so a refund during the dispute would return the same money twice. */
function refuseDisputed(charges: readonly Charge[]): void {
  if (charges.some(({ disputed }) => disputed > 0)) throw new Refusal('purchasing.disputed');
}

/** Records what the provider is asked to pay back to each payer, and enqueues the request. */
async function beginSending(
  work: Pick<Work, 'db' | 'enqueue'>,
  refundId: string,
  cents: number,
  charges: readonly Charge[],
): Promise<void> {
  const parts = splitRefund(cents, charges);
  const rows = charges.flatMap(({ id }, at) => {
    const part = parts[at] ?? 0;
    return part === 0 ? [] : [{ id: newId(), refund_id: refundId, charge_id: id, amount_cents: part }];
  });
  await work.db.insertInto('refund_part').values(rows).execute();
  await work.enqueue(sendRefund, { refundId });
}

/**
 * The second admin's decision on a refund that waits for one.
 * @returns the person whom it is about
 * @throws Refusal not-found, purchasing.refund-decided, purchasing.refund-own, purchasing.disputed,
 * purchasing.refund-too-high
 */
export async function decideRefund(
  work: Work<Caller>,
  refundId: string,
  approve: boolean,
): Promise<{ accountId: string }> {
  const refund = await lockRefund(work, refundId);
  if (refund.state !== 'waiting') throw new Refusal('purchasing.refund-decided');
  if (refund.requested_by === work.caller.accountId) throw new Refusal('purchasing.refund-own');
  const charges = await listCharges(work, refund.purchase_id);
  if (approve) refuseDisputed(charges);
  if (approve && refund.amount_cents > leftToRefund(charges)) throw new Refusal('purchasing.refund-too-high');
  await work.db
    .updateTable('refund')
    .set({
      state: approve ? 'sending' : 'rejected',
      decided_by: work.caller.accountId,
      decided_at: work.now,
      ended_at: approve ? null : work.now,
    })
    .where('id', '=', refundId)
    .execute();
  await work.audit({
    action: approve ? purchasingAudit.refundApproved : purchasingAudit.refundRejected,
    about: refund.account_id,
    object: { type: 'refund', id: refundId },
    detail: { amount_cents: refund.amount_cents },
  });
  await work.publish(staffAlertSettled, { alertType: 'refund', eventId: refundId });
  if (approve) await beginSending(work, refundId, refund.amount_cents, charges);
  return { accountId: refund.account_id };
}

/** The refund, with its purchase locked until the transaction ends. @throws Refusal not-found */
export async function lockRefund(work: Pick<Work, 'db' | 'em'>, refundId: string): Promise<RefundRow> {
  const row = work.db.selectFrom('refund').selectAll().where('id', '=', refundId);
  const found = await row.executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `refund ${refundId}` });
  await lockPurchase(work, found.purchase_id);
  return row.executeTakeFirstOrThrow();
}
