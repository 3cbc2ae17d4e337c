import { expect, test } from 'vitest';
import { createStripePayments, DAY, MINUTE, openPayments, PaymentFailure } from '#modules/platform/index.ts';
import {
  readEvent,
  readIntent,
  readRefund,
  readSession,
  readSetup,
  readSetupSession,
} from '#modules/platform/payments/stripe-objects.ts';
import { openSandbox, SECRET_KEY, WEBHOOK_SECRET } from '#test/sandboxes/payments/sandbox.ts';

/** What the portal expects of the live adapter and of the sandbox. */
const world = await openSandbox();
const stripe = world.connect();
const keys = { secretKey: SECRET_KEY, publishableKey: 'pk_test_sandbox', webhookSecret: WEBHOOK_SECRET };
const payments = createStripePayments({ ...keys, serviceUrl: world.sandbox.url });
let made = 0;

function newPayment() {
  made += 1;
  return {
    key: `attempt:${made}`,
    amount: 7900,
    description: 'National Background Check',
    references: { purchaseId: `p${made}`, attemptId: `a${made}` },
  };
}

const pay = (id: string, payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.confirm(id, { payment_method, return_url: 'http://localhost/' });

test('a payment for the card form goes from open to paid', async () => {
  const wanted = newPayment();
  const open = await payments.createPaymentIntent(wanted);
  expect(open).toMatchObject({ state: 'open', amount: 7900, currency: 'usd', references: wanted.references });
  expect(open.handover).toContain(`${open.id}_secret_`);
  expect((await payments.createPaymentIntent(wanted)).id).toBe(open.id);
  await pay(open.id);
  expect(await payments.retrievePayment(open.id)).toEqual({
    id: open.id,
    state: 'paid',
    amount: 7900,
    currency: 'usd',
    transactionId: open.id,
    declined: null,
    handover: null,
    references: wanted.references,
  });
});

test("a payment on the provider's page has an address while it is open", async () => {
  const open = await payments.createCheckoutSession({
    ...newPayment(),
    emailaddress: 'dana@shieldhub.test',
    successUrl: 'http://localhost/done',
    cancelUrl: 'http://localhost/back',
  });
  expect(open).toMatchObject({ state: 'open', amount: 7900, transactionId: null });
  expect(open.handover).toBe(`${world.sandbox.url}/c/pay/${open.id}`);
  expect(await payments.closePayment(open.id)).toMatchObject({ state: 'closed', handover: null });
});

test('a hold is found by its attempt among the payments of its customer only', async () => {
  const customerWithCard = async (companyId: string) => {
    const customer = await payments.createCustomer({
      key: `customer:${companyId}`,
      name: companyId,
      companyId,
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    return { customerId: customer.id, cardId: card.id };
  };
  const acme = await customerWithCard('acme');
  const borealis = await customerWithCard('borealis');
  const wanted = newPayment();
  const hold = await payments.holdOnCard({ ...wanted, ...acme });
  await payments.holdOnCard({ ...newPayment(), ...acme });
  const { attemptId } = wanted.references;
  expect((await payments.findHold(acme.customerId, attemptId))?.id).toBe(hold.id);
  expect(await payments.findHold(borealis.customerId, attemptId)).toBeNull();
  expect(await payments.findHold(acme.customerId, 'a-none')).toBeNull();
});

test('closing comes too late for what is paid, and is nothing new for what is closed', async () => {
  const paid = await payments.createPaymentIntent(newPayment());
  await pay(paid.id);
  expect(await payments.closePayment(paid.id)).toMatchObject({ state: 'paid' });
  const closed = await payments.createPaymentIntent(newPayment());
  await payments.closePayment(closed.id);
  expect(await payments.closePayment(closed.id)).toMatchObject({ state: 'closed' });
});

test("a declined try leaves the bank's words on the open payment", async () => {
  const open = await payments.createPaymentIntent(newPayment());
  await pay(open.id, 'pm_card_chargeDeclined').catch(() => undefined);
  expect(await payments.retrievePayment(open.id)).toMatchObject({
    state: 'open',
    declined: 'Your card was declined.',
    handover: open.handover,
  });
});

const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof PaymentFailure ? error.kind : error),
  );

test('failures come in words of our own', async () => {
  expect(await kindOf(payments.retrievePayment('pi_unknown'))).toBe('not-found');
  expect(await kindOf(payments.createPaymentIntent({ ...newPayment(), amount: 1 }))).toBe('rejected');
  const wrongKey = createStripePayments({ ...keys, secretKey: 'sk_test_x', serviceUrl: world.sandbox.url });
  expect(await kindOf(wrongKey.retrievePayment('pi_unknown'))).toBe('unauthorized');
  // Only this address, because a fault that is left over must not reach another test.
  world.sandbox.plan({ kind: 'error-500', on: 'GET /v1/payment_intents/pi_unknown', times: 3 });
  expect(await kindOf(payments.retrievePayment('pi_unknown'))).toBe('unavailable');
});

test('a fault of the provider under a key is its answer to that key for a day', async () => {
  const wanted = newPayment();
  world.sandbox.plan({ kind: 'error-500', on: 'POST /v1/payment_intents' });
  expect(await kindOf(payments.createPaymentIntent(wanted))).toBe('indeterminate');
  expect(await kindOf(payments.createPaymentIntent(wanted))).toBe('indeterminate');
  expect(await kindOf(payments.createPaymentIntent({ ...wanted, amount: 8000 }))).toBe('indeterminate');
  world.clock.advance(DAY + MINUTE);
  expect(await kindOf(payments.createPaymentIntent(wanted))).toBe('done');
});

test('a refund that is asked for again days later is the same refund', async () => {
  const open = await payments.createPaymentIntent(newPayment());
  await pay(open.id);
  const refund = { key: 'refund:1', transactionId: open.id, amount: 5000, refundId: 'r1' };
  const first = await payments.refund(refund);
  expect(first).toMatchObject({ amount: 5000, currency: 'usd', state: 'done' });
  world.clock.advance(2 * DAY);
  expect(await payments.refund(refund)).toEqual(first);
  expect((await stripe.refunds.list({ payment_intent: open.id })).data).toHaveLength(1);
});

test('a customer is made once for a key', async () => {
  const wanted = { key: 'customer:1', name: 'Acme', companyId: 'a' };
  expect(await payments.createCustomer(wanted)).toEqual(await payments.createCustomer(wanted));
});

test('notices are proven by signature and age, and hand nothing out', async () => {
  await world.sandbox.takeEvents();
  const open = await payments.createPaymentIntent(newPayment());
  const [event] = await world.sandbox.takeEvents();
  const { payload = '', signature = '' } = event ?? {};
  const now = world.clock.now();
  expect(payments.constructEvent(payload, signature, now)).toMatchObject({
    id: event?.id,
    type: 'payment_intent.created',
    payment: { id: open.id, state: 'open', handover: null },
  });
  const late = new Date(now.getTime() + 6 * MINUTE);
  for (const [body, header, at] of [
    [payload, signature, late],
    [payload, 't=1,v1=00', now],
    [payload.replace('7900', '1'), signature, now],
  ] as const) {
    expect(() => payments.constructEvent(body, header, at)).toThrow(PaymentFailure);
  }
});

test('the page that pays admits the provider alone', () => {
  const { url } = world.sandbox;
  expect(payments.cardForm).toEqual({
    publishableKey: 'pk_test_sandbox',
    scriptUrl: `${url}/v3/`,
    sources: { script: [url], frame: [url], connect: [url], formAction: [url], payment: [url] },
  });
  const live = openPayments({
    kind: 'stripe',
    secretKey: 'sk_live_x',
    publishableKey: 'pk_live_x',
    webhookSecret: 'whsec_x',
    sandboxPort: 1,
    serviceUrl: null,
  });
  expect(live.cardForm.scriptUrl).toMatch(/^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js$/);
  expect(live.cardForm.sources.formAction).toEqual(['https://checkout.stripe.com']);
  expect(live.cardForm.sources.payment).toEqual(['https://js.stripe.com']);
});

test('a card that the provider no longer has is forgotten already', async () => {
  expect(await kindOf(payments.forgetCard('pm_unknown'))).toBe('done');
  // Only this address, because a fault that is left over must not reach another test.
  world.sandbox.plan({ kind: 'error-500', on: 'POST /v1/payment_methods/pm_unknown/detach', times: 3 });
  expect(await kindOf(payments.forgetCard('pm_unknown'))).not.toBe('done');
});

/** Objects of Stripe and what is read from them. The sandbox never creates some of these states. */
const intent = { object: 'payment_intent', id: 'pi_1', amount: 7900, amount_received: 0, currency: 'usd' };
const session = {
  object: 'checkout.session',
  id: 'cs_1',
  created: 1_700_000_000,
  mode: 'payment',
  amount_total: 7900,
  currency: 'usd',
  payment_intent: 'pi_1',
  url: 'https://pay.example/1',
};
const setup = {
  object: 'setup_intent',
  id: 'seti_1',
  created: 1_700_000_000,
  customer: { id: 'cus_1' },
  client_secret: 'secret',
  payment_method: { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 } },
};

