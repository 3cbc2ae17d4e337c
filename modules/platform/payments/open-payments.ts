import type { PaymentsConfig } from '../config.ts';
import type { PaymentProvider } from './port.ts';
import { createStripePayments } from './stripe.ts';

/** Where the sandbox listens on this machine, for the portal and the browser alike. */
function sandboxUrlOf(config: PaymentsConfig): string {
  return `http://localhost:${config.sandboxPort}`;
}

/** The configured provider: Stripe, or the sandbox that speaks its API on a port of its own. */
export function openPayments(config: PaymentsConfig): PaymentProvider {
  const { secretKey, publishableKey, webhookSecret } = config;
  const sandboxUrl = config.kind === 'sandbox' ? sandboxUrlOf(config) : null;
  return createStripePayments({ secretKey, publishableKey, webhookSecret, sandboxUrl });
}
