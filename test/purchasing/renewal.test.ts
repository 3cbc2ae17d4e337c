import { beforeAll, expect, test } from 'vitest';
import { getPurchase, listOffers, setPurchaseConfirmed, startPurchase } from '#modules/purchasing/index.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import { booksOf, enterCard, openShop, pressPay, setPrices } from '#test/factories/shop.ts';

/** The renewal costs less than the first check, so that a test can tell the prices apart. */
const FIRST = 8100;
const RENEWAL = 5300;

const shop = await openShop();
const { portal } = shop;
beforeAll(() => setPrices(portal, { base_price_cents: FIRST, renewal_price_cents: RENEWAL }));

const people: [string, boolean, number, () => Promise<Registered>][] = [
  ['who never had a score', false, FIRST, () => newPerson(portal)],
  ['whose score ends soon', true, RENEWAL, () => newScoredPerson(portal, { days: 20 })],
  ['whose score has lapsed', true, RENEWAL, () => newScoredPerson(portal, { days: -20 })],
];

test.each(people)('a person %s: a renewal is %s, for %i cents', async (_who, renewal, price, make) => {
  const person = await make();
  const offers = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
  expect(offers).toMatchObject({ renewal, packages: [{ base_price: price }] });

  const packageid = offers.packages[0]?.id ?? '';
  const begun = await person.visitor.perform(startPurchase, { packageid });
  expect(begun).toMatchObject({ amount: price, packagedetails: { base_price: price } });

  const intent = await pressPay({ ...person, purchaseId: begun.purchaseid });
  expect(await shop.stripe.paymentIntents.retrieve(intent)).toMatchObject({ amount: price });
  await enterCard(shop, intent);
  await person.visitor.perform(setPurchaseConfirmed, { purchaseid: begun.purchaseid });
  const { ledger } = await booksOf(portal, person);
  expect(ledger.map((entry) => entry.amount_cents)).toEqual([price]);

  const paid = await person.visitor.perform(getPurchase, { purchaseid: begun.purchaseid });
  expect(paid.purchasedetails).toMatchObject({ renewal, amount: price });
});

test('what was begun as a first check is replaced once it would be a renewal, also at the same price', async () => {
  const person = await newPerson(portal);
  await setPrices(portal, { renewal_price_cents: FIRST });
  const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
  const packageid = packages[0]?.id ?? '';
  const first = await person.visitor.perform(startPurchase, { packageid });
  await giveScore(portal, person.accountId, { days: 20 });
  const second = await person.visitor.perform(startPurchase, { packageid });
  await setPrices(portal, { renewal_price_cents: RENEWAL });
  expect(second.purchaseid).not.toBe(first.purchaseid);
  const { purchasedetails } = await person.visitor.perform(getPurchase, { purchaseid: second.purchaseid });
  expect(purchasedetails).toMatchObject({ renewal: true, amount: FIRST });
});