test.each([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'open'],
  ['processing', 'processing'],
  ['requires_capture', 'authorized'],
  ['succeeded', 'paid'],
  ['canceled', 'closed'],
  ['a state to come', 'processing'],
])('a payment that is %s at Stripe is %s', (status, state) => {
  const read = readIntent({ ...intent, status, client_secret: 'secret', amount_received: 5 } as never);
  expect(read).toMatchObject({
    state,
    amount: state === 'paid' ? 5 : 7900,
    handover: state === 'open' ? 'secret' : null,
    declined: null,
  });
});

test.each([
  [{ status: 'open' }, 'open'],
  [{ status: 'complete', payment_status: 'paid' }, 'paid'],
  [{ status: 'complete', payment_status: 'unpaid' }, 'processing'],
  [{ status: 'expired' }, 'closed'],
])('a page of Stripe that is %o is %s, with its payment named or in full', (given, state) => {
  const named = readSession({ ...session, ...given } as never);
  expect(named).toMatchObject({ state, amount: 7900, transactionId: 'pi_1', declined: null });
  expect(named.handover).toBe(state === 'open' ? session.url : null);
  const whole = { ...intent, id: 'pi_2', last_payment_error: {} };
  expect(readSession({ ...session, ...given, payment_intent: whole } as never)).toMatchObject({
    transactionId: 'pi_2',
    declined: '',
  });
  expect(readSession({ ...session, ...given, payment_intent: null } as never).transactionId).toBeNull();
});

