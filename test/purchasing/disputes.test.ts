import { beforeEach, expect, test } from 'vitest';
import { decideOnRefund, listRefunds, submitRefund } from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { DAY, type JobEvent, listAudit, Refusal, sql, type Work } from '#modules/platform/index.ts';
import { receivePaymentEvent, reconcileLedger, settlePaymentEvent } from '#modules/purchasing/index.ts';
import { listCharges } from '#modules/purchasing/payment/charges.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { SignedEvent } from '#sandboxes/payments/index.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import {
  booksOf,
  buyByCard,
  enterCard,
  newBuyer,
  openShop,
  type PaidBuyer,
  payForScore,
  pressPay,
} from '#test/factories/shop.ts';

/** Cardholders who ask their bank to get the money back. */
const shop = await openShop();
const { portal, sandbox, stripe } = shop;

beforeEach(() => sandbox.takeEvents());

async function disputedBuyer(card = 'pm_card_createDispute'): Promise<PaidBuyer> {
  return buyByCard(portal, await newPerson(portal), card);
}

async function tell(events: readonly SignedEvent[], failures?: JobEvent[]): Promise<void> {
  for (const { payload, signature } of events) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  }
  await portal.runJobs(failures ? { failures } : {});
}

const tellAll = async () => tell(await sandbox.takeEvents());

async function disputeOf(transactionId: string) {
  const { data } = await stripe.disputes.list({ payment_intent: transactionId });
  return data[0]?.id ?? '';
}

async function movementsOf(buyer: PaidBuyer): Promise<[string, number][]> {
  const { ledger } = await booksOf(portal, buyer);
  return ledger.map(({ kind, amount_cents }) => [kind, amount_cents]);
}

const end = async (buyer: PaidBuyer, evidence: 'winning_evidence' | 'losing_evidence') =>
  stripe.disputes.update(await disputeOf(buyer.transactionId), {
    evidence: { uncategorized_text: evidence },
    submit: true,
  });

/** What staff were told about a payment, oldest first. */
async function noticesAbout(transactionId: string): Promise<string[]> {
  const mails = await listOutbox(portal.db, { limit: 200 });
  return mails
    .filter(({ text }) => text.includes(transactionId))
    .map(({ subject }) => subject ?? '')
    .reverse();
}

async function differences() {
  const since = new Date(portal.clock.now().getTime() - 7 * DAY);
  return (await reconcileLedger(portal, since)).differences;
}

async function refund(applicationid: string, cancel_application: 'YES' | 'NO' = 'NO') {
  const { visitor } = await newStaff(portal);
  return visitor.perform(submitRefund, {
    applicationid,
    cancel_application,
    note: 'Ticket 4711: asked for it',
  });
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

test('a dispute is in the ledger once and staff are told once, whatever order and number of notices', async () => {
  const buyer = await disputedBuyer();
  const events = await sandbox.takeEvents();
  expect(events.map(({ type }) => type)).toContain('charge.dispute.funds_withdrawn');
  await tell([...events].reverse());
  for (let time = 0; time < 9; time += 1) await tell(events);
  expect(await movementsOf(buyer)).toEqual([
    ['charge', 7900],
    ['dispute', -7900],
  ]);
  for (const { id } of events) await settlePaymentEvent(portal, id);
  await portal.runJobs();
  expect(await noticesAbout(buyer.transactionId)).toEqual(['A card payment was disputed: $79.00']);
  const rows: Work['rows'] = async (read) => (await read.execute(portal.db)).rows;
  expect(await listCharges({ rows }, buyer.purchaseId)).toMatchObject([
    { charged: 7900, refunded: 0, disputed: 7900 },
  ]);
  const [application] = (await booksOf(portal, buyer)).applications;
  expect(application?.status).toBe('paid');
  const { entries } = await listAudit(portal.db, portal.keys, { about: buyer.accountId });
  expect(entries.map(({ action }) => action)).toContain('purchasing.payment-disputed');
  expect(await differences()).toEqual([]);
});

test('the mail to staff says until when to respond, and leads to the record', async () => {
  const { transactionId, accountId } = await disputedBuyer('pm_card_createDisputeProductNotReceived');
  await tellAll();
  const [mail] = (await listOutbox(portal.db, { limit: 50 })).filter(({ text }) =>
    text.includes(transactionId),
  );
  const { support_email } = await brandForHost(portal, null);
  expect(mail?.to).toBe(support_email);
  expect(mail?.text).toMatch(/Respond in the payment service’s dashboard by \d\d\/\d\d\/\d{4}\./);
  expect(mail?.text).toContain('Reason: Product not received');
  expect(mail?.links.some((link) => link.endsWith(`/admin/user/${accountId}#checks`))).toBe(true);
});

test('the mail about a payment in another currency names that currency, in its subject and its words', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await sql`update sandbox.stripe_object set data = jsonb_set(data, '{currency}', '"eur"') where id = ${intent}`.execute(
    portal.db,
  );
  await enterCard(shop, intent, 'pm_card_createDispute');
  await tellAll();
  const [mail] = (await listOutbox(portal.db, { limit: 50 })).filter(({ text }) => text.includes(intent));
  expect(mail?.subject).toBe('A card payment was disputed: EUR\u00a079.00');
  const amounts = new Set(mail?.text.match(/(?:\$|[A-Z]{3}\s)\d+\.\d\d/g));
  expect(amounts).toEqual(new Set(['EUR\u00a079.00']));
  expect(portal.takeErrors().map(({ msg }) => msg)).toContain('a payment does not fit its purchase');
});

