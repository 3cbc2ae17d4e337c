import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createStripePayments, PaymentFailure } from '#modules/platform/index.ts';

/** What the live adapter asks Stripe for, and what it makes of errors that the sandbox never answers. */

interface Asked {
  call: string;
  params: Record<string, string>;
  key: string | undefined;
  /** What the SDK tells of earlier requests. */
  telemetry: string | undefined;
}

const asked: Asked[] = [];
let answer: (response: ServerResponse) => void = () => undefined;

const respond = (status: number, body: object) => {
  answer = (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'stripe-should-retry': 'false',
    });
    response.end(JSON.stringify(body));
  };
};
const fail = (status: number, type: string) => respond(status, { error: { type, message: 'refused' } });

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  asked.push({
    call: `${request.method} ${pathname}`,
    params: Object.fromEntries([...searchParams, ...new URLSearchParams(body)]),
    key: request.headers['idempotency-key'] as string | undefined,
    telemetry: request.headers['x-stripe-client-telemetry'] as string | undefined,
  });
  answer(response);
});
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const settings = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' };
const payments = createStripePayments({
  ...settings,
  serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});

beforeEach(() => {
  asked.length = 0;
});

const intent = { object: 'payment_intent', id: 'pi_1', status: 'requires_action', amount: 1, metadata: {} };
const session = { object: 'checkout.session', id: 'cs_1', status: 'open', metadata: {}, created: 1 };
const setup = { object: 'setup_intent', id: 'seti_1', status: 'requires_action', created: 1 };
const list = (...data: object[]) => ({ object: 'list', data, has_more: false, url: '/' });
const payment = {
  key: 'attempt:1',
  amount: 7900,
  description: 'A check',
  references: { purchaseId: 'p1', attemptId: 'a1' },
};
const price = { amount: '7900', currency: 'usd', description: 'A check' };
const references = { 'metadata[purchase_id]': 'p1', 'metadata[attempt_id]': 'a1' };
const pages = { successUrl: 'https://a.example.com/done', cancelUrl: 'https://a.example.com/back' };
const addresses = { success_url: pages.successUrl, cancel_url: pages.cancelUrl };
const withoutRedirects = {
  'automatic_payment_methods[enabled]': 'true',
  'automatic_payment_methods[allow_redirects]': 'never',
};

test.each<[string, object, () => Promise<unknown>, Record<string, string>]>([
  [
    'POST /v1/payment_intents',
    intent,
    () => payments.createPaymentIntent(payment),
    { ...price, ...references, 'automatic_payment_methods[enabled]': 'true' },
  ],
  [
    'POST /v1/payment_intents',
    intent,
    () => payments.holdOnCard({ ...payment, customerId: 'cus_1', cardId: 'pm_1' }),
    {
      ...price,
      ...references,
      ...withoutRedirects,
      customer: 'cus_1',
      payment_method: 'pm_1',
      capture_method: 'manual',
      confirm: 'true',
      off_session: 'true',
    },
  ],
  [
    'POST /v1/checkout/sessions',
    session,
    () => payments.createCheckoutSession({ ...payment, ...pages, emailaddress: 'dana@example.com' }),
    {
      ...references,
      ...addresses,
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '7900',
      'line_items[0][price_data][product_data][name]': 'A check',
      customer_email: 'dana@example.com',
      client_reference_id: 'p1',
      'payment_intent_data[metadata][purchase_id]': 'p1',
      'payment_intent_data[metadata][attempt_id]': 'a1',
      'payment_intent_data[description]': 'A check',
    },
  ],
  [
    'POST /v1/setup_intents',
    setup,
    () => payments.createSetupIntent({ key: 'attempt:1', customerId: 'cus_1' }),
    { ...withoutRedirects, customer: 'cus_1', usage: 'off_session' },
  ],
  [
    'POST /v1/setup_intents',
    setup,
    () => payments.saveCard({ key: 'attempt:1', customerId: 'cus_1', cardToken: 'pm_card_visa' }),
    {
      ...withoutRedirects,
      customer: 'cus_1',
      usage: 'off_session',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'expand[0]': 'payment_method',
    },
  ],
  [
    'POST /v1/checkout/sessions',
    session,
    () => payments.createSetupSession({ key: 'attempt:1', customerId: 'cus_1', ...pages }),
    { ...addresses, mode: 'setup', currency: 'usd', customer: 'cus_1' },
  ],
])('%s under a key of ours, with nothing left out', async (call, body, run, params) => {
  respond(200, body);
  await run();
  expect(asked).toEqual([{ call, params, key: 'attempt:1', telemetry: undefined }]);
});

