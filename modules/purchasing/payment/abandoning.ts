import {
  getSetting,
  HOUR,
  type Payment,
  type Portal,
  type Sweep,
  type Work,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { endHold } from '../coupons/holds.ts';
import { closeAbandonedPurchase } from '../jobs.ts';
import { lockPurchase } from '../purchases.ts';
import { abandonedAfter } from '../settings.ts';
import { closeAttempt, findOpenAttempt } from './attempts.ts';
import { isFailure } from './provider.ts';
import { giveBackUnmatched, settlePayment } from './settling.ts';

/** Purchases that were begun and not paid: the provider is asked, and those that can no longer be paid are closed. */

/** Neither begun nor tried to pay since `before`. */
const abandoned = ({ db }: Pick<Work, 'db'>, before: Date) =>
  db
    .selectFrom('purchase')
    .select('purchase.id')
    .where('status', '=', 'open')
    .where('purchase.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempt as attempt')
            .select('attempt.id')
            .whereRef('attempt.purchase_id', '=', 'purchase.id')
            .where('attempt.created_at', '>=', before),
        ),
      ),
    );

async function abandonedBefore({ db, now }: Pick<Work, 'db' | 'now'>): Promise<Date> {
  return new Date(now.getTime() - (await getSetting(db, abandonedAfter)) * HOUR);
}

/** Finds the purchases; each is closed by a job of its own, so that no transaction waits for the provider. */
export const abandonedPurchases: Sweep = {
  name: 'purchasing.abandoned-purchases',
  size: 500,
  async keys(work, after, size) {
    const next = abandoned(work, await abandonedBefore(work))
      .orderBy('purchase.id')
      .limit(size);
    const rows = await (after === null ? next : next.where('purchase.id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    for (const purchaseId of ids) {
      await work.enqueue(closeAbandonedPurchase, { purchaseId }, { key: `abandoned:${purchaseId}` });
    }
    return ids.length;
  },
};

/**
 * Closes an abandoned purchase, first at the provider and then here. One that was paid in the meantime is settled; one
 * that the bank is still processing, or that the person has returned to, is left alone.
 */
export async function closeAbandoned(portal: Portal, purchaseId: string): Promise<void> {
  const found = await portal.work('purchasing.find-abandoned', async (work) => {
    const still = await abandoned(work, await abandonedBefore(work))
      .where('purchase.id', '=', purchaseId)
      .executeTakeFirst();
    return still && { attempt: await findOpenAttempt(work, purchaseId) };
  });
  if (!found) return;
  const { attempt } = found;
  const payment = attempt?.providerId ? await closeAtProvider(portal, attempt.providerId) : null;
  await portal.work('purchasing.close-abandoned', async (work) => {
    const purchase = await lockPurchase(work, purchaseId);
    if (purchase?.status !== 'open') return;
    const current = await findOpenAttempt(work, purchaseId);
    if (current && current.id !== attempt?.id) return;
    if (payment) {
      if ((await settlePayment(work, payment)) === 'unmatched') await giveBackUnmatched(work, payment);
      if (payment.state !== 'closed') return;
    } else if (current) {
      closeAttempt(work, current);
    }
    await work.em.flush();
    await endHold(work, purchaseId);
    purchase.status = 'closed';
    purchase.closedAt = work.now;
    await work.audit({
      action: purchasingAudit.purchaseAbandoned,
      about: purchase.accountId,
      object: { type: 'purchase', id: purchaseId },
    });
  });
}

/** @returns null for a payment that the provider does not know, which therefore nobody can pay */
async function closeAtProvider({ payments }: Portal, providerId: string): Promise<Payment | null> {
  try {
    return await payments.closePayment(providerId);
  } catch (error) {
    if (isFailure(error, 'not-found')) return null;
    throw error;
  }
}
