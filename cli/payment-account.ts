import { exitCodes, PaymentFailure, type Portal, StartError } from '#modules/platform/index.ts';

/**
 * Asks the payment provider whose key this is, before anybody is served. A provider that does not answer stops nothing:
 * everything but buying works without it.
 * @throws StartError for a key that it does not know, or an account that may not take payments
 */
export async function checkPaymentAccount({ config, payments, log }: Portal): Promise<void> {
  if (config.payments.kind === 'sandbox') return;
  try {
    const { id, chargesEnabled } = await payments.getAccount();
    if (chargesEnabled) return;
    throw new StartError(`STRIPE_SECRET_KEY: the account ${id} may not take payments yet`, exitCodes.config);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    if (error.kind !== 'unavailable') {
      throw new StartError(
        'STRIPE_SECRET_KEY: the payment service doesn’t recognize this key',
        exitCodes.config,
        {
          cause: error,
        },
      );
    }
    log.warn({ err: error }, 'The payment service does not answer, and its account was not checked');
  }
}
