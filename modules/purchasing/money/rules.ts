import type { MoneyState } from '#modules/applications/index.ts';
import type { ProviderDispute } from '#modules/platform/index.ts';

/** Cents of the buyer's own payment for a check. */
interface BuyersCharge {
  charged: number;
  refunded: number;
}

/**
 * What became of the buyer's money (D113). Only a whole return counts, by refunds and lost chargebacks together. A bank
 * that only asks has taken nothing.
 * @param chargebacks all that the provider knows of the payment
 */
export function moneyOf(
  { charged, refunded }: BuyersCharge,
  chargebacks: readonly Pick<ProviderDispute, 'state' | 'amount'>[],
): MoneyState {
  const lost = chargebacks.reduce((sum, { state, amount }) => sum + (state === 'lost' ? amount : 0), 0);
  if (refunded + lost >= charged) return 'returned';
  return chargebacks.some(({ state }) => state === 'open') ? 'held' : 'paid';
}
