import { expect, test } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { MINUTE, sql } from '#modules/platform/index.ts';
import { listPurchases, receivePaymentEvent, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { signEvent } from '#sandboxes/payments/index.ts';
import {
  type Buyer,
  booksOf,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
} from '#test/factories/shop.ts';

/** Events that arrive twice or too late. */
const shop = await openShop();
const { portal, sandbox } = shop;

async function paidBuyer(): Promise<Buyer> {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  return buyer;
}

/**
 * An event of the provider about an intent, in its current state or with changes.
 * @returns how many jobs it caused
 */
async function tell(intent: string, type: string, changes: object = {}): Promise<number> {
  const object = { ...(await shop.stripe.paymentIntents.retrieve(intent)), ...changes };
  const payload = JSON.stringify({ id: `evt_${type}_${intent}`, object: 'event', type, data: { object } });
  const signature = signEvent(portal.config.payments.webhookSecret, payload, portal.clock.now());
  await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  return portal.runJobs();
}

test('a receipt whose job runs again carries the Message-ID of the first', async () => {
  const buyer = await paidBuyer();
  const receipt = handlers.find(({ job }) => job.name === 'purchasing.send-receipt');
  const sendAs = async (id: string, attempt: number) => {
    const run = {
      id,
      name: '',
      attempt,
      lastAttempt: false,
      triedSince: null,
      signal: new AbortController().signal,
      log: portal.log,
    };
    await receipt?.run(portal, { purchaseId: buyer.purchaseId }, run);
    const [latest] = await listOutbox(portal.db, { to: buyer.emailaddress, limit: 1 });
    return latest?.messageId;
  };
  const first = await sendAs('4711', 1);
  expect(first).toBeTruthy();
  expect(await sendAs('4711', 2)).toBe(first);
  expect(await sendAs('4712', 1)).not.toBe(first);
});

test('a payment that the provider cancels or refunds later leaves what was paid as it is', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent);
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  const before = await booksOf(portal, buyer);
  await tell(intent, 'payment_intent.processing', { status: 'processing' });
  await tell(intent, 'payment_intent.canceled', { status: 'canceled', amount_received: 0 });
  await tell(intent, 'payment_intent.payment_failed', { status: 'requires_payment_method' });
  await tell(intent, 'payment_intent.succeeded');
  expect(await booksOf(portal, buyer)).toEqual(before);
});

test('money for a purchase that was closed is not taken as payment, and staff are told', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await choose(buyer, 'NY');
  await tell(intent, 'payment_intent.succeeded', { status: 'succeeded', amount_received: 7900 });
  const { purchases, ledger, applications } = await booksOf(portal, buyer);
  expect(purchases.map(({ status }) => status).sort()).toEqual(['closed', 'open']);
  expect([ledger, applications]).toEqual([[], []]);
  expect(portal.takeErrors()).toMatchObject([{ misfit: 'the purchase is closed' }]);
});

test('a payment that has ended keeps the moment at which it did, however often its end is told', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await choose(buyer, 'NY');
  const attempt = async () => {
    const { rows } = await portal.pool.query(
      'select state, ended_at from payment_attempt where provider_id = $1',
      [intent],
    );
    return rows;
  };
  const ended = await attempt();
  expect(ended).toMatchObject([{ state: 'closed' }]);
  portal.clock.advance(MINUTE);
  await tell(intent, 'payment_intent.canceled');
  expect(await attempt()).toEqual(ended);
});

test('a refunded application counts no more: the person may buy again', async () => {
  const buyer = await paidBuyer();
  await sql`update application set status = 'refunded' where purchase_id = ${buyer.purchaseId}`.execute(
    portal.db,
  );
  expect(await choose(buyer, 'US')).not.toBe(buyer.purchaseId);
});

test('F77: the list of purchases goes on with its second page, newest first', async () => {
  const buyer = await newBuyer(shop);
  await sql`
    insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
      created_at, paid_at, transaction_id)
    select gen_random_uuid(), account_id, package_id, 'No ' || n, false, 100 + n, 'usd', 'paid', created_at,
      created_at - make_interval(hours => n), 'pi_page_' || n
    from purchase, generate_series(1, 23) n where id = ${buyer.purchaseId}`.execute(portal.db);
  const amounts = async (page: number) => {
    const { purchases, total } = await buyer.visitor.perform(listPurchases, { page, rows: 10 });
    return { amounts: purchases.map(({ amount }) => amount), total };
  };
  const upTo = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => 100 + from + at);
  expect(await amounts(1)).toEqual({ amounts: upTo(1, 10), total: 23 });
  expect(await amounts(2)).toEqual({ amounts: upTo(11, 20), total: 23 });
  expect((await amounts(3)).amounts).toEqual(upTo(21, 23));
});

test('a notice that is kept already is worked on once', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent);
  await sandbox.takeEvents();
  await tell(intent, 'payment_intent.succeeded');
  expect(await tell(intent, 'payment_intent.succeeded')).toBe(0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hook_event where event_id = ${`evt_payment_intent.succeeded_${intent}`}`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect((await booksOf(portal, buyer)).ledger).toHaveLength(1);
});
