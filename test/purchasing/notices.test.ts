import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE, Refusal, sql } from '#modules/platform/index.ts';
import { receivePaymentEvent, setPurchaseConfirmed, settlePaymentEvent } from '#modules/purchasing/index.ts';
import { type SignedEvent, signEvent } from '#sandboxes/payments/index.ts';
import {
  type Buyer,
  booksOf,
  choose,
  enterCard,
  newBuyer,
  openShop,
  paidAtProvider,
  pressPay,
  pressPayThere,
  typeCard,
} from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, sandbox } = shop;

beforeEach(async () => {
  await sandbox.takeEvents();
});

const notice = ({ payload, signature }: Pick<SignedEvent, 'payload' | 'signature'>) =>
  portal.visitor().perform(receivePaymentEvent, { body: payload, signature });

async function tell(...events: SignedEvent[]): Promise<void> {
  for (const event of events) await notice(event);
  await portal.runJobs();
}

/** A correctly signed event with any content. */
async function tellSigned(event: object): Promise<void> {
  const payload = JSON.stringify(event);
  await notice({
    payload,
    signature: signEvent(portal.config.payments.webhookSecret, payload, portal.clock.now()),
  });
  await portal.runJobs();
}

async function expectPaidOnce(buyer: Buyer): Promise<void> {
  const books = await booksOf(portal, buyer);
  expect(books.applications).toHaveLength(1);
  expect(books.ledger.map((entry) => ({ id: entry.provider_id, amount: entry.amount_cents }))).toEqual(
    await paidAtProvider(shop, books),
  );
  expect(books.ledger).toHaveLength(1);
}

async function expectUnpaid(buyer: Buyer): Promise<void> {
  const books = await booksOf(portal, buyer);
  expect(books.purchases.every((purchase) => purchase.status !== 'paid')).toBe(true);
  expect([books.ledger, books.applications]).toEqual([[], []]);
}

test('a notice alone confirms when the person does not come back', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  await tell(...(await sandbox.takeEvents()));
  await expectPaidOnce(buyer);
});

test("a notice of the provider's own page confirms", async () => {
  const buyer = await newBuyer(shop);
  await typeCard(shop, await pressPayThere(buyer));
  const events = await sandbox.takeEvents();
  expect(events.map((event) => event.type)).toContain('checkout.session.completed');
  await tell(...events);
  await expectPaidOnce(buyer);
});

test('every notice ten times changes nothing more', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  const events = await sandbox.takeEvents();
  for (let time = 0; time < 10; time += 1) await tell(...events);
  await expectPaidOnce(buyer);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from hook_event where provider = 'stripe'
    and event_id = any(${sql.val(events.map((event) => event.id))})`.execute(portal.db);
  expect(rows[0]?.n).toBe(events.length);
});

function orders<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    orders([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

test('notices in every order confirm once', async () => {
  for (const order of orders([0, 1, 2, 3])) {
    const buyer = await newBuyer(shop);
    await sandbox.takeEvents();
    const intent = await pressPay(buyer);
    for (const card of ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'])
      await enterCard(shop, intent, card).catch(() => undefined);
    await enterCard(shop, intent);
    const events = (await sandbox.takeEvents()).filter((event) => event.type.startsWith('payment_intent.'));
    expect(events).toHaveLength(4);
    await tell(...order.map((index) => events[index] as SignedEvent));
    await expectPaidOnce(buyer);
  }
});

test('forged, unsigned and stale notices are refused and kept nowhere', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  const events = await sandbox.takeEvents();
  const paid = events.at(-1) as SignedEvent;
  const unsigned = { code: 'purchasing.notice-unsigned', status: 401 };
  const stale = signEvent(
    portal.config.payments.webhookSecret,
    paid.payload,
    new Date(portal.clock.now().getTime() - 6 * MINUTE),
  );
  const forged = signEvent('whsec_somebodyelse', paid.payload, portal.clock.now());
  for (const signature of ['', 'nonsense', stale, forged]) {
    await expect(notice({ payload: paid.payload, signature })).rejects.toMatchObject(unsigned);
  }
  const changed = paid.payload.replace('7900', '7901');
  await expect(notice({ payload: changed, signature: paid.signature })).rejects.toMatchObject(unsigned);
  const refusal = await notice({ payload: changed, signature: paid.signature }).catch(
    (caught: Refusal) => caught,
  );
  shows('purchase.notice-unsigned', refusal instanceof Refusal ? refusal.text : '');
  await portal.runJobs();
  await expectUnpaid(buyer);
  await tell(paid);
  await expectPaidOnce(buyer);
});

test('a notice that comes 72 hours late, signed anew, still confirms', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  portal.clock.advance(3 * DAY);
  await tell(...(await sandbox.takeEvents()));
  await expectPaidOnce(buyer);
});

test.each([
  ['another amount', { amount: 100, amount_received: 100 }],
  ['another currency', { currency: 'eur' }],
  ['the reference of another purchase', { metadata: { purchase_id: 'x' } }],
  ['the reference of another attempt', { metadata: { attempt_id: 'y' } }],
])('a signed notice with %s changes nothing and is told to staff', async (_name, wrong) => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent);
  const paid = await shop.stripe.paymentIntents.retrieve(intent);
  const metadata = { ...paid.metadata, ...('metadata' in wrong ? wrong.metadata : {}) };
  const object = { ...paid, ...wrong, metadata };
  await tellSigned({
    id: `evt_${intent}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
  });
  await expectUnpaid(buyer);
  expect(portal.takeErrors()).toMatchObject([{ msg: 'a payment does not fit its purchase' }]);
});

