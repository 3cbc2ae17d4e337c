import { expect, test } from 'vitest';
import { HOUR, runSweep, sql } from '#modules/platform/index.ts';
import {
  abandonedPurchases,
  closeAbandoned,
  saveStore,
  setPurchaseConfirmed,
} from '#modules/purchasing/index.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { newPerson, signIn } from '#test/factories/people.ts';
import {
  booksOf,
  choose,
  duringThisTest,
  enterCard,
  newBuyer,
  openShop,
  paidAtProvider,
  pressPay,
  pressPayThere,
  typeCard,
} from '#test/factories/shop.ts';

const shop = await openShop();
const { portal } = shop;

async function pass(hours: number): Promise<void> {
  portal.clock.advance(hours * HOUR);
  await runSweep(portal, abandonedPurchases, { size: 2 });
  await portal.runJobs();
}

const statuses = async (buyer: Parameters<typeof booksOf>[1]) =>
  (await booksOf(portal, buyer)).purchases.map(({ status }) => status);

test('D31: a purchase that nobody pays is closed after 24 hours, at the provider too', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  const page = await newBuyer(shop);
  const path = await pressPayThere(page);
  const untried = await newBuyer(shop);
  await pass(23);
  for (const each of [buyer, page, untried]) expect(await statuses(each)).toEqual(['open']);
  await pass(2);
  for (const each of [buyer, page, untried]) expect(await statuses(each)).toEqual(['closed']);
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
  await typeCard(shop, path);
  expect(await paidAtProvider(shop, await booksOf(portal, page))).toEqual([]);
  const { rows } = await sql`
    select action, about_id, object_type from audit_entry where object_id = ${buyer.purchaseId}
    order by at desc limit 1`.execute(portal.db);
  expect(rows).toEqual([
    { action: 'purchasing.purchase-abandoned', about_id: buyer.accountId, object_type: 'purchase' },
  ]);
});

test('what was paid in the meantime is settled, once', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  await pass(25);
  await closeAbandoned(portal, buyer.purchaseId);
  const books = await booksOf(portal, buyer);
  expect(books.purchases).toMatchObject([{ status: 'paid' }]);
  expect(books.ledger).toHaveLength(1);
  expect(books.applications).toHaveLength(1);
});

test('a later try of the person keeps the purchase, and the time is a setting', async () => {
  const buyer = await newBuyer(shop);
  portal.clock.advance(20 * HOUR);
  await pressPayAgain(buyer);
  await pass(5);
  expect(await statuses(buyer)).toEqual(['open']);
  await portal.work('test.hours', (work) => saveStore(work, { abandonedAfterHours: 72 }));
  await pass(30);
  expect(await statuses(buyer)).toEqual(['open']);
  await portal.work('test.hours', (work) => saveStore(work, { abandonedAfterHours: 24 }));
  await pass(0);
  expect(await statuses(buyer)).toEqual(['closed']);
});

test('neither begun nor tried for 24 hours and not a millisecond less', async () => {
  portal.clock.stop();
  const buyer = await newBuyer(shop);
  const isFound = async () => {
    const keys = await portal.work('test.keys', (work) => abandonedPurchases.keys(work, null, 1_000));
    return keys.includes(buyer.purchaseId);
  };
  const begun = portal.clock.now().getTime();
  const foundAfter = async (milliseconds: number) => {
    portal.clock.set(new Date(begun + milliseconds));
    return isFound();
  };
  expect([await foundAfter(24 * HOUR), await foundAfter(24 * HOUR + 1)]).toEqual([false, true]);
  await pressPayAgain(buyer);
  expect([await foundAfter(48 * HOUR + 1), await foundAfter(48 * HOUR + 2)]).toEqual([false, true]);
  portal.clock.run();
});

