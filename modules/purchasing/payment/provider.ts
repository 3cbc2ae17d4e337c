import { PaymentFailure, type PaymentFailureKind } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/**
 * @param giveUp ends whatever a key was used for if its answer cannot be had, so that the next try has a new key
 * @throws Refusal purchasing.provider-silent if the provider does not answer
 */
export async function reachProvider<T>(ask: () => Promise<T>, giveUp?: () => Promise<void>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    if (error.kind === 'indeterminate') await giveUp?.();
    else if (error.kind !== 'unavailable') throw error;
    throw new Refusal('purchasing.provider-silent', { detail: error.message });
  }
}

/** Whether the provider failed in one of these ways. */
export function isFailure(error: unknown, ...kinds: PaymentFailureKind[]): error is PaymentFailure {
  return error instanceof PaymentFailure && kinds.includes(error.kind);
}