test.each<[string, object, () => Promise<unknown>, Record<string, string>]>([
  ['GET /v1/payment_intents/pi_1', intent, () => payments.retrievePayment('pi_1'), {}],
  [
    'GET /v1/checkout/sessions/cs_1',
    session,
    () => payments.retrievePayment('cs_1'),
    { 'expand[0]': 'payment_intent' },
  ],
  [
    'POST /v1/payment_intents/pi_1/cancel',
    intent,
    () => payments.closePayment('pi_1'),
    { cancellation_reason: 'abandoned' },
  ],
  [
    'POST /v1/checkout/sessions/cs_1/expire',
    session,
    () => payments.closePayment('cs_1'),
    { 'expand[0]': 'payment_intent' },
  ],
  [
    'GET /v1/setup_intents/seti_1',
    setup,
    () => payments.retrieveSetup('seti_1'),
    { 'expand[0]': 'payment_method' },
  ],
  [
    'GET /v1/checkout/sessions/cs_1',
    session,
    () => payments.retrieveSetup('cs_1'),
    { 'expand[0]': 'setup_intent.payment_method' },
  ],
  [
    'GET /v1/payment_intents',
    list(),
    () => payments.findHold('cus_1', 'a1'),
    { customer: 'cus_1', limit: '100' },
  ],
  ['GET /v1/refunds', list(), () => payments.listRefunds('pi_1'), { payment_intent: 'pi_1', limit: '100' }],
  ['GET /v1/webhook_endpoints', list(), () => payments.listEventReceivers(), { limit: '100' }],
  ['GET /v1/disputes', list(), () => payments.listDisputes('pi_1'), { payment_intent: 'pi_1', limit: '100' }],
  ['POST /v1/payment_methods/pm_1/detach', {}, () => payments.forgetCard('pm_1'), {}],
])('%s is asked once', async (call, body, run, params) => {
  respond(200, body);
  await run();
  expect(asked.map((one) => [one.call, one.params])).toEqual([[call, params]]);
});

const kindOf = (run: Promise<unknown>) =>
  run.then(
    (done) => done ?? 'done',
    (error: unknown) => (error instanceof PaymentFailure ? error.kind : error),
  );

test.each([
  [402, 'card_error', 'declined', 'declined'],
  [404, 'invalid_request_error', 'not-found', 'not-found'],
  [400, 'invalid_request_error', 'rejected', 'rejected'],
  [401, 'invalid_request_error', 'unauthorized', 'unauthorized'],
  [403, 'invalid_request_error', 'unauthorized', 'unauthorized'],
  [429, 'invalid_request_error', 'unavailable', 'unavailable'],
  [409, 'api_error', 'unavailable', 'unavailable'],
  [410, 'api_error', 'unavailable', 'indeterminate'],
  [500, 'api_error', 'unavailable', 'indeterminate'],
  [400, 'idempotency_error', 'rejected', 'indeterminate'],
])('%i %s of Stripe means %s, and under a key of ours %s', async (status, type, kind, underKey) => {
  fail(status, type);
  expect(await kindOf(payments.retrievePayment('pi_1'))).toBe(kind);
  expect(await kindOf(payments.createPaymentIntent(payment))).toBe(underKey);
});

test('a connection that breaks means that Stripe is unavailable, after two more tries', async () => {
  answer = (response) => response.destroy();
  expect(await kindOf(payments.retrievePayment('pi_1'))).toBe('unavailable');
  expect(asked).toHaveLength(3);
});

test.each([
  [404, 'done', null, 'not-found'],
  [400, 'done', 'rejected', 'rejected'],
  [403, 'unauthorized', 'unauthorized', 'unauthorized'],
])(
  '%i forgets a card: %s, finds a movement: %s, closes a payment: %s',
  async (status, card, found, closed) => {
    fail(status, 'invalid_request_error');
    expect(await kindOf(payments.forgetCard('pm_1'))).toBe(card);
    expect(await payments.findMovement('pi_1').catch((error: PaymentFailure) => error.kind)).toBe(found);
    asked.length = 0;
    expect(await kindOf(payments.closePayment('pi_1'))).toBe(closed);
    // Only a refusal may mean that it is paid or closed already.
    expect(asked).toHaveLength(status === 400 ? 2 : 1);
  },
);

test('a refund is found among earlier ones by our id alone', async () => {
  const refund = { key: 'refund:1', transactionId: 'pi_1', amount: 500, refundId: 'r1' };
  const made = (id: string) => ({
    object: 'refund',
    id: `re_${id}`,
    amount: 500,
    currency: 'usd',
    status: 'succeeded',
    metadata: { refund_id: id },
  });
  respond(200, list(made('r2'), made('r1')));
  expect(await payments.refund(refund)).toMatchObject({ id: 're_r1', state: 'done' });
  expect(asked).toHaveLength(1);
});

test.each([
  ['the live service', null, 'https://js.stripe.com'],
  ['what stands in for it', 'https://pay.example.com', 'https://pay.example.com'],
])('the page that pays admits %s alone', (_which, serviceUrl, script) => {
  const { sources, scriptUrl } = createStripePayments({ ...settings, serviceUrl }).cardForm;
  expect(scriptUrl.startsWith(`${script}/`)).toBe(true);
  expect(sources).toEqual(
    serviceUrl
      ? {
          script: [serviceUrl],
          frame: [serviceUrl],
          connect: [serviceUrl],
          formAction: [serviceUrl],
          payment: [serviceUrl],
        }
      : {
          script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
          frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
          connect: ['https://api.stripe.com'],
          formAction: ['https://checkout.stripe.com'],
          payment: ['https://js.stripe.com'],
        },
  );
});
