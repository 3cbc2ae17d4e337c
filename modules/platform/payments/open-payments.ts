import type { PaymentsConfig } from '../config.ts';
import type { PaymentProvider } from './port.ts';
import { createStripePayments } from './stripe.ts';

/** The configured provider: Stripe, or a server with the same API at another address. */
export function openPayments(config: PaymentsConfig): PaymentProvider {
  const { secretKey, publishableKey, webhookSecret, serviceUrl } = config;
  return createStripePayments({ secretKey, publishableKey, webhookSecret, serviceUrl });
}
