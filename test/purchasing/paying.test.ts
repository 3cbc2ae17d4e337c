import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { brandForHost } from '#modules/enterprise/index.ts';
import { publishTerms } from '#modules/identity/index.ts';
import { DAY, HOUR, listAudit, Refusal, sql } from '#modules/platform/index.ts';
import {
  listPurchases,
  payHere,
  payThere,
  receivePaymentEvent,
  setPurchaseConfirmed,
} from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, signIn } from '#test/factories/people.ts';
import {
  type Buyer,
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
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, stripe } = shop;

const confirm = ({ visitor, purchaseId }: Buyer) =>
  visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId });

/** The message of a refused request. */
async function wordsOf(request: Promise<unknown>, code: string): Promise<string> {
  const refusal = await request.catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code });
  return refusal instanceof Refusal ? refusal.text : '';
}

/** Expects one charge for one purchase and one application in the portal's books, as at the provider. */
async function expectPaidOnce(buyer: Buyer): Promise<void> {
  const books = await booksOf(portal, buyer);
  const paid = books.purchases.filter((purchase) => purchase.status === 'paid');
  expect(paid).toEqual([
    {
      id: buyer.purchaseId,
      status: 'paid',
      amount_cents: 7900,
      transaction_id: expect.stringMatching(/^pi_/),
    },
  ]);
  expect(books.ledger).toEqual([
    {
      kind: 'charge',
      amount_cents: 7900,
      provider_id: paid[0]?.transaction_id,
      purchase_id: buyer.purchaseId,
    },
  ]);
  expect(books.applications).toEqual([{ status: 'paid', purchase_id: buyer.purchaseId }]);
  expect(await paidAtProvider(shop, books)).toEqual([{ id: paid[0]?.transaction_id, amount: 7900 }]);
}

test('paid in the page, confirmed on return: ledger, application, audit and receipt mail', async () => {
  provesLegalText('price-whole');
  const buyer = await newBuyer(shop, { firstname: 'Nina' });
  await enterCard(shop, await pressPay(buyer));
  expect((await booksOf(portal, buyer)).ledger).toEqual([]);
  const answer = await buyer.visitor.call('POST', '/application/setpurchaseconfirmed', {
    purchaseid: buyer.purchaseId,
  });
  expect(answer).toEqual({ status: 200, body: { success: true, purchaseid: buyer.purchaseId } });
  await expectPaidOnce(buyer);
  const { entries } = await listAudit(portal.db, portal.keys, {
    about: buyer.accountId,
    action: 'purchasing.purchase-paid',
  });
  expect(entries).toMatchObject([
    { object: { type: 'purchase', id: buyer.purchaseId }, detail: { amount_cents: 7900 } },
  ]);
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
  const receipts = mails.filter((mail) => mail.subject?.startsWith('Your receipt'));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.text).toContain('$79.00');
  expect(receipts[0]?.links).toContain(
    `http://localhost:3000/user/purchase/purchasereceipt?purchaseid=${buyer.purchaseId}`,
  );
  const { purchases, total } = await buyer.visitor.perform(listPurchases, {});
  expect(total).toBe(1);
  expect(purchases).toMatchObject([
    { transaction_type: 'mypurchase', composite_status_code: 'paid', composite_status: 'Paid', amount: 7900 },
  ]);
});

