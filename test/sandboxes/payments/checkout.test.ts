import type Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#modules/platform/index.ts';
import { openSandbox } from './sandbox.ts';

const world = await openSandbox();
const stripe = world.connect();
const card = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Dana Whitfield',
  zip: '78751',
};

let session: Stripe.Checkout.Session;
beforeEach(async () => {
  session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 7900, product_data: { name: 'National <b>check</b>' } },
      },
    ],
    customer_email: 'dana@shieldhub.test',
    metadata: { purchase_id: 'p1' },
    payment_intent_data: { metadata: { purchase_id: 'p1' } },
    success_url: 'http://localhost:3000/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/cancelled',
  });
});

const page = (path: string, form?: Record<string, string>) =>
  fetch(`${world.sandbox.url}${path}`, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
const pay = (form: Partial<typeof card> = {}) => page(`/c/pay/${session.id}`, { ...card, ...form });
const now = () => stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });

test('a session is open, has a page of its own and no intent before it is paid', async () => {
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 7900,
    payment_intent: null,
    url: `${world.sandbox.url}/c/pay/${session.id}`,
  });
  const shown = await page(`/c/pay/${session.id}`);
  const text = await shown.text();
  expect(shown.status).toBe(200);
  expect(text).toContain('National &lt;b&gt;check&lt;/b&gt;');
  expect(text).toContain('Pay $79.00');
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000");
});

test('paying on the page leads back with the session, complete and paid', async () => {
  const answer = await pay();
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`http://localhost:3000/done?session=${session.id}`);
  expect(await now()).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { name: 'Dana Whitfield' },
    payment_intent: { status: 'succeeded', amount_received: 7900, metadata: { purchase_id: 'p1' } },
  });
});

test('a page posted twice at once charges once', async () => {
  const answers = await Promise.all([pay(), pay(), pay()]);
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
  const { payment_intent: intent } = await now();
  const charges = await stripe.charges.list({ payment_intent: (intent as Stripe.PaymentIntent).id });
  expect(charges.data).toHaveLength(1);
});

test('a declined card comes back with the words of the bank, and another card pays the same intent', async () => {
  const declined = await pay({ number: '4000 0000 0000 0002' });
  expect(declined.status).toBe(402);
  const text = await declined.text();
  expect(text).toContain('Your card was declined.');
  expect(text).not.toContain('4000');
  const { payment_intent: first } = await now();
  expect((await pay()).status).toBe(303);
  const { payment_intent: second } = await now();
  expect((second as Stripe.PaymentIntent).id).toBe((first as Stripe.PaymentIntent).id);
});

test.each([
  [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
  [{ number: '4242' }, 'Your card number is incomplete.'],
  [{ expiry: '01 / 20' }, 'Your card&#39;s expiration year is in the past.'],
  [{ cvc: '1' }, 'Your card&#39;s security code is incomplete.'],
  [{ name: ' ' }, 'Your name on the card is incomplete.'],
  [{ zip: '787' }, 'Your ZIP is incomplete.'],
])('%o is told before any bank is asked', async (mistake, message) => {
  const answer = await pay(mistake);
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain(message);
  expect(text).not.toContain('value="4242');
  expect((await now()).payment_intent).toBeNull();
});

test('a card that asks the bank leads over the question to either end', async () => {
  const asked = await pay({ number: '4000 0025 0000 3155' });
  const question = asked.headers.get('location') ?? '';
  expect(question).toMatch(/^\/challenge\/pi_/);
  expect(await (await page(question)).text()).toContain('$79.00');
  const failed = await page(question, { outcome: 'fail' });
  expect(failed.headers.get('location')).toBe(`/c/pay/${session.id}`);
  expect(await (await page(`/c/pay/${session.id}`)).text()).toContain('We are unable to authenticate');
  await pay({ number: '4000 0025 0000 3155' });
  const passed = await page(question, { outcome: 'complete' });
  expect(passed.headers.get('location')).toContain('/done?session=');
  expect(await now()).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('an expired session can no longer be paid, nor a paid one expired', async () => {
  await stripe.checkout.sessions.expire(session.id);
  expect(await now()).toMatchObject({ status: 'expired', url: null });
  const answer = await pay();
  expect(await answer.text()).toContain('no longer available');
  expect((await now()).payment_status).toBe('unpaid');
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('a session closes by itself after a day', async () => {
  world.clock.advance(DAY);
  expect(await now()).toMatchObject({ status: 'expired' });
});

test.each([
  [{ line_items: [] }, /total amount due|Missing required/],
  [{ ui_mode: 'embedded_page' as const }, /must be one of hosted_page/],
  [{ mode: 'subscription' as const }, /must be one of payment/],
])('a session is refused with %o', async (wrong, message) => {
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    success_url: 'http://localhost/',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 7900, product_data: { name: 'x' } } },
    ],
    ...wrong,
  };
  await expect(stripe.checkout.sessions.create(params)).rejects.toThrow(message);
});
