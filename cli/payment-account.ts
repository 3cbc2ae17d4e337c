import { exitCodes, PaymentFailure, type Portal, StartError } from '#modules/platform/index.ts';

/**
 * Checks the payment provider's key before the portal serves requests. If the provider does not answer, the portal
 * starts anyway, because everything except buying works without it.
 * @throws StartError if the provider does not know the key, or the account may not take payments
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