test("paid on the provider's own page, confirmed on return", async () => {
  const buyer = await newBuyer(shop);
  const answer = await typeCard(shop, await pressPayThere(buyer));
  expect(answer.headers.get('location')).toBe(
    `http://localhost:3000/user/purchase/purchasereceipt?purchaseid=${buyer.purchaseId}`,
  );
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test('F74: pay needs the terms; nothing else from the browser counts', async () => {
  const buyer = await newBuyer(shop);
  const without = buyer.visitor.perform(payHere, { purchaseid: buyer.purchaseId } as never);
  shows('purchase.terms-needed', await wordsOf(without, 'purchasing.terms-needed'));
  shows('purchase.not-paid', await wordsOf(confirm(buyer), 'purchasing.not-paid'));
  const intent = await pressPay(buyer);
  const claimed = await buyer.visitor.call('POST', '/application/setpurchaseconfirmed', {
    purchaseid: buyer.purchaseId,
    couponcoversfull: 'YES',
    amount: 0,
  });
  expect(claimed).toMatchObject({ status: 409, body: { error_code: 'purchasing.not-paid' } });
  expect((await stripe.paymentIntents.retrieve(intent)).amount).toBe(7900);
  expect((await booksOf(portal, buyer)).applications).toEqual([]);
});

test('a declined card leaves the purchase open, with the words of the bank; another card pays it', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await expect(enterCard(shop, intent, 'pm_card_chargeDeclinedInsufficientFunds')).rejects.toThrow();
  await expect(confirm(buyer)).rejects.toMatchObject({
    code: 'purchasing.declined',
    text: 'Error : Your card has insufficient funds.',
  });
  await alter(intent, { last_payment_error: { type: 'card_error', message: '' } });
  const words = await wordsOf(confirm(buyer), 'purchasing.declined');
  shows('purchase.declined-prefix', words);
  shows('purchase.declined', words);
  expect(await pressPay(buyer)).toBe(intent);
  await enterCard(shop, intent);
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test("the bank's question: failed leaves it open, answered pays it", async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  const question = async (outcome: string) => {
    await enterCard(shop, intent, 'pm_card_threeDSecure2Required');
    const body = new URLSearchParams({ outcome });
    await fetch(`${shop.sandbox.url}/challenge/${intent}`, { method: 'POST', body, redirect: 'manual' });
  };
  await question('fail');
  await expect(confirm(buyer)).rejects.toMatchObject({
    code: 'purchasing.declined',
    text: expect.stringContaining('Error : We are unable to authenticate'),
  });
  await question('complete');
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test('Pay pressed again and in a second tab is the same payment', async () => {
  const buyer = await newBuyer(shop);
  const intents = await Promise.all(Array.from({ length: 5 }, () => pressPay(buyer)));
  expect(new Set(intents).size).toBe(1);
});

test('only one way to pay is open: with script in one tab, without in another', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  const path = await pressPayThere(buyer);
  await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
  await typeCard(shop, path);
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test('the way that was paid first counts, and Pay in the other tab says so', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  const there = await buyer.visitor.perform(payHere, { purchaseid: buyer.purchaseId, accept_terms: 'YES' });
  expect(there).toEqual({ state: 'paid', client_secret: null, url: null });
  const page = await buyer.visitor.perform(payThere, { purchaseid: buyer.purchaseId, accept_terms: 'YES' });
  expect(page).toEqual({ state: 'paid', client_secret: null, url: null });
  await expectPaidOnce(buyer);
});

test('a purchase left for days is paid by a new way of the same purchase', async () => {
  const buyer = await newBuyer(shop);
  const first = await pressPayThere(buyer);
  portal.clock.advance(3 * DAY);
  const second = await newVisit(buyer);
  expect(second).not.toBe(first);
  expect((await typeCard(shop, first)).status).toBe(200);
  await typeCard(shop, second);
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test.each([
  [20 * HOUR, 'asks for the same payment again', ['open']],
  [20 * HOUR + 1, 'gives that way up and opens another', ['closed', 'open']],
])('Pay that the provider never answered, pressed again after %i ms, %s', async (wait, _what, states) => {
  const buyer = await newBuyer(shop);
  portal.clock.stop();
  const began = portal.clock.now().getTime();
  duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents', times: 3 });
  await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
  shop.sandbox.clearFaults();
  portal.clock.set(new Date(began + wait));
  Object.assign(buyer, { visitor: await signIn(portal, buyer) });
  await enterCard(shop, await pressPay(buyer));
  portal.clock.run();
  const { rows } = await portal.pool.query(
    'select state from payment_attempt where purchase_id = $1 order by created_at',
    [buyer.purchaseId],
  );
  expect(rows.map(({ state }) => state)).toEqual(states);
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test('Pay in the page pressed again after days goes on with the payment of the first time', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  portal.clock.advance(3 * DAY);
  Object.assign(buyer, { visitor: await signIn(portal, buyer) });
  expect(await pressPay(buyer)).toBe(intent);
});

/** Signs in again, because the session expired in the days between. */
async function newVisit(buyer: Buyer): Promise<string> {
  const visitor = await signIn(portal, buyer);
  Object.assign(buyer, { visitor });
  return pressPayThere(buyer);
}

test.each(['error-500', 'error-500-done', 'rate-limit', 'reset'] as const)(
  'the provider fails (%s) while Pay is pressed: told so, and the next press pays once',
  async (kind) => {
    const buyer = await newBuyer(shop);
    duringThisTest(shop).plan({ kind, on: 'POST /v1/payment_intents', times: 5 });
    shows('purchase.provider-silent', await wordsOf(pressPay(buyer), 'purchasing.provider-silent'));
    shop.sandbox.clearFaults();
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
    await expectPaidOnce(buyer);
  },
);

test.each(['error-500', 'error-500-done'] as const)(
  'the provider fails (%s) while its own page is opened: the next press gets another page, and pays once',
  async (kind) => {
    const buyer = await newBuyer(shop);
    duringThisTest(shop).plan({ kind, on: 'POST /v1/checkout/sessions' });
    await expect(pressPayThere(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    await typeCard(shop, await pressPayThere(buyer));
    await confirm(buyer);
    await expectPaidOnce(buyer);
  },
);

test('a secret key that the provider does not accept is no answer about the payment: the next press goes on', async () => {
  const buyer = await newBuyer(shop);
  duringThisTest(shop).plan({ kind: 'unauthorized', on: 'POST /v1/payment_intents' });
  await expect(pressPay(buyer)).rejects.toMatchObject({ name: 'PaymentFailure', kind: 'unauthorized' });
  await enterCard(shop, await pressPay(buyer));
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

test("the provider's answer is lost after it made the payment: the next press finds that one", async () => {
  const buyer = await newBuyer(shop);
  duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents', times: 3 });
  await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
  await enterCard(shop, await pressPay(buyer));
  await confirm(buyer);
  await expectPaidOnce(buyer);
  const made = await stripe.paymentIntents.list({ limit: 100 });
  expect(made.data.filter((intent) => intent.metadata.purchase_id === buyer.purchaseId)).toHaveLength(1);
});

test('the provider does not answer on return: not confirmed, not lost', async () => {
  const buyer = await newBuyer(shop);
  await enterCard(shop, await pressPay(buyer));
  duringThisTest(shop).plan({ kind: 'error-500', on: 'GET /v1/payment_intents', times: 3 });
  await expect(confirm(buyer)).rejects.toMatchObject({ code: 'purchasing.unconfirmed' });
  shop.sandbox.clearFaults();
  shop.sandbox.plan({ kind: 'unauthorized', on: 'GET /v1/payment_intents' });
  await expect(confirm(buyer)).rejects.toMatchObject({ name: 'PaymentFailure', kind: 'unauthorized' });
  await confirm(buyer);
  await expectPaidOnce(buyer);
});

/** Changes what the provider answers about a payment. */
async function alter(id: string, changes: object): Promise<void> {
  await portal.pool.query('update sandbox.stripe_object set data = data || $2 where id = $1', [id, changes]);
}

test('a payment that the bank is still processing is neither paid nor opened again', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await alter(intent, { status: 'processing' });
  shows('purchase.processing', await wordsOf(confirm(buyer), 'purchasing.processing'));
  const again = await buyer.visitor.perform(payHere, { purchaseid: buyer.purchaseId, accept_terms: 'YES' });
  expect(again.state).toBe('processing');
});

const tabRounds = process.env.TEST_SET === 'all' ? 8 : 2;

test('four tabs at once, each in a way of its own and another check in one: money is taken once, for what stands in the books', async () => {
  // The tabs meet at another moment in each round.
  for (let round = 0; round < tabRounds; round += 1) {
    const buyer = await newBuyer(shop);
    await shop.sandbox.takeEvents();
    const tabs = [
      async () => enterCard(shop, await pressPay(buyer)),
      async () => typeCard(shop, await pressPayThere(buyer)),
      async () => enterCard(shop, await pressPay({ ...buyer, purchaseId: await choose(buyer, 'NY') })),
      async () => typeCard(shop, await pressPayThere({ ...buyer, purchaseId: await choose(buyer, 'US') })),
      async () => confirm(buyer),
    ];
    const outcomes = await Promise.allSettled(tabs.map((tab) => tab()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') expectRefused(outcome.reason);
    for (const { payload, signature } of await shop.sandbox.takeEvents()) {
      await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
    }
    await portal.runJobs();
    const books = await booksOf(portal, buyer);
    const paid = await paidAtProvider(shop, books);
    expect(paid.length).toBeLessThanOrEqual(1);
    expect(books.ledger.map((entry) => ({ id: entry.provider_id, amount: entry.amount_cents }))).toEqual(
      paid,
    );
    expect(books.applications).toHaveLength(paid.length);
  }
});

/** An expected refusal by the portal or the provider, not a failure. */
function expectRefused(error: unknown): void {
  // A tab that got neither a card form nor a payment page cannot pay.
  const nothingToPay = error instanceof TypeError && /Invalid URL|Failed to parse/.test(error.message);
  if (!nothingToPay && !(error instanceof Stripe.errors.StripeError) && !(error instanceof Refusal))
    throw error;
}

test('F29, F30: a purchase keeps which payment terms were accepted: the portal’s and the company’s', async () => {
  const { companyId } = await newCompany(portal, { branding_hostname: 'termsville' });
  const host = 'termsville.localhost:3000';
  await portal.work('test.publish', (work) =>
    publishTerms(work, { kind: 'company-card', companyId }, '<p>Card rules.</p>'),
  );
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).toBe(companyId));
  const keptBy = async ({ purchaseId }: { purchaseId: string }) => {
    const { rows } = await sql<{ own: string; company: string | null }>`
      select own.kind as own, company.kind as company from purchase
        join terms_version own on own.id = purchase.terms_version_id
        left join terms_version company on company.id = purchase.company_terms_version_id
      where purchase.id = ${purchaseId}`.execute(portal.db);
    return rows;
  };
  const branded = await newPerson(portal, {}, { host });
  const there = { ...branded, purchaseId: await choose(branded, 'US') };
  await pressPay(there);
  expect(await keptBy(there)).toEqual([{ own: 'purchase', company: 'company-card' }]);
  for (const press of [pressPay, pressPayThere]) {
    const plain = await newBuyer(shop);
    await press(plain);
    expect(await keptBy(plain)).toEqual([{ own: 'purchase', company: null }]);
  }
});
