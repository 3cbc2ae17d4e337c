import { HOUR, type Work } from '#modules/platform/index.ts';
import { PaymentAttempt } from '../entities.ts';

/** The provider forgets an idempotency key after 24 hours. */
export const KEY_TRUSTED = 20 * HOUR;

/** The attempt with which the buyer can pay now. */
export function findOpenAttempt(work: Pick<Work, 'em'>, purchaseId: string): Promise<PaymentAttempt | null> {
  return work.em.findOne(
    PaymentAttempt,
    { purchaseId, state: 'open', kind: { $ne: 'company-card' } },
    { refresh: true },
  );
}

export function closeAttempt(work: Pick<Work, 'now'>, attempt: PaymentAttempt): void {
  if (attempt.state !== 'open') return;
  attempt.state = 'closed';
  attempt.endedAt = work.now;
}
