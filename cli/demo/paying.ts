import Stripe from 'stripe';
import { payHere, setPurchaseConfirmed, startPurchase } from '#modules/purchasing/index.ts';
import type { Browser } from './browser.ts';
import type { Stage } from './stage.ts';

/** The test card that always succeeds, in the sandbox and in the provider's test mode. */
export const TEST_CARD = 'pm_card_visa';

/** Buys a package with the test card, by calling the sandbox as the card form in the browser does. */
export async function payFor(stage: Stage, browser: Browser, packageid: string): Promise<void> {
  const { purchaseid } = await browser.perform(startPurchase, { packageid });
  const way = await browser.perform(payHere, { purchaseid, accept_terms: 'YES' });
  if (way.client_secret) await confirm(stage, way.client_secret);
  await browser.perform(setPurchaseConfirmed, { purchaseid });
}

/** @param clientSecret begins with the id of the payment */
async function confirm({ portal }: Stage, clientSecret: string): Promise<void> {
  const { secretKey, sandboxPort } = portal.config.payments;
  const stripe = new Stripe(secretKey, {
    protocol: 'http',
    host: '127.0.0.1',
    port: sandboxPort,
    telemetry: false,
  });
  await stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: TEST_CARD,
    return_url: portal.config.publicUrl,
  });
}