test('disputed money is not refunded a second time, also not by a second admin', async () => {
  const buyer = await disputedBuyer();
  const second = await newStaff(portal);
  await setRefundLimit(portal, 10);
  expect(await refund(buyer.applicationId)).toEqual({ state: 'waiting' });
  await tellAll();
  const { refunds } = await second.visitor.perform(listRefunds, { work: 'waiting' });
  const refundid = refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '';
  const decide = (approve: 'YES' | 'NO') =>
    codeOf(second.visitor.perform(decideOnRefund, { refundid, approve, note: 'Looked at it' }));
  expect(await decide('YES')).toBe('purchasing.disputed');
  expect(await decide('NO')).toBe('done');
  expect(await codeOf(refund(buyer.applicationId))).toBe('purchasing.disputed');
  await setRefundLimit(portal, 100);
});

test('a dispute that is won brings the money back, which can then be refunded', async () => {
  const buyer = await disputedBuyer();
  await end(buyer, 'winning_evidence');
  await tellAll();
  expect(await movementsOf(buyer)).toEqual([
    ['charge', 7900],
    ['dispute', -7900],
    ['dispute-won', 7900],
  ]);
  expect((await noticesAbout(buyer.transactionId)).at(-1)).toBe('A dispute was won: $79.00');
  expect(await differences()).toEqual([]);
  await refund(buyer.applicationId);
  await portal.runJobs();
  expect((await movementsOf(buyer)).at(-1)).toEqual(['refund', -7900]);
  expect(await differences()).toEqual([]);
});

test('a dispute that is lost closes an application that was not begun', async () => {
  const buyer = await disputedBuyer();
  await end(buyer, 'losing_evidence');
  await tellAll();
  expect((await booksOf(portal, buyer)).applications[0]?.status).toBe('refunded');
  expect((await noticesAbout(buyer.transactionId)).at(-1)).toBe('A dispute was lost: $79.00');
  expect(await codeOf(refund(buyer.applicationId))).toBe('purchasing.disputed');
  expect(await differences()).toEqual([]);
});

