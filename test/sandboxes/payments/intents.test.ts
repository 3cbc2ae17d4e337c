import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openSandbox } from './sandbox.ts';

const world = await openSandbox();
const stripe = world.connect();
const RETURN_URL = 'http://localhost:3000/back';

const newIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 7900,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    metadata: { purchase_id: 'p1' },
    ...more,
  });

const confirm = (id: string, payment_method: string) =>
  stripe.paymentIntents.confirm(id, { payment_method, return_url: RETURN_URL });

test('an intent is made, confirmed with a good card and found again with its charge', async () => {
  const made = await newIntent();
  expect(made).toMatchObject({
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: 7900,
    amount_received: 0,
    metadata: { purchase_id: 'p1' },
    livemode: false,
  });
  expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w{25}$`));
  const paid = await confirm(made.id, 'pm_card_visa');
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 7900, last_payment_error: null });
  const found = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] });
  expect(found.latest_charge).toMatchObject({
    object: 'charge',
    paid: true,
    captured: true,
    amount: 7900,
    payment_intent: made.id,
    payment_method_details: { card: { brand: 'visa', last4: '4242' } },
  });
});

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
])(
  '%s is declined as %s and the intent stays open for another card',
  async (method, code, decline, message) => {
    const made = await newIntent();
    const error = await confirm(made.id, method).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, message, decline_code: decline });
    const after = await stripe.paymentIntents.retrieve(made.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, message } });
    expect(await confirm(made.id, 'pm_card_visa')).toMatchObject({ status: 'succeeded' });
  },
);

test('a card that asks the bank first leads to the question and waits', async () => {
  const made = await newIntent();
  const asked = await confirm(made.id, 'pm_card_threeDSecure2Required');
  expect(asked.status).toBe('requires_action');
  expect(asked.next_action?.redirect_to_url).toEqual({
    url: `${world.sandbox.url}/challenge/${made.id}`,
    return_url: RETURN_URL,
  });
  const post = (outcome: string) =>
    fetch(`${world.sandbox.url}/challenge/${made.id}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
  const failed = await post('fail');
  expect(failed.status).toBe(303);
  const back = new URL(failed.headers.get('location') ?? '');
  expect(back.searchParams.get('redirect_status')).toBe('failed');
  expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  await confirm(made.id, 'pm_card_threeDSecure2Required');
  const passed = await post('complete');
  expect(new URL(passed.headers.get('location') ?? '').searchParams.get('redirect_status')).toBe('succeeded');
  expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({ status: 'succeeded' });
});

test('an intent that is paid or cancelled can be neither confirmed nor cancelled again', async () => {
  const paid = await newIntent();
  await confirm(paid.id, 'pm_card_visa');
  const refused = { statusCode: 400, code: 'payment_intent_unexpected_state' };
  await expect(confirm(paid.id, 'pm_card_visa')).rejects.toMatchObject(refused);
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject(refused);
  const cancelled = await newIntent();
  await stripe.paymentIntents.cancel(cancelled.id, { cancellation_reason: 'abandoned' });
  await expect(confirm(cancelled.id, 'pm_card_visa')).rejects.toMatchObject(refused);
});

test('money held on a card is taken by capture, up to what is held', async () => {
  const made = await newIntent({ capture_method: 'manual' });
  expect(await confirm(made.id, 'pm_card_visa')).toMatchObject({
    status: 'requires_capture',
    amount_capturable: 7900,
    amount_received: 0,
  });
  await expect(stripe.paymentIntents.capture(made.id, { amount_to_capture: 7901 })).rejects.toMatchObject({
    statusCode: 400,
  });
  expect(await stripe.paymentIntents.capture(made.id, { amount_to_capture: 5000 })).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
  });
});

test('refunds never exceed what was taken', async () => {
  const made = await newIntent({ confirm: true, payment_method: 'pm_card_visa', return_url: RETURN_URL });
  const first = await stripe.refunds.create({ payment_intent: made.id, amount: 5000 });
  expect(first).toMatchObject({ status: 'succeeded', amount: 5000, payment_intent: made.id });
  await expect(stripe.refunds.create({ payment_intent: made.id, amount: 2901 })).rejects.toThrow(
    /greater than/,
  );
  await stripe.refunds.create({ payment_intent: made.id });
  await expect(stripe.refunds.create({ payment_intent: made.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const listed = await stripe.refunds.list({ payment_intent: made.id });
  expect(listed.data.map((refund) => refund.amount)).toEqual([2900, 5000]);
});

test('concurrent refunds of one charge never exceed it', async () => {
  const made = await newIntent({ confirm: true, payment_method: 'pm_card_visa', return_url: RETURN_URL });
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => stripe.refunds.create({ payment_intent: made.id, amount: 4000 })),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('two confirmations at once charge once', async () => {
  const made = await newIntent();
  const results = await Promise.allSettled([
    confirm(made.id, 'pm_card_visa'),
    confirm(made.id, 'pm_card_visa'),
  ]);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  expect((await stripe.charges.list({ payment_intent: made.id })).data).toHaveLength(1);
});

test('a card is kept for a customer by a setup intent and used later without the person', async () => {
  const customer = await stripe.customers.create({ name: 'Acme Builders', email: 'owner@acme.test' });
  const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
  const done = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_mastercard' });
  expect(done.status).toBe('succeeded');
  const kept = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
  expect(kept.data.map((method) => method.card?.brand)).toEqual(['mastercard']);
  const charged = await newIntent({
    customer: customer.id,
    payment_method: kept.data[0]?.id ?? '',
    off_session: true,
    confirm: true,
    return_url: RETURN_URL,
  });
  expect(charged.status).toBe('succeeded');
});

test('what it knows survives a restart', async () => {
  const made = await newIntent();
  await world.restart();
  const found = await world.connect().paymentIntents.retrieve(made.id);
  expect(found.id).toBe(made.id);
});
