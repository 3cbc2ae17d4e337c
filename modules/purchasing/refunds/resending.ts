import { findApplicationOfPurchase } from '#modules/applications/index.ts';
import type { Caller, Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { lockRefund, refundUnmatched, requestRefund } from './refunding.ts';

/**
 * Sends the part of a failed refund that was not returned, once, as a new refund: the provider leaves the failed one as
 * it is. The rules are those of any refund, so a large one waits for a second admin again.
 * @returns the new refund of a check; null for money that paid no purchase
 * @throws Refusal not-found, conflict if it has not failed or was already sent again, and what `requestRefund` throws
 */
export async function resendRefund(
  work: Work<Caller>,
  refundId: string,
): Promise<{ accountId: string; refundId: string | null }> {
  const refund = await lockRefund(work, refundId);
  const { purchase_id: purchaseId, account_id: accountId, currency } = refund;
  const parts = await work.db
    .selectFrom('refund_part')
    .select(['charge_id', 'amount_cents'])
    .where('refund_id', '=', refundId)
    .where('failure', 'is not', null)
    .execute();
  if (refund.state !== 'failed' || (await wasSentAgain(work, refundId))) throw new Refusal('conflict');
  const again = { followsId: refundId };
  if (refund.cause === 'unmatched') {
    for (const { charge_id: chargeId, amount_cents: cents } of parts)
      await refundUnmatched(work, { ...again, purchaseId, accountId, chargeId, cents, currency });
    return { accountId, refundId: null };
  }
  const application = await findApplicationOfPurchase(work, purchaseId);
  if (!application) throw new Refusal('not-found', { detail: `application of purchase ${purchaseId}` });
  const { id } = await requestRefund(work, {
    ...again,
    applicationId: application.id,
    cents: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    cancelApplication: refund.cancel_application,
  });
  return { accountId, refundId: id };
}

async function wasSentAgain({ db }: Pick<Work, 'db'>, refundId: string): Promise<boolean> {
  const later = await db
    .selectFrom('refund')
    .select('id')
    .where('follows_id', '=', refundId)
    .executeTakeFirst();
  return later !== undefined;
}
