import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  createStripePayments,
  MINUTE,
  newId,
  PaymentFailure,
  type PaymentProvider,
} from '#modules/platform/index.ts';
import { openSandbox, SECRET_KEY, WEBHOOK_SECRET } from '#test/sandboxes/payments/sandbox.ts';
import { testKey } from '#test/test-key.ts';

/*
 * What the portal expects of the sandbox and of Stripe itself. If STRIPE_TEST_KEY is a secret key for Stripe's test
 * mode, the same cases run there.
 */
interface Target {
  name: string;
  payments: PaymentProvider;
  /** Another client of the same account. */
  stripe: Stripe;
}

const world = await openSandbox();
const settings = { publishableKey: 'pk_test_contract', webhookSecret: WEBHOOK_SECRET };
const key = testKey('Stripe', 'STRIPE_TEST_KEY');
const targets: Target[] = [
  {
    name: 'the sandbox',
    payments: createStripePayments({ ...settings, secretKey: SECRET_KEY, serviceUrl: world.sandbox.url }),
    stripe: world.connect(),
  },
];
if (key) {
  targets.push({
    name: 'Stripe in test mode',
    payments: createStripePayments({ ...settings, secretKey: key.STRIPE_TEST_KEY, serviceUrl: null }),
    stripe: new Stripe(key.STRIPE_TEST_KEY),
  });
}

const newPayment = () => ({
  key: `contract:${newId()}`,
  amount: 7900,
  description: 'National Background Check',
  references: { purchaseId: newId(), attemptId: newId() },
});

const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof PaymentFailure ? error.kind : error),
  );

describe.each(targets)('$name', ({ payments, stripe }) => {
  const pay = (id: string, payment_method = 'pm_card_visa') =>
    stripe.paymentIntents.confirm(id, { payment_method, return_url: 'https://portal.example.com/' });

  it('knows whose key it is', async () => {
    expect(await payments.getAccount()).toMatchObject({ id: expect.stringMatching(/^acct_/) });
  });

  it('takes a payment once for a key, after a declined try', async () => {
    const wanted = newPayment();
    const open = await payments.createPaymentIntent(wanted);
    expect(open).toMatchObject({
      state: 'open',
      amount: 7900,
      currency: 'usd',
      references: wanted.references,
    });
    expect((await payments.createPaymentIntent(wanted)).id).toBe(open.id);
    await pay(open.id, 'pm_card_chargeDeclined').catch(() => undefined);
    expect(await payments.retrievePayment(open.id)).toMatchObject({
      state: 'open',
      declined: 'Your card was declined.',
    });
    await pay(open.id);
    expect(await payments.retrievePayment(open.id)).toMatchObject({ state: 'paid', transactionId: open.id });
    expect(await payments.closePayment(open.id)).toMatchObject({ state: 'paid' });
  });

  it('opens a page of its own, and closes it', async () => {
    const open = await payments.createCheckoutSession({
      ...newPayment(),
      emailaddress: 'dana@shieldhub.test',
      successUrl: 'https://portal.example.com/done',
      cancelUrl: 'https://portal.example.com/back',
    });
    expect(open).toMatchObject({ state: 'open', handover: expect.stringContaining(open.id) });
    expect(await payments.closePayment(open.id)).toMatchObject({ state: 'closed', handover: null });
  });

  it('refunds in parts, finds a refund again by our id, and never gives back more than it took', async () => {
    const { id: transactionId } = await payments.createPaymentIntent(newPayment());
    await pay(transactionId);
    const part = { key: `contract:${newId()}`, transactionId, amount: 5000, refundId: newId() };
    const first = await payments.refund(part);
    expect(first).toMatchObject({ amount: 5000, currency: 'usd' });
    expect(await payments.refund({ ...part, key: `contract:${newId()}` })).toEqual(first);
    const rest = { ...part, key: `contract:${newId()}`, refundId: newId() };
    expect(await kindOf(payments.refund(rest))).toBe('rejected');
    const second = await payments.refund({ ...rest, key: `contract:${newId()}`, amount: 2900 });
    expect(await payments.listRefunds(transactionId)).toEqual([second, first]);
    const movements = await payments.listMovements(new Date(Date.now() - 5 * MINUTE));
    expect(movements).toEqual(
      expect.arrayContaining([
        { id: transactionId, cents: 7900, currency: 'usd' },
        { id: first.id, cents: -5000, currency: 'usd' },
        { id: second.id, cents: -2900, currency: 'usd' },
      ]),
    );
    expect(await payments.findMovement(first.id)).toEqual({ id: first.id, cents: -5000, currency: 'usd' });
  });

  it('tells of a dispute, what it took, and that the money is back when it is won', async () => {
    const { id: transactionId } = await payments.createPaymentIntent(newPayment());
    await pay(transactionId, 'pm_card_createDispute');
    const find = async () => (await payments.listDisputes(transactionId))[0];
    const soon = { timeout: 30_000 };
    await expect.poll(find, soon).toMatchObject({ state: 'open', reason: 'fraudulent', withdrawn: 7900 });
    const dispute = await find();
    expect(dispute).toMatchObject({ amount: 7900, returned: 0, respondBy: expect.any(Date) });
    const refund = { key: `contract:${newId()}`, transactionId, amount: 7900, refundId: newId() };
    expect(await kindOf(payments.refund(refund))).toBe('rejected');
    const id = dispute?.id ?? '';
    expect(await payments.findMovement(id)).toEqual({ id, cents: -7900, currency: 'usd' });
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true });
    await expect.poll(find, soon).toMatchObject({ state: 'won', returned: 7900, respondBy: null });
    expect(await payments.findMovement(id)).toEqual({ id, cents: 0, currency: 'usd' });
  });

  it('says what it does not know, and what it does not take', async () => {
    expect(await kindOf(payments.retrievePayment('pi_00000000000000000000'))).toBe('not-found');
    expect(await payments.findMovement('pi_00000000000000000000')).toBeNull();
    expect(await kindOf(payments.createPaymentIntent({ ...newPayment(), amount: 1 }))).toBe('rejected');
    const unknown = { amount: 7900, currency: 'usd', surprise: 'yes' };
    await expect(stripe.rawRequest('POST', '/v1/payment_intents', unknown)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'surprise',
    });
  });

  it('keeps a card for a customer, and forgets it', async () => {
    const key = `contract:${newId()}`;
    const company = { name: 'Acme', companyId: newId() };
    const { id: customerId } = await payments.createCustomer({ key, ...company });
    const setup = await payments.saveCard({
      key: `contract:${newId()}`,
      customerId,
      cardToken: 'pm_card_visa',
    });
    expect(setup).toMatchObject({ state: 'done', customerId, card: { brand: 'visa', last4: '4242' } });
    const cardId = setup.card?.id ?? '';
    await payments.forgetCard(cardId);
    await payments.forgetCard(cardId);
    expect((await stripe.customers.listPaymentMethods(customerId)).data).toEqual([]);
  });
});
