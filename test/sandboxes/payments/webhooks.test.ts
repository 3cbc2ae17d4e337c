import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { openSandbox, WEBHOOK_SECRET } from './sandbox.ts';

interface Delivery {
  payload: string;
  signature: string;
}
const received: Delivery[] = [];
let answers: number[] = [];
const receiver = createServer(async (request, response) => {
  let payload = '';
  for await (const chunk of request) payload += chunk;
  received.push({ payload, signature: String(request.headers['stripe-signature']) });
  response.writeHead(answers.shift() ?? 200).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/stripe`;
const world = await openSandbox(url);
const stripe = world.connect();

const typesOf = () => received.map((delivery) => JSON.parse(delivery.payload).type as string);

beforeEach(async () => {
  await eventually(async () => expect(await undelivered()).toBe(0));
  received.length = 0;
  answers = [];
});

async function undelivered(): Promise<number> {
  const { rows } = await world.pool.query(
    'select count(*)::int as n from sandbox.stripe_webhook_delivery where delivered_at is null',
  );
  return rows[0].n;
}

test('events arrive in order, signed, with the object as it stood', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 7900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/',
  });
  await eventually(() => expect(received).toHaveLength(3));
  expect(typesOf()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  const last = received[2] as Delivery;
  const at = world.clock.now().getTime();
  const read = (payload: string, receivedAt = at) =>
    stripe.webhooks.constructEvent(payload, last.signature, WEBHOOK_SECRET, 300, undefined, receivedAt);
  expect(read(last.payload)).toMatchObject({
    object: 'event',
    api_version: Stripe.API_VERSION,
    data: { object: { id: intent.id, status: 'succeeded', amount_received: 7900 } },
  });
  expect(() => read(last.payload.replace('7900', '1'))).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
  expect(() => read(last.payload, at + 6 * MINUTE)).toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test('an event comes again until it is taken', async () => {
  answers = [500, 503];
  await stripe.customers.create({ name: 'Again' });
  await eventually(() => expect(received).toHaveLength(1));
  for (const times of [2, 3]) {
    world.clock.advance(MINUTE);
    await eventually(() => expect(received).toHaveLength(times));
  }
  expect(new Set(received.map((delivery) => JSON.parse(delivery.payload).id)).size).toBe(1);
  await eventually(async () => expect(await undelivered()).toBe(0));
});

test('held events wait for their release', async () => {
  world.sandbox.holdWebhooks();
  await stripe.customers.create({ name: 'Held' });
  expect(received).toEqual([]);
  world.sandbox.releaseWebhooks();
  await eventually(() => expect(typesOf()).toEqual(['customer.created']));
});

test('events that are taken are signed and not sent', async () => {
  world.sandbox.holdWebhooks();
  await stripe.customers.create({ name: 'Taken' });
  const [taken] = await world.sandbox.takeEvents();
  world.sandbox.releaseWebhooks();
  expect(taken?.type).toBe('customer.created');
  const event = stripe.webhooks.constructEvent(
    taken?.payload ?? '',
    taken?.signature ?? '',
    WEBHOOK_SECRET,
    300,
    undefined,
    world.clock.now().getTime(),
  );
  expect(event.id).toBe(taken?.id);
  expect(received).toEqual([]);
});

test('events can be listed afterwards', async () => {
  await stripe.customers.create({ name: 'Listed' });
  const events = await stripe.events.list({ type: 'customer.created', limit: 1 });
  expect(events.data[0]?.data.object).toMatchObject({ name: 'Listed' });
});
