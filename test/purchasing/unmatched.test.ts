import { beforeEach, expect, test } from 'vitest';
import { listRefunds, sendRefundAgain, submitRefund } from '#modules/admin/index.ts';
import { findActiveScore } from '#modules/applications/index.ts';
import { Refusal, sql } from '#modules/platform/index.ts';
import { receivePaymentEvent, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { findCharge } from '#modules/purchasing/payment/charges.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { recordRefund } from '#modules/purchasing/refunds/recording.ts';
import { refundUnmatched } from '#modules/purchasing/refunds/refunding.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { watchRefunds } from '#test/factories/refunds.ts';
import {
  type Buyer,
  booksOf,
  buyByCard,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
} from '#test/factories/shop.ts';
import { pdfText } from '#test/pdf-text.ts';
import { shows } from '#test/shown.ts';

/** Money that pays for no purchase is refunded. */
const shop = await openShop();
const { portal, sandbox, stripe } = shop;

beforeEach(async () => {
  await sandbox.takeEvents();
});

async function tellEvents(): Promise<void> {
  for (const { payload, signature } of await sandbox.takeEvents()) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  }
  await portal.runJobs();
}

/**
 * Expects that the payment was taken and refunded, in the portal and at the provider, and that the buyer was told once.
 */
async function expectGivenBack(buyer: Buyer, intent: string, cents: number, shown: string): Promise<void> {
  const { ledger } = await booksOf(portal, buyer);
  const moved = ledger.filter(({ provider_id, kind }) => provider_id === intent || kind === 'refund');
  expect(moved.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['unmatched', cents],
    ['refund', -cents],
  ]);
  const { data } = await stripe.refunds.list({ payment_intent: intent });
  expect(data.map(({ amount }) => amount)).toEqual([cents]);
  const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
  const told = mails.filter(({ subject }) => subject?.startsWith('Your refund'));
  expect(told.map(({ attachments }) => attachments.length)).toEqual([1]);
  const [receipt] = told[0]?.attachments ?? [];
  const words = await pdfText(receipt?.content ?? '');
  expect(words).toContain('This payment didn’t match your purchase. It was refunded in full');
  const amounts = (text = '') => new Set(text.replace(/\s/g, ' ').match(/(?:\$|[A-Z]{3} )\d+\.\d\d/g));
  expect(amounts(told[0]?.text)).toEqual(new Set([shown]));
  expect(amounts(words)).toEqual(new Set([shown, shown.replace(/\d.*/, '0.00')]));
  expect(portal.takeErrors().map(({ msg }) => msg)).toContain('a payment does not fit its purchase');
}

test('another amount than the price, found on return: it goes back, and the person pays again', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await stripe.paymentIntents.update(intent, { amount: 8000 });
  await enterCard(shop, intent);
  const refusal = await buyer.visitor
    .perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId })
    .catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code: 'purchasing.unmatched' });
  shows('purchase.unmatched', refusal instanceof Refusal ? refusal.text : '');
  await portal.runJobs();
  await tellEvents();
  await expectGivenBack(buyer, intent, 8000, '$80.00');
  expect((await booksOf(portal, buyer)).applications).toEqual([]);

  const again = await pressPay(buyer);
  expect(again).not.toBe(intent);
  await enterCard(shop, again);
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  expect((await booksOf(portal, buyer)).applications).toHaveLength(1);
});

test('another amount, found when Pay is pressed again or another check is chosen: it goes back', async () => {
  for (const next of [(buyer: Buyer) => pressPay(buyer), (buyer: Buyer) => choose(buyer, 'NY')]) {
    const buyer = await newBuyer(shop);
    const intent = await pressPay(buyer);
    await stripe.paymentIntents.update(intent, { amount: 8000 });
    await enterCard(shop, intent);
    expect(await next(buyer)).not.toBe(intent);
    await portal.runJobs();
    await expectGivenBack(buyer, intent, 8000, '$80.00');
  }
});

