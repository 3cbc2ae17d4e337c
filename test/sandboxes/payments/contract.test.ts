import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/index.ts';
import { openSandbox, SECRET_KEY } from './sandbox.ts';

/** What is true for every endpoint of the sandbox's API. */
const world = await openSandbox();
const stripe = world.connect();
const amount = { amount: 7900, currency: 'usd' };

async function raw(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${world.sandbox.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${SECRET_KEY}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

test('the secret key is needed', async () => {
  await expect(world.connect('sk_test_other').customers.create({})).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
});

test.each([
  ['amount=7900&currency=usd&color=red', 'parameter_unknown', 'color'],
  [
    'amount=7900&currency=usd&automatic_payment_methods[enable]=true',
    'parameter_unknown',
    'automatic_payment_methods[enable]',
  ],
  ['currency=usd', 'parameter_missing', 'amount'],
  ['amount=79.00&currency=usd', 'parameter_invalid_integer', 'amount'],
  ['amount=10&currency=usd', 'amount_too_small', 'amount'],
  ['amount=7900&currency=eur', undefined, 'currency'],
  ['amount=7900&currency=usd&description=', 'parameter_invalid_empty', 'description'],
  ['amount=7900&currency=usd&receipt_email=nobody', 'email_invalid', 'receipt_email'],
  ['amount=7900&currency=usd&return_url=elsewhere', 'url_invalid', 'return_url'],
  ['amount=7900&currency=usd&customer=cus_unknown', 'resource_missing', 'customer'],
  ['amount=7900&currency=usd&transfer_group=x', undefined, 'transfer_group'],
])('%s is refused (%s)', async (body, code, param) => {
  const { status, body: answer } = await raw('/v1/payment_intents', body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(answer.error).toMatchObject({ type: 'invalid_request_error', param });
  expect(answer.error.code).toBe(code);
});

test('an endpoint and an object that do not exist are 404', async () => {
  expect((await raw('/v1/unicorns', '')).status).toBe(404);
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('the same key gives the first answer again, and only to the same request', async () => {
  const once = { idempotencyKey: 'key-1' };
  const first = await stripe.paymentIntents.create(amount, once);
  const again = await stripe.paymentIntents.create(amount, once);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(stripe.paymentIntents.create({ ...amount, amount: 9900 }, once)).rejects.toBeInstanceOf(
    Stripe.errors.StripeIdempotencyError,
  );
});

test('requests with one key at one time make one object', async () => {
  const once = { idempotencyKey: 'key-at-once' };
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => stripe.paymentIntents.create(amount, once)),
  );
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  expect(new Set(made).size).toBe(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ statusCode: 409 });
  }
});

test('a declined payment is an answer that a key repeats; a refused parameter leaves the key free', async () => {
  const pay = {
    ...amount,
    confirm: true,
    payment_method: 'pm_card_chargeDeclined',
    return_url: 'http://localhost/',
  };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(stripe.paymentIntents.create(pay, { idempotencyKey: 'key-decline' })).rejects.toMatchObject({
      statusCode: 402,
    });
  }
  const { rows } = await world.pool.query(
    `select 1 from sandbox.stripe_object where kind = 'charge' and data ->> 'status' = 'failed'`,
  );
  expect(rows).toHaveLength(1);
  const free = { idempotencyKey: 'key-free' };
  await expect(stripe.paymentIntents.create({ ...amount, amount: 1 }, free)).rejects.toThrow(/at least/);
  await expect(stripe.paymentIntents.create(amount, free)).resolves.toMatchObject({ amount: 7900 });
});

test('keys are forgotten after a day', async () => {
  const once = { idempotencyKey: 'key-old' };
  const first = await stripe.paymentIntents.create(amount, once);
  world.clock.advance(DAY + 1000);
  const later = await stripe.paymentIntents.create(amount, once);
  expect(later.id).not.toBe(first.id);
});

test('lists are paged, newest first, and filtered', async () => {
  const customer = await stripe.customers.create({ name: 'Pager' });
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    ids.unshift((await stripe.paymentIntents.create({ ...amount, customer: customer.id })).id);
  }
  const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 2 });
  expect(first.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2));
  expect(first.has_more).toBe(true);
  const all: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 2 }))
    all.push(intent.id);
  expect(all).toEqual(ids);
  const before = await stripe.paymentIntents.list({ customer: customer.id, ending_before: ids[2] ?? '' });
  expect(before.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2));
});

test('only what can be expanded is expanded', async () => {
  const customer = await stripe.customers.create({ name: 'Whole' });
  const intent = await stripe.paymentIntents.create({
    ...amount,
    customer: customer.id,
    expand: ['customer'],
  });
  expect(intent.customer).toMatchObject({ object: 'customer', name: 'Whole' });
  const listed = await stripe.paymentIntents.list({ customer: customer.id, expand: ['data.customer'] });
  expect(listed.data[0]?.customer).toMatchObject({ name: 'Whole' });
  await expect(stripe.paymentIntents.retrieve(intent.id, { expand: ['amount'] })).rejects.toThrow(
    'This property cannot be expanded (amount).',
  );
});

test('faults happen as ordered: an answer that is lost was still worked on', async () => {
  const on = 'POST /v1/payment_intents';
  world.sandbox.plan({ kind: 'error-500', on });
  await expect(stripe.paymentIntents.create(amount)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  world.sandbox.plan({ kind: 'rate-limit', on });
  await expect(stripe.paymentIntents.create(amount)).rejects.toBeInstanceOf(
    Stripe.errors.StripeRateLimitError,
  );
  const once = { idempotencyKey: 'key-lost' };
  world.sandbox.plan({ kind: 'lost-answer', on, times: 2 });
  await expect(stripe.paymentIntents.create(amount, once)).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  const retried = await stripe.paymentIntents.create(amount, once);
  expect(retried.lastResponse.headers['idempotent-replayed']).toBe('true');
});
