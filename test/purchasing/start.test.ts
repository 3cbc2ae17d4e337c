import { expect, test } from 'vitest';
import { listPackages } from '#modules/applications/index.ts';
import { newId, Refusal, sql, type Work } from '#modules/platform/index.ts';
import {
  getPurchase,
  getStart,
  listOffers,
  setPurchaseConfirmed,
  startPurchase,
} from '#modules/purchasing/index.ts';
import { eventually } from '#test/eventually.ts';
import { moveApplication, newApplication, newScoreChange, newScoredPerson } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import {
  type Buyer,
  booksOf,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
  pressPayThere,
  setPrices,
  statusOf,
  typeCard,
} from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

const shop = await openShop();
const { portal } = shop;

test('F72: a new person may buy, is offered the packages of the region and begins one purchase', async () => {
  const person = await newPerson(portal);
  expect(await statusOf(person)).toBe('new');
  const offered = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
  expect(offered.packages.map((found) => [found.crapackageid, found.base_price])).toEqual([
    ['NATIONAL', 7900],
  ]);
  const newYork = await person.visitor.perform(listOffers, { pkgfilter: 'NY' });
  expect(newYork.packages.map((found) => [found.crapackageid, found.base_price])).toEqual([
    ['NEWYORK', 9900],
  ]);
  const answer = await person.visitor.call('POST', '/application/startpurchase', {
    packageid: offered.packages[0]?.id,
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true, amount: 7900 } });
  const { purchases } = await booksOf(portal, person);
  expect(purchases).toEqual([
    { id: answer.body.purchaseid, status: 'open', amount_cents: 7900, transaction_id: null },
  ]);
});

test('no package, an unknown one and one no longer sold are refused', async () => {
  const person = await newPerson(portal);
  const without = await person.visitor.call('POST', '/application/startpurchase', {});
  expect(without.body.error_message).toBe('Error: Please select a package to continue');
  shows('purchase.package-needed', without.body.error_message);
  const unknown = await person.visitor.call('POST', '/application/startpurchase', {
    packageid: '018f0000-0000-7000-8000-00000000ffff',
  });
  expect(unknown).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
});

test('the same package again is the same purchase; another one replaces it', async () => {
  const person = await newPerson(portal);
  const first = await choose(person, 'US');
  expect(await choose(person, 'US')).toBe(first);
  const second = await choose(person, 'NY');
  const { purchases } = await booksOf(portal, person);
  expect(purchases.map(({ id, status, amount_cents }) => [id, status, amount_cents])).toEqual([
    [first, 'closed', 7900],
    [second, 'open', 9900],
  ]);
});

test('several clicks at the same time begin one purchase', async () => {
  const person = await newPerson(portal);
  const begun = await Promise.all(Array.from({ length: 6 }, () => choose(person, 'US')));
  expect(new Set(begun).size).toBe(1);
  expect((await booksOf(portal, person)).purchases).toHaveLength(1);
});

test('a purchase that is replaced can no longer be paid at the provider', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await choose(buyer, 'NY');
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
  await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.closed' });
  const confirmed = await buyer.visitor.call('POST', '/application/setpurchaseconfirmed', {
    purchaseid: buyer.purchaseId,
  });
  expect(confirmed.body.error_code).toBe('purchasing.closed');
  shows('purchase.closed', confirmed.body.error_message);
});

/** Chooses another check, and locks the purchase that it replaces until `meanwhile` has changed it. */
async function chooseMeanwhile(buyer: Buyer, meanwhile: (work: Work<unknown>) => ReturnType<typeof sql>) {
  const { choosing } = await portal.work('test.meanwhile', async (work) => {
    await rowsOf(work, sql`select 1 from purchase where id = ${buyer.purchaseId} for update`);
    const chosen = choose(buyer, 'NY').catch((caught: Refusal) => caught);
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        portal.db,
      );
      expect(rows).not.toEqual([]);
    });
    await rowsOf(work, meanwhile(work));
    return { choosing: chosen };
  });
  return choosing;
}

test('Pay that is pressed while another check is chosen leaves no way to pay the one that was replaced', async () => {
  const buyer = await newBuyer(shop);
  const chosen = await chooseMeanwhile(
    buyer,
    (work) => sql`
      insert into payment_attempt (id, purchase_id, kind, state, created_at)
      values (${newId()}, ${buyer.purchaseId}, 'element', 'open', ${work.now})`,
  );
  expect(chosen).not.toBe(buyer.purchaseId);
  const { rows } = await sql<{ state: string }>`
    select state from payment_attempt where purchase_id = ${buyer.purchaseId}`.execute(portal.db);
  expect(rows).toEqual([{ state: 'closed' }]);
});

test('another check is refused as paid already if the payment is settled at the same moment', async () => {
  const buyer = await newBuyer(shop);
  const chosen = await chooseMeanwhile(
    buyer,
    (work) => sql`update purchase set status = 'paid', paid_at = ${work.now}, transaction_id = 'txn_elsewhere'
      where id = ${buyer.purchaseId}`,
  );
  expect(chosen).toMatchObject({ code: 'purchasing.paid-already' });
});

