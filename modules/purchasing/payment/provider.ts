import { PaymentFailure } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/**
 * @param giveUp what ends here the thing that a key was for, once its answer can't be had: the next try has a new key
 * @throws Refusal purchasing.provider-silent when the provider gives no answer
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