test('the active score stands while its payment is disputed, and expires when the dispute is lost', async () => {
  const { accountId } = await newScoredPerson(portal, { score: 'IC01' });
  await payForScore(portal, accountId, 'pm_card_createDispute');
  await tellAll();
  const lasts = async () => {
    const { rows } = await sql<{ valid: boolean }>`
      select expiration > ${portal.clock.now()}::date as valid from shield_score where account_id = ${accountId}`.execute(
      portal.db,
    );
    return rows[0]?.valid;
  };
  expect(await lasts()).toBe(true);
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from ledger_entry where account_id = ${accountId} and kind = 'charge'`.execute(
    portal.db,
  );
  await stripe.disputes.close(await disputeOf(rows[0]?.provider_id ?? ''));
  await tellAll();
  expect(await lasts()).toBe(false);
});

test.each(['refunded', 'lost in a dispute'])(
  'money that paid no check is %s, and the score stands',
  async (how) => {
    const { accountId } = await newScoredPerson(portal, { score: 'IC01' });
    const { id: purchaseId } = await portal.db
      .selectFrom('purchase')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const payment = await stripe.paymentIntents.create({ amount: 7900, currency: 'usd' });
    await enterCard(shop, payment.id, how === 'refunded' ? 'pm_card_visa' : 'pm_card_createDispute');
    await portal.work('test.unmatched', (work) =>
      addToLedger(work, {
        purchaseId,
        accountId,
        paidBy: { leg: 'buyer' },
        kind: 'unmatched',
        cents: 7900,
        currency: 'usd',
        providerId: payment.id,
      }),
    );
    if (how === 'refunded') await stripe.refunds.create({ payment_intent: payment.id });
    else await stripe.disputes.close(await disputeOf(payment.id));
    await tellAll();
    const { expiration } = await portal.db
      .selectFrom('shield_score')
      .select('expiration')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(expiration > portal.clock.now().toISOString().slice(0, 10)).toBe(true);
    expect(await portal.work('test.charges', (work) => listCharges(work, purchaseId))).toEqual([]);
    const { rows } = await sql<{ kind: string }>`
    select kind from ledger_entry where account_id = ${accountId} order by recorded_at, kind desc`.execute(
      portal.db,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['unmatched', how === 'refunded' ? 'refund' : 'dispute']);
  },
);

test('a company that disputes its part costs the person nothing', async () => {
  const company = await newCouponCompany(shop, { type: 'percent', amount: 50 }, 'pm_card_createDispute');
  const buyer = await newCouponBuyer(shop, company);
  await enterCard(shop, await pressPay(buyer));
  await tellAll();
  await portal.runJobs();
  await tellAll();
  const { ledger, applications } = await booksOf(portal, buyer);
  expect(ledger.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual(
    expect.arrayContaining([
      ['charge', 3950],
      ['dispute', -3950],
    ]),
  );
  const disputed = ledger.find(({ kind }) => kind === 'dispute')?.provider_id ?? '';
  await stripe.disputes.close(disputed);
  await tellAll();
  expect(applications[0]?.status).toBe('paid');
  expect((await booksOf(portal, buyer)).applications[0]?.status).toBe('paid');
  expect(await differences()).toEqual([]);
});

test('a bank that only asks takes no money: staff are told, and a refund stays possible', async () => {
  const buyer = await disputedBuyer('pm_card_createDisputeInquiry');
  await tellAll();
  expect(await movementsOf(buyer)).toEqual([['charge', 7900]]);
  expect(await noticesAbout(buyer.transactionId)).toEqual(['A bank asked about a payment: $79.00']);
  await refund(buyer.applicationId);
  await portal.runJobs();
  expect((await movementsOf(buyer)).at(-1)).toEqual(['refund', -7900]);
});

test('a dispute that is heard of before its payment waits for it; one of a stranger’s payment is left alone', async () => {
  const buyer = await newBuyer(shop);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent, 'pm_card_createDispute');
  const events = await sandbox.takeEvents();
  const failures: JobEvent[] = [];
  await tell(
    events.filter(({ type }) => type.startsWith('charge.dispute')),
    failures,
  );
  expect(failures.length).toBeGreaterThan(0);
  expect((await booksOf(portal, buyer)).ledger).toEqual([]);
  await tell(events);
  await portal.runJobs({ ahead: DAY });
  expect((await booksOf(portal, buyer)).ledger.map(({ kind }) => kind).toSorted()).toEqual([
    'charge',
    'dispute',
  ]);

  const strange = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  await enterCard(shop, strange.id, 'pm_card_createDispute');
  await tellAll();
  expect(await noticesAbout(strange.id)).toEqual([]);
  expect(await differences()).toEqual([]);
});
