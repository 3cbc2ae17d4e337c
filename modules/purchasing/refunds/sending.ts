import {
  PaymentFailure,
  type PaymentFailureKind,
  type Portal,
  type ProviderRefund,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { findCharge } from '../payment/charges.ts';
import { recordRefund } from './recording.ts';
import { lockRefund } from './refunding.ts';

interface Part {
  id: string;
  key_number: number;
  amount_cents: number;
  /** The provider's payment. */
  transaction_id: string;
}

/**
 * Makes the provider send the parts of a refund that it has not sent yet. No transaction waits for it. Each part has
 * its own key and id, by which the provider recognizes it: a run that was killed at any point is continued by the next,
 * and nothing is returned twice. A key that was answered with a fault of the provider is useless afterwards, and the
 * next run uses another one.
 * @throws PaymentFailure unavailable, indeterminate or unauthorized, so that the job asks again later
 */
export async function carryOutRefund(portal: Portal, refundId: string): Promise<void> {
  const parts = await portal.work('purchasing.read-refund', ({ db }) => listUnsent({ db }, refundId));
  for (const part of parts) {
    const answer = await askForRefund(portal, part);
    await portal.work('purchasing.record-refund', (work) => keepAnswer(work, refundId, part, answer));
  }
  await portal.work('purchasing.end-refund', (work) => endRefund(work, refundId));
}

function listUnsent({ db }: Pick<Work, 'db'>, refundId: string): Promise<Part[]> {
  return db
    .selectFrom('refund_part as part')
    .innerJoin('ledger_entry as charge', 'charge.id', 'part.charge_id')
    .select(['part.id', 'part.key_number', 'part.amount_cents', 'charge.provider_id as transaction_id'])
    .where('part.refund_id', '=', refundId)
    .where('part.provider_id', 'is', null)
    .where('part.failure', 'is', null)
    .orderBy('charge.leg')
    .execute();
}

/** @returns the refund, or why the provider refuses it */
async function askForRefund(portal: Portal, part: Part): Promise<ProviderRefund | string> {
  try {
    return await portal.payments.refund({
      key: `refund:${part.id}:${part.key_number}`,
      transactionId: part.transaction_id,
      amount: part.amount_cents,
      refundId: part.id,
    });
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    if (refusesRefund.has(error.kind)) return error.message;
    if (error.kind === 'indeterminate')
      await portal.work('purchasing.change-refund-key', (work) => changeKey(work, part));
    throw error;
  }
}

const refusesRefund: ReadonlySet<PaymentFailureKind> = new Set(['declined', 'rejected', 'not-found']);

/** Only once, if two runs get the same answer. */
async function changeKey({ db }: Pick<Work, 'db'>, { id, key_number }: Part): Promise<void> {
  await db
    .updateTable('refund_part')
    .set({ key_number: key_number + 1 })
    .where('id', '=', id)
    .where('key_number', '=', key_number)
    .execute();
}

async function keepAnswer(
  work: Work<null>,
  refundId: string,
  part: Part,
  answer: ProviderRefund | string,
): Promise<void> {
  await lockRefund(work, refundId);
  const set = typeof answer === 'string' ? { failure: answer } : { provider_id: answer.id };
  await work.db.updateTable('refund_part').set(set).where('id', '=', part.id).execute();
  if (typeof answer === 'string') return;
  const charge = await findCharge(work, part.transaction_id);
  if (charge) await recordRefund(work, charge, answer);
}

/** Ends a refund of which every part is answered. It has failed if the provider refuses one of them. */
async function endRefund(work: Work<null>, refundId: string): Promise<void> {
  const refund = await lockRefund(work, refundId);
  if (refund.state !== 'sending') return;
  const refused = await work.db
    .selectFrom('refund_part')
    .select('id')
    .where('refund_id', '=', refundId)
    .where('failure', 'is not', null)
    .executeTakeFirst();
  const failed = refused !== undefined;
  await work.db
    .updateTable('refund')
    .set({ state: failed ? 'failed' : 'done', ended_at: work.now })
    .where('id', '=', refundId)
    .execute();
  await work.audit({
    action: failed ? purchasingAudit.refundIncomplete : purchasingAudit.refundDone,
    about: refund.account_id,
    object: { type: 'refund', id: refundId },
    detail: { amount_cents: refund.amount_cents },
  });
  if (failed) work.log.error({ refund: refundId }, 'the payment provider refused a refund');
}
