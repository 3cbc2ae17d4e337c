import { expect, test } from 'vitest';
import { checkPaymentAccount } from '#cli/payment-account.ts';
import { createStripePayments, type Portal } from '#modules/platform/index.ts';
import { duringThisTest, openShop } from '#test/factories/shop.ts';

/** What a process in production checks at the payment provider before it serves requests. */
const shop = await openShop();
const { portal, sandbox } = shop;

const live = (secretKey: string): Portal => {
  const payments = { ...portal.config.payments, kind: 'stripe' as const };
  return {
    ...portal,
    config: { ...portal.config, payments },
    payments: createStripePayments({ ...payments, secretKey, serviceUrl: sandbox.url }),
  };
};

test('a key that the payment service knows lets the process start', async () => {
  await expect(checkPaymentAccount(live(portal.config.payments.secretKey))).resolves.toBeUndefined();
});

test('a wrong key stops it with one line that names the variable and not the key', async () => {
  const refused = checkPaymentAccount(live('sk_live_wrong'));
  await expect(refused).rejects.toMatchObject({
    message: 'STRIPE_SECRET_KEY: the payment service doesn’t recognize this key',
    exitCode: 78,
  });
});

test('an account that may not take payments yet stops it with one line that names the account', async () => {
  const limited = live(portal.config.payments.secretKey);
  limited.payments.getAccount = async () => ({ id: 'acct_new', chargesEnabled: false });
  await expect(checkPaymentAccount(limited)).rejects.toMatchObject({
    message: 'STRIPE_SECRET_KEY: the account acct_new may not take payments yet',
    exitCode: 78,
  });
});

test('a payment service that does not answer stops nothing', async () => {
  duringThisTest(shop).plan({ kind: 'error-500', on: 'GET /v1/account', times: 3 });
  await expect(checkPaymentAccount(live(portal.config.payments.secretKey))).resolves.toBeUndefined();
});