/** The session of a person who was away for a day has expired, so the attempt is inserted as the page would. */
async function pressPayAgain({ purchaseId }: { purchaseId: string }): Promise<void> {
  await sql`insert into payment_attempt (id, purchase_id, kind, state, created_at)
    values (gen_random_uuid(), ${purchaseId}, 'element', 'open', ${portal.clock.now()})`.execute(portal.db);
}

test('a job that comes after the person has returned closes nothing, although another purchase is abandoned', async () => {
  const gone = await newBuyer(shop);
  portal.clock.advance(25 * HOUR);
  const back = await newBuyer(shop);
  await closeAbandoned(portal, back.purchaseId);
  expect([await statuses(gone), await statuses(back)]).toEqual([['open'], ['open']]);
  await closeAbandoned(portal, gone.purchaseId);
  expect(await statuses(gone)).toEqual(['closed']);
});

test('a provider that does not answer is asked again, and nothing is closed before', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  const sandbox = duringThisTest(shop);
  portal.clock.advance(25 * HOUR);
  sandbox.plan({ kind: 'error-500', on: `POST /v1/payment_intents/${intent}/cancel`, times: 9 });
  await expect(closeAbandoned(portal, buyer.purchaseId)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await statuses(buyer)).toEqual(['open']);
  sandbox.clearFaults();
  await closeAbandoned(portal, buyer.purchaseId);
  expect(await statuses(buyer)).toEqual(['closed']);
});

test('a payment that the provider does not know can be paid by nobody', async () => {
  const person = await newPerson(portal);
  const purchaseId = await choose(person, 'US');
  await sql`insert into payment_attempt (id, purchase_id, kind, state, created_at, provider_id)
    values (gen_random_uuid(), ${purchaseId}, 'element', 'open', ${portal.clock.now()}, 'pi_unknown')`.execute(
    portal.db,
  );
  await pass(25);
  expect(await statuses(person)).toEqual(['closed']);
  const { rows } = await sql`select state from payment_attempt where purchase_id = ${purchaseId}`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ state: 'closed' }]);
});

test('money of another amount goes back, and the purchase can be paid again', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await shop.stripe.paymentIntents.update(intent, { amount: 8000 });
  await enterCard(shop, intent);
  await pass(25);
  expect(await statuses(buyer)).toEqual(['open']);
  const { ledger } = await booksOf(portal, buyer);
  expect(ledger.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['unmatched', 8000],
    ['refund', -8000],
  ]);
  expect(portal.takeErrors()).toMatchObject([{ msg: 'a payment does not fit its purchase' }]);
});

/** The states of the company card's attempts for a purchase. */
async function holdsOf(purchaseId: string): Promise<string[]> {
  const { data } = await shop.stripe.paymentIntents.list({ limit: 100 });
  return data
    .filter(({ metadata, customer }) => metadata.purchase_id === purchaseId && customer !== null)
    .map(({ status }) => status);
}

test.each([
  ['that the portal knows', false],
  ['whose answer was lost', true],
])('F80: an abandoned purchase releases a hold %s, and its coupon pays another one', async (_which, lost) => {
  const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
  const buyer = await newCouponBuyer(shop, company);
  if (lost) {
    duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents', times: 3 });
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    shop.sandbox.clearFaults();
  } else {
    await pressPay(buyer);
  }
  expect(await holdsOf(buyer.purchaseId)).toEqual(['requires_capture']);
  await pass(25);
  expect(await statuses(buyer)).toEqual(['closed']);
  expect(await holdsOf(buyer.purchaseId)).toEqual(['canceled']);

  const person = { ...buyer, visitor: await signIn(portal, buyer) };
  const again = { ...person, purchaseId: await choose(person, 'US') };
  await enterCard(shop, await pressPay(again));
  await person.visitor.perform(setPurchaseConfirmed, { purchaseid: again.purchaseId });
  await portal.runJobs();
  const { ledger } = await booksOf(portal, buyer);
  expect(ledger.map((entry) => [entry.purchase_id, entry.amount_cents])).toEqual([
    [again.purchaseId, 3950],
    [again.purchaseId, 3950],
  ]);
});