test('a second payment of one purchase, told by a notice: it goes back once, however often it is told', async () => {
  const buyer = await newBuyer(shop);
  const first = await pressPay(buyer);
  // The first attempt was closed in the portal but not at the provider.
  await sql`update payment_attempt set state = 'closed', ended_at = now() where provider_id = ${first}`.execute(
    portal.db,
  );
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await enterCard(shop, first);
  const events = await sandbox.takeEvents();
  for (let time = 0; time < 3; time += 1) {
    for (const { payload, signature } of events) {
      await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
    }
    await portal.runJobs();
  }
  await expectGivenBack(buyer, first, 7900, '$79.00');
  const { ledger, applications } = await booksOf(portal, buyer);
  expect(ledger.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
  expect(applications).toMatchObject([{ status: 'paid' }]);
});

test('money of another currency goes back, and its mail and receipt name its own currency', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await sql`update sandbox.stripe_object set data = jsonb_set(data, '{currency}', '"eur"') where id = ${intent}`.execute(
    portal.db,
  );
  await enterCard(shop, intent);
  await tellEvents();
  await expectGivenBack(buyer, intent, 7900, 'EUR 79.00');
  const staff = await newStaff(portal);
  const { refunds } = await staff.visitor.perform(listRefunds, { work: 'unmatched' });
  expect(refunds.find(({ userid }) => userid === buyer.accountId)).toMatchObject({
    amount: 7900,
    currency: 'eur',
  });
});

test('a payment for a purchase that was closed goes back, and staff see why', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await sql`update payment_attempt set state = 'closed', ended_at = now() where provider_id = ${intent}`.execute(
    portal.db,
  );
  await choose(buyer, 'NY');
  await enterCard(shop, intent);
  await tellEvents();
  await expectGivenBack(buyer, intent, 7900, '$79.00');
  const staff = await newStaff(portal);
  const { refunds } = await staff.visitor.perform(listRefunds, { work: 'unmatched' });
  expect(refunds.find(({ userid }) => userid === buyer.accountId)).toMatchObject({
    cause: 'unmatched',
    state: 'done',
    amount: 7900,
    requested_by: null,
  });
});

const { stateOf, statusOf } = watchRefunds(shop);

test('money that pays no purchase goes back beside a refund by staff', async () => {
  const buyer = await buyByCard(portal, await newPerson(portal));
  const admin = await newStaff(portal);
  await portal.work('test.unmatched', async (work) => {
    const money = { purchaseId: buyer.purchaseId, accountId: buyer.accountId, cents: 500, currency: 'usd' };
    const paidBy = { leg: 'buyer' as const };
    const providerId = `pi_unmatched_${buyer.purchaseId}`;
    const chargeId = await addToLedger(work, { ...money, paidBy, kind: 'unmatched', providerId });
    await refundUnmatched(work, { ...money, chargeId: chargeId ?? '' });
  });
  const asked = { applicationid: buyer.applicationId, refundamount: '10', note: 'Ticket 4711: a mistake' };
  expect(await admin.visitor.perform(submitRefund, asked)).toEqual({ state: 'sending' });
  // The provider does not know this money.
  await portal.runJobs();
  expect((await stateOf(buyer)).toSorted()).toEqual(['done', 'failed']);
  // Only a part was returned (D117).
  expect(await statusOf(buyer)).toBe('paid');
  expect(portal.takeErrors()).toMatchObject([{ msg: 'the payment provider refused a refund' }]);
  const { refunds } = await admin.visitor.perform(listRefunds, { state: 'failed' });
  const refundid = refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '';
  await admin.visitor.perform(sendRefundAgain, { refundid, note: 'Once more, please' });
  await portal.runJobs();
  expect(portal.takeErrors()).toHaveLength(1);
  const { rows } = await portal.pool.query(
    'select cause, amount_cents, follows_id from refund where purchase_id = $1 and follows_id is not null',
    [buyer.purchaseId],
  );
  expect(rows).toEqual([{ cause: 'unmatched', amount_cents: 500, follows_id: refundid }]);
});

test('money that pays no purchase goes back, and the score of the check that was bought stays', async () => {
  const person = await newScoredPerson(portal);
  const score = () => portal.work('test.score', (work) => findActiveScore(work, person.accountId));
  const before = await score();
  const { purchase_id: purchaseId } = await portal.db
    .selectFrom('application')
    .select('purchase_id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  await portal.work('test.unmatched', async (work) => {
    const { accountId } = person;
    const money = { cents: 500, currency: 'usd', providerId: `pi_second_${purchaseId}` };
    await addToLedger(work, { purchaseId, accountId, paidBy: { leg: 'buyer' }, kind: 'unmatched', ...money });
    const charge = await findCharge(work, money.providerId);
    if (!charge) throw new Error('The ledger lacks it');
    await recordRefund(work, charge, {
      id: `re_second_${purchaseId}`,
      amount: 500,
      currency: 'usd',
      state: 'done',
    });
  });
  expect(before).toBeDefined();
  expect(await score()).toEqual(before);
});