test('a notice about what is not ours is kept and changes nothing', async () => {
  const other = await shop.stripe.paymentIntents.create({ amount: 7900, currency: 'usd' });
  await enterCard(shop, other.id);
  await tell(...(await sandbox.takeEvents()));
  expect(portal.takeErrors()).toEqual([]);
});

test('a notice whose body was deleted since is not worked on again', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  const events = await sandbox.takeEvents();
  await tell(...events);
  await portal.pool.query('update hook_event set body = null where event_id = any($1)', [
    events.map(({ id }) => id),
  ]);
  for (const { id } of events) await expect(settlePaymentEvent(portal, id)).resolves.toBeUndefined();
  await expect(settlePaymentEvent(portal, 'unknown')).resolves.toBeUndefined();
});

test('each notice is marked as handled, also one about no payment', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  const other = { id: `evt_customer_${buyer.accountId}`, object: 'event', type: 'customer.created' };
  await tellSigned({ ...other, data: { object: { id: 'cus_1', object: 'customer' } } });
  const events = await sandbox.takeEvents();
  await tell(...events);
  const { rows } = await sql<{ handled: boolean }>`select handled_at is not null as handled from hook_event
    where event_id = any(${sql.val([other.id, ...events.map(({ id }) => id)])})`.execute(portal.db);
  expect(rows).toEqual([...events, other].map(() => ({ handled: true })));
});

test('a payment that was closed at the provider is closed here, and Pay opens another', async () => {
  const buyer = await newBuyer(shop);
  const first = await pressPay(buyer);
  await shop.stripe.paymentIntents.cancel(first);
  await tell(...(await sandbox.takeEvents()));
  const second = await pressPay(buyer);
  expect(second).not.toBe(first);
  await enterCard(shop, second);
  await tell(...(await sandbox.takeEvents()));
  await expectPaidOnce(buyer);
});

test('a late notice for a replaced purchase changes nothing', async () => {
  const buyer = await newBuyer(shop);
  await pressPay(buyer);
  const before = await sandbox.takeEvents();
  await choose(buyer, 'NY');
  await tell(...(await sandbox.takeEvents()), ...before);
  await expectUnpaid(buyer);
});

test('notice and return at the same time confirm once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await newBuyer(shop);
    await sandbox.takeEvents();
    await enterCard(shop, await pressPay(buyer));
    const events = await sandbox.takeEvents();
    const back = () => buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
    await Promise.all([tell(...events), back(), back(), ...events.map(notice), back()]);
    await portal.runJobs();
    await expectPaidOnce(buyer);
  }
});
