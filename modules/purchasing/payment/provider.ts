import { PaymentFailure } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** @throws Refusal purchasing.provider-silent when the provider gives no answer */
export async function reachProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentFailure && error.kind === 'unavailable') {
      throw new Refusal('purchasing.provider-silent', { detail: error.message });
    }
    throw error;
  }
}