test.each([
  ['requires_payment_method', 'open'],
  ['processing', 'processing'],
  ['succeeded', 'done'],
  ['canceled', 'closed'],
  ['a state to come', 'processing'],
])('a card that is being saved and %s is %s', (status, state) => {
  const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 };
  expect(readSetup({ ...setup, status } as never)).toEqual({
    id: 'seti_1',
    state,
    createdAt: new Date(1_700_000_000_000),
    customerId: 'cus_1',
    card: state === 'done' ? card : null,
    declined: null,
    handover: state === 'open' ? 'secret' : null,
  });
  const page = (more: object) => readSetupSession({ ...session, customer: 'cus_2', ...more } as never);
  const done = state === 'done';
  expect(page({ status: 'open', setup_intent: { ...setup, status } })).toMatchObject({
    state: done ? 'done' : 'open',
    customerId: 'cus_2',
    card: done ? card : null,
    handover: session.url,
  });
  expect(page({ status: 'expired', setup_intent: 'seti_1' })).toMatchObject({
    state: 'closed',
    handover: null,
  });
});

test.each([
  ['succeeded', 'done'],
  ['pending', 'processing'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund that is %s at Stripe is %s', (status, state) => {
  expect(readRefund({ id: 're_1', amount: 5, currency: 'usd', status } as never).state).toBe(state);
});

const nothing = { payment: null, setupId: null, refundOf: null, disputed: null };
const dispute = { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' };
const told = (news: boolean) => ({ disputed: { disputeId: 'dp_1', transactionId: 'pi_1', news } });

test.each<[string, object, object]>([
  [
    'payment_intent.succeeded',
    { ...intent, status: 'succeeded' },
    { payment: { id: 'pi_1', handover: null } },
  ],
  ['checkout.session.completed', { ...session, status: 'open' }, { payment: { id: 'cs_1', handover: null } }],
  ['checkout.session.completed', { ...session, mode: 'setup', status: 'complete' }, {}],
  ['setup_intent.succeeded', { ...setup, status: 'succeeded' }, { setupId: 'seti_1' }],
  ['setup_intent.created', { ...setup, status: 'requires_action' }, {}],
  ['refund.updated', { object: 'refund', payment_intent: { id: 'pi_1' } }, { refundOf: 'pi_1' }],
  ['charge.refunded', { object: 'charge', payment_intent: 'pi_1', amount_refunded: 1 }, { refundOf: 'pi_1' }],
  ['charge.succeeded', { object: 'charge', payment_intent: 'pi_1', amount_refunded: 0 }, {}],
  ['charge.dispute.created', dispute, told(true)],
  ['charge.dispute.closed', dispute, told(true)],
  ['charge.dispute.updated', dispute, told(false)],
  ['charge.dispute.created', { ...dispute, payment_intent: null }, {}],
])('of %s is read what there is to do', (type, object, read) => {
  expect(readEvent({ id: 'evt_1', type, data: { object } } as never)).toMatchObject({
    id: 'evt_1',
    type,
    ...nothing,
    ...read,
  });
});