test('another check is refused as a conflict if the purchase is closed at the same moment', async () => {
  const buyer = await newBuyer(shop);
  const chosen = await chooseMeanwhile(
    buyer,
    (work) =>
      sql`update purchase set status = 'closed', closed_at = ${work.now} where id = ${buyer.purchaseId}`,
  );
  expect(chosen).toMatchObject({ code: 'conflict' });
});

test('what was paid meanwhile in another tab stays', async () => {
  const buyer = await newBuyer(shop);
  await typeCard(shop, await pressPayThere(buyer));
  const refusal = await choose(buyer, 'NY').catch((caught: Refusal) => caught);
  expect(refusal).toMatchObject({ code: 'purchasing.paid-already' });
  shows('purchase.paid-already', refusal instanceof Refusal ? refusal.text : '');
  const books = await booksOf(portal, buyer);
  expect(books.purchases.map((purchase) => purchase.status)).toEqual(['paid']);
  expect(books.ledger).toHaveLength(1);
});

test('a new price replaces what was begun at the old one', async () => {
  const person = await newPerson(portal);
  const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
  const packageid = packages[0]?.id ?? '';
  const first = await person.visitor.perform(startPurchase, { packageid });
  await setPrices(portal, { base_price_cents: 8500 });
  try {
    await expect(person.visitor.perform(startPurchase, { packageid })).rejects.toMatchObject({
      code: 'not-found',
    });
    const { packages: anew } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
    const second = await person.visitor.perform(startPurchase, { packageid: anew[0]?.id ?? '' });
    expect(second).toMatchObject({ amount: 8500 });
    expect(second.purchaseid).not.toBe(first.purchaseid);
  } finally {
    await setPrices(portal, { base_price_cents: 7900 });
  }
});

test('a person who has paid and not started is sent to the application and may not buy again', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  const [application] = await portal.db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', buyer.accountId)
    .execute();
  expect(await buyer.visitor.perform(getStart, {})).toEqual({
    score_review_since: null,
    status: 'paid',
    may_buy: false,
    store_closed: false,
    open_review: null,
    certification_expiration: null,
    applicationid: application?.id,
    open_purchaseid: null,
    open_package: null,
  });
  const [offer] = await portal.work('test', listPackages);
  if (!offer) throw new Error('nothing is on sale');
  const again = await buyer.visitor.call('POST', '/application/startpurchase', {
    packageid: offer.id,
  });
  expect(again).toMatchObject({ status: 409, body: { error_code: 'purchasing.not-now' } });
  shows('purchase.not-now', again.body.error_message);
});

test('F70: nobody buys for another person, and the purchase of another person is not found', async () => {
  const buyer = await newBuyer(shop);
  const other = await newPerson(portal);
  const { packages } = await buyer.visitor.perform(listOffers, { pkgfilter: 'US' });
  const named = await buyer.visitor.call('POST', '/application/startpurchase', {
    packageid: packages[0]?.id,
    userid: other.accountId,
  });
  expect(named.body).toMatchObject({ purchaseid: buyer.purchaseId });
  expect((await booksOf(portal, other)).purchases).toEqual([]);
  for (const path of ['/application/getpurchase', '/application/setpurchaseconfirmed']) {
    const answer = await other.visitor.call('POST', path, { purchaseid: buyer.purchaseId });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
  }
});

test('another check at the same price is another purchase', async () => {
  await setPrices(portal, { base_price_cents: 9900 });
  try {
    const buyer = await newBuyer(shop);
    expect(await choose(buyer, 'NY')).not.toBe(buyer.purchaseId);
  } finally {
    await setPrices(portal, { base_price_cents: 7900 });
  }
});

test('D92: who may renew is told of the purchase that was begun, and of what is open about the old check', async () => {
  const person = await newScoredPerson(portal, { days: 20 });
  const start = async () => person.visitor.perform(getStart, {});
  expect(await start()).toMatchObject({ status: 'renewal', open_review: null, open_purchaseid: null });
  const { application_id: old } = await portal.db
    .selectFrom('shield_score')
    .select('application_id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  await newScoreChange(portal, person.accountId, old, 'monitorupdate', 'IC03');
  await moveApplication(portal, person.accountId, old, 'monitorrequiresapproval');
  const purchaseid = await choose(person, 'US');
  expect(await start()).toMatchObject({
    status: 'renewal',
    may_buy: true,
    open_review: 'score-change',
    applicationid: null,
    open_purchaseid: purchaseid,
    open_package: 'National Background Check',
  });
  const applications = [await newApplication(portal, person.accountId, 'paid')];
  expect(await start()).toMatchObject({
    status: 'paid',
    open_review: null,
    applicationid: applications[0],
    open_purchaseid: null,
  });
  applications.push(await newApplication(portal, person.accountId, 'waituser'));
  expect(await start()).toMatchObject({ status: 'blocked', may_buy: false, applicationid: null });
});

test('a purchase answers its package, its price and the step to go on with', async () => {
  const buyer = await newBuyer(shop);
  const before = await buyer.visitor.perform(getPurchase, { purchaseid: buyer.purchaseId });
  expect(before).toMatchObject({
    purchasedetails: { status: 'open', amount: 7900, transaction_type: 'mypurchase' },
    packagedetails: { crapackageid: 'NATIONAL', base_price: 7900 },
    application: null,
    workflowstep: 'completepurchase',
  });
});
