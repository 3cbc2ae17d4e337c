import { expect, test } from 'vitest';
import { submitRefund } from '#modules/admin/index.ts';
import { DAY, HOUR, MINUTE } from '#modules/platform/index.ts';
import { receivePaymentEvent, reconcileLedger } from '#modules/purchasing/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import type { Fault } from '#sandboxes/payments/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { buyByCard, duringThisTest, enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;

const week = () => new Date(portal.clock.now().getTime() - 7 * DAY);
const compare = () => reconcileLedger(portal, week());

async function tellEvents(): Promise<void> {
  for (const { payload, signature } of await sandbox.takeEvents()) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  }
  await portal.runJobs({ failures: [] });
}

async function refundAll(applicationid: string): Promise<void> {
  const staff = await newStaff(portal);
  await staff.visitor.perform(submitRefund, { applicationid, note: 'Ticket 4711: a mistake' });
}

test('ledger and provider agree after payments and refunds; what others charged on the account is left out', async () => {
  const buyer = await buyByCard(portal, await newPerson(portal));
  await refundAll(buyer.applicationId);
  await portal.runJobs();
  const strange = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  await enterCard(shop, strange.id);
  const { compared, differences } = await compare();
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual(2);
});

test.each<[string, Fault]>([
  ['500 before the charge is read', { kind: 'error-500', on: 'GET /v1/payment_intents', times: 3 }],
  ['429 at the refund', { kind: 'rate-limit', on: 'POST /v1/refunds', times: 3 }],
  ['no answer before the refund', { kind: 'reset', on: 'POST /v1/refunds', times: 3 }],
  ['no answer after the refund', { kind: 'lost-answer', on: 'POST /v1/refunds', times: 3 }],
])('they agree again after a fault: %s', async (_name, fault) => {
  const buyer = await newBuyer(shop);
  duringThisTest(shop).plan(fault);
  await enterCard(shop, await pressPay(buyer));
  await tellEvents();
  const { id } = await portal.db
    .selectFrom('application')
    .select('id')
    .where('purchase_id', '=', buyer.purchaseId)
    .executeTakeFirstOrThrow();
  await refundAll(id);
  await portal.runJobs({ failures: [] });
  sandbox.clearFaults();
  await portal.runJobs({ ahead: HOUR });
  await tellEvents();
  expect((await compare()).differences).toEqual([]);
});

test('each difference is named: a payment and a refund that the ledger lacks, and one that the provider lacks', async () => {
  const unheard = await newBuyer(shop);
  const payment = await pressPay(unheard);
  await enterCard(shop, payment);
  const refunded = await buyByCard(portal, await newPerson(portal));
  const refund = await stripe.refunds.create({ payment_intent: refunded.transactionId, amount: 500 });
  await sandbox.takeEvents();
  const charge = await portal.db
    .selectFrom('ledger_entry')
    .select('id')
    .where('provider_id', '=', refunded.transactionId)
    .executeTakeFirstOrThrow();
  await portal.work('test.invented', (work) =>
    addToLedger(work, {
      purchaseId: refunded.purchaseId,
      accountId: refunded.accountId,
      paidBy: { leg: 'buyer' },
      kind: 'refund',
      chargeId: charge.id,
      cents: 300,
      currency: 'usd',
      providerId: 're_invented',
    }),
  );
  const { differences } = await compare();
  expect(differences.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(
    [
      { id: payment, ledger: null, provider: { cents: 7900, currency: 'usd' } },
      { id: refund.id, ledger: null, provider: { cents: -500, currency: 'usd' } },
      { id: 're_invented', ledger: { cents: -300, currency: 'usd' }, provider: null },
    ].toSorted((one, other) => one.id.localeCompare(other.id)),
  );
  const { recorded_at: recorded } = await portal.db
    .selectFrom('ledger_entry')
    .select('recorded_at')
    .where('provider_id', '=', 're_invented')
    .executeTakeFirstOrThrow();
  const from = await reconcileLedger(portal, recorded);
  expect(from.differences.map(({ id }) => id)).toContain('re_invented');
  // Another currency is a difference; a refund that failed, or nothing on both sides, is none.
  await portal.work('test.failed', (work) =>
    addToLedger(work, {
      purchaseId: refunded.purchaseId,
      accountId: refunded.accountId,
      paidBy: { leg: 'buyer' },
      kind: 'refund-failed',
      chargeId: charge.id,
      cents: 300,
      currency: 'usd',
      providerId: 're_invented',
    }),
  );
  await portal.pool.query(
    `update sandbox.stripe_object set data = data || '{"currency": "eur"}' where id = $1`,
    [refunded.transactionId],
  );
  const now = (await compare()).differences;
  expect(now.map(({ id }) => id)).not.toContain('re_invented');
  expect(now).toContainEqual({
    id: refunded.transactionId,
    ledger: { cents: 7900, currency: 'usd' },
    provider: { cents: 7900, currency: 'eur' },
  });
  portal.clock.advance(7 * DAY + MINUTE);
  expect((await compare()).compared).toBe(0);
});
