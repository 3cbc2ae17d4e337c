import type { Portal, Work } from '#modules/platform/index.ts';
import { endHold, type Outside } from '../coupons/holds.ts';
import { PaymentAttempt, type Purchase } from '../entities.ts';
import { lockPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { closeAttempt, findOpenAttempt } from './attempts.ts';
import { reachProvider } from './provider.ts';
import { giveBackUnmatched, settlePayment } from './settling.ts';

/**
 * Closes the buyer's attempt, first at the provider and then here, so that it can no longer be paid.
 * @returns `paid` if the person paid before it could be closed
 * @throws Refusal purchasing.processing if the provider is processing the payment
 */
export async function endAttempt(work: Outside, attempt: PaymentAttempt): Promise<'closed' | 'paid'> {
  const { providerId } = attempt;
  const payment = providerId
    ? await reachProvider(() => work.portal.payments.closePayment(providerId))
    : null;
  return work.apart(async (tx) => {
    await lockPurchase(tx, attempt.purchaseId);
    const current = await tx.em.findOneOrFail(PaymentAttempt, { id: attempt.id });
    if (payment) {
      const settled = await settlePayment(tx, payment);
      if (settled === 'paid' || settled === 'paid-before') return 'paid';
      if (settled === 'unmatched') {
        await giveBackUnmatched(tx, payment);
        return 'closed';
      }
      if (payment.state !== 'closed') throw new Refusal('purchasing.processing');
    }
    // If there is no payment yet, another tab may be creating one; it will find the attempt closed and hand the payment
    // to nobody.
    if (current.providerId === null) closeAttempt(tx, current);
    return 'closed';
  });
}

/** For a job: each of its transactions is separate. */
export function outsideOf(portal: Portal, name: string): Outside {
  return { portal, apart: (run) => portal.work(name, run) };
}

const ROUNDS = 4;

/** What to do: a change of an open purchase, which is locked, or nothing, with the answer. */
export type PlannedChange<T> = { purchase: Purchase; change: () => Promise<T> } | { done: T };

/**
 * Changes a purchase that nobody can pay at that moment: before that, the buyer's attempt is closed at the provider and
 * the company's hold is released.
 * @throws Refusal purchasing.paid-already, purchasing.processing
 */
export async function changeUnpaid<T>(
  work: Outside,
  plan: (work: Work<unknown>) => Promise<PlannedChange<T>>,
): Promise<T> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const done = await work.apart(async (tx) => {
      const planned = await plan(tx);
      if ('done' in planned) return { state: 'done' as const, value: planned.done };
      const { purchase, change } = planned;
      const attempt = await findOpenAttempt(tx, purchase.id);
      if (attempt) return { state: 'payable' as const, attempt };
      await endHold(tx, purchase.id);
      return { state: 'done' as const, value: await change() };
    });
    if (done.state === 'done') return done.value;
    if ((await endAttempt(work, done.attempt)) === 'paid') throw new Refusal('purchasing.paid-already');
  }
  throw new Refusal('conflict', { detail: 'the purchase is being paid again and again' });
}
