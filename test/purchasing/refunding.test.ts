import { beforeEach, expect, test } from 'vitest';
import {
  decideOnRefund,
  getAdminNotes,
  getRefund,
  listRefunds,
  sendRefundAgain,
  submitRefund,
} from '#modules/admin/index.ts';
import { listAudit, newId, Refusal, sql } from '#modules/platform/index.ts';
import { getPurchase, receivePaymentEvent } from '#modules/purchasing/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { recordRefundsOf } from '#modules/purchasing/refunds/recording.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { SignedEvent } from '#sandboxes/payments/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import { setRefundLimit, watchRefunds } from '#test/factories/refunds.ts';
import { type Buyer, choose, openShop, type PaidBuyer } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;

let admin: Registered;
beforeEach(async () => {
  await sandbox.takeEvents();
  admin = await newStaff(portal);
  await setRefundLimit(portal, 100);
});

const note = 'Ticket 4711: bought by mistake';

function refund(buyer: PaidBuyer, refundamount = '', more: { cancel_application?: 'YES' | 'NO' } = {}) {
  return admin.visitor.perform(submitRefund, {
    applicationid: buyer.applicationId,
    refundamount,
    note,
    ...more,
  });
}

const { refundedOf, statusOf, stateOf, paidBuyer } = watchRefunds(shop);
const notesOf = async ({ accountId: userid }: Buyer) => {
  const { notes } = await admin.visitor.perform(getAdminNotes, { userid });
  return notes.map((each) => [each.note_type, each.note]).reverse();
};
const both = (cents: number) => ({ ledger: cents, provider: cents });

async function wordsOf(request: Promise<unknown>, code: string): Promise<string> {
  const refusal = await request.catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code });
  return refusal instanceof Refusal ? refusal.text : '';
}

async function tell(...events: SignedEvent[]): Promise<void> {
  for (const { payload, signature } of events) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  }
  await portal.runJobs();
}

const mailsTo = async (emailaddress: string, subject: RegExp) =>
  (await listOutbox(portal.db, { to: emailaddress })).filter((mail) => subject.test(mail.subject ?? ''));

test('a full refund goes back to the card, closes the application and tells the buyer, with the receipt', async () => {
  const buyer = await paidBuyer();
  expect(await refund(buyer)).toEqual({ state: 'sending' });
  expect(await refundedOf(buyer)).toEqual(both(0));
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(7900));
  expect(await statusOf(buyer)).toBe('refunded');
  expect(await stateOf(buyer)).toEqual(['done']);
  const mails = await mailsTo(buyer.emailaddress, /^Your refund/);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('$79.00');
  expect(mails[0]?.text).toContain('Your application for this check is closed.');
  expect(mails[0]?.attachments.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(/^receipt-\d{14}\.pdf$/),
  ]);
  const { entries } = await listAudit(portal.db, portal.keys, { about: buyer.accountId });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'purchasing.refund-requested',
      'purchasing.refund-made',
      'purchasing.refund-done',
    ]),
  );
  expect(await choose(buyer, 'US')).not.toBe(buyer.purchaseId);
});

test('D117: the call takes an amount of digits and a dot, and closes the application of a part only if asked to', async () => {
  const [kept, closed] = [await paidBuyer(), await paidBuyer()];
  const ask = (buyer: PaidBuyer, more: object) =>
    admin.visitor.call('POST', '/admin/submitrefund', { applicationid: buyer.applicationId, note, ...more });
  expect(await ask(kept, { refundamount: '25.50' })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await ask(closed, { refundamount: ' 25.5 ', cancel_application: 'YES' })).toMatchObject({
    status: 200,
  });
  await portal.runJobs();
  expect(await refundedOf(kept)).toEqual(both(2550));
  expect(await refundedOf(closed)).toEqual(both(2550));
  const { rows } = await portal.pool.query('select note_type from admin_note where application_id = $1', [
    kept.applicationId,
  ]);
  expect(rows).toEqual([{ note_type: 'refund' }]);
  expect(await statusOf(kept)).toBe('paid');
  const { receipt } = await kept.visitor.perform(getPurchase, { purchaseid: kept.purchaseId });
  expect(receipt).toEqual({
    lines: [
      ['Total amount', '$79.00'],
      ['Refunded', '-$25.50'],
      ['Total after refund', '$53.50'],
    ],
    words: expect.stringContaining('$25.50 of it was refunded'),
  });
  expect(await statusOf(closed)).toBe('refunded');
  for (const refundamount of ['$5', '1,000', '5.555', '-5', '1e3', 'five', '5 0']) {
    expect(await ask(kept, { refundamount })).toMatchObject({ status: 400 });
  }
  expect(await ask(kept, { refundamount: '1', note: 'short' })).toMatchObject({ status: 400 });
});

test('no refund over what was charged, of nothing, or beside another one', async () => {
  const buyer = await paidBuyer();
  const tooHigh = await wordsOf(refund(buyer, '79.01'), 'purchasing.refund-too-high');
  shows('refund.too-high', tooHigh);
  expect(tooHigh).toBe('Error: Total refund amount cannot exceed original charge amount');
  shows('refund.nothing', await wordsOf(refund(buyer, '0'), 'purchasing.refund-nothing'));
  await refund(buyer, '50', { cancel_application: 'NO' });
  shows('refund.under-way', await wordsOf(refund(buyer, '1'), 'purchasing.refund-under-way'));
  await portal.runJobs();
  await wordsOf(refund(buyer, '29.01'), 'purchasing.refund-too-high');
  await refund(buyer, '29');
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(7900));
  shows('refund.nothing-left', await wordsOf(refund(buyer), 'purchasing.nothing-to-refund'));
  const unpaid = { ...buyer, applicationId: newId() };
  await wordsOf(refund(unpaid), 'not-found');
});

test('eight admins who refund at once give back no more than was charged', async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await paidBuyer();
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => refund(buyer, '45')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([portal.runJobs(), portal.runJobs()]);
    expect(await refundedOf(buyer)).toEqual(both(4500));
  }
});

/** A purchase that a coupon paid for in part: the buyer 49 dollars, the company 30. */
async function couponBuyer() {
  const buyer = await paidBuyer();
  const { companyId, owner } = await newCompany(portal);
  const intent = await stripe.paymentIntents.create({
    amount: 3000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/',
    metadata: { purchase_id: buyer.purchaseId },
  });
  await portal.work('test.company-leg', (work) =>
    addToLedger(work, {
      purchaseId: buyer.purchaseId,
      accountId: buyer.accountId,
      paidBy: { leg: 'company', companyId },
      kind: 'charge',
      cents: 3000,
      currency: 'usd',
      providerId: intent.id,
    }),
  );
  return { buyer, owner, companyTransaction: intent.id };
}

test('a refund goes back to both payers in proportion, and the company’s owner is told', async () => {
  await setRefundLimit(portal, 1000);
  const { buyer, owner, companyTransaction } = await couponBuyer();
  await refund(buyer, '54.50', { cancel_application: 'NO' });
  await portal.runJobs();
  const perPayer = async () =>
    Promise.all(
      [buyer.transactionId, companyTransaction].map(async (id) =>
        (await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount),
      ),
    );
  expect(await perPayer()).toEqual([[3950], [1500]]);
  await refund(buyer);
  await portal.runJobs();
  expect(await perPayer()).toEqual([
    [3950, 3950],
    [1500, 1500],
  ]);
  const told = await mailsTo(owner.emailaddress, /coupon payment/);
  expect(told.map(({ text }) => text.includes('$15.00'))).toEqual([true, true]);
});

test('a large refund waits for another admin, who approves or rejects it', async () => {
  await setRefundLimit(portal, 40);
  const [buyer, other, exact] = [await paidBuyer(), await paidBuyer(), await paidBuyer()];
  expect(await refund(exact, '40', { cancel_application: 'NO' })).toEqual({ state: 'sending' });
  await refund(buyer, '30', { cancel_application: 'NO' });
  await portal.runJobs();
  // Together with the first one, it is above the limit.
  expect(await refund(buyer, '20')).toEqual({ state: 'waiting' });
  expect(await refund(other)).toEqual({ state: 'waiting' });
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(3000));
  const list = await admin.visitor.perform(listRefunds, { work: 'waiting' });
  const idOf = (who: Buyer) => list.refunds.find(({ userid }) => userid === who.accountId)?.id ?? '';
  const decide = (by: Registered, who: Buyer, approve: 'YES' | 'NO') =>
    by.visitor.perform(decideOnRefund, { refundid: idOf(who), approve, note: 'Checked with the bank' });
  shows('refund.own', await wordsOf(decide(admin, buyer, 'YES'), 'purchasing.refund-own'));
  const second = await newStaff(portal);
  await decide(second, buyer, 'YES');
  await decide(second, other, 'NO');
  shows('refund.decided', await wordsOf(decide(second, other, 'YES'), 'purchasing.refund-decided'));
  const unknown = { refundid: newId(), approve: 'YES', note: 'There is no such refund' } as const;
  await wordsOf(second.visitor.perform(decideOnRefund, unknown), 'not-found');
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(5000));
  expect(await refundedOf(other)).toEqual(both(0));
  expect(await stateOf(buyer)).toEqual(['done', 'done']);
  expect(await stateOf(other)).toEqual(['rejected']);
  for (const who of [buyer, other])
    expect((await notesOf(who)).slice(-2)).toEqual([
      ['refund', note],
      ['refund', 'Checked with the bank'],
    ]);
  const decided = async (who: Buyer) => {
    const { rows } = await portal.pool.query(
      `select decided_by, decided_at is not null as decided, ended_at is not null as ended from refund
       where purchase_id = $1 order by requested_at desc limit 1`,
      [who.purchaseId],
    );
    return rows[0];
  };
  const bySecond = { decided_by: second.accountId, decided: true, ended: true };
  expect([await decided(buyer), await decided(other)]).toEqual([bySecond, bySecond]);
  // The refund that was rejected would have closed the application. Another one, made elsewhere, does not.
  await stripe.refunds.create({ payment_intent: other.transactionId, amount: 100 });
  await recordRefundsOf(portal, other.transactionId);
  expect(await statusOf(other)).toBe('paid');
});

test('a refund that waits stops others, and is approved if all of it is still left', async () => {
  await setRefundLimit(portal, 40);
  const [whole, less] = [await paidBuyer(), await paidBuyer()];
  for (const buyer of [whole, less]) expect(await refund(buyer)).toEqual({ state: 'waiting' });
  await wordsOf(refund(whole, '1'), 'purchasing.refund-under-way');
  await stripe.refunds.create({ payment_intent: less.transactionId, amount: 1 });
  await recordRefundsOf(portal, less.transactionId);
  const { refunds } = await admin.visitor.perform(listRefunds, { work: 'waiting' });
  const second = await newStaff(portal);
  const approve = (buyer: PaidBuyer) =>
    second.visitor.perform(decideOnRefund, {
      refundid: refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '',
      approve: 'YES',
      note: 'Checked with the bank',
    });
  await wordsOf(approve(less), 'purchasing.refund-too-high');
  await approve(whole);
  await portal.runJobs();
  expect(await refundedOf(whole)).toEqual(both(7900));
});

test('a refund in the provider’s dashboard is recorded once, whatever order and number of notices', async () => {
  const buyer = await paidBuyer();
  await sandbox.takeEvents();
  await stripe.refunds.create({ payment_intent: buyer.transactionId, amount: 1000 });
  await stripe.refunds.create({ payment_intent: buyer.transactionId, amount: 500 });
  const events = await sandbox.takeEvents();
  await tell(...events.toReversed(), ...events);
  expect(await refundedOf(buyer)).toEqual(both(1500));
  expect(await mailsTo(buyer.emailaddress, /^Your refund/)).toHaveLength(2);
  await wordsOf(refund(buyer, '64.01'), 'purchasing.refund-too-high');
});

test('our own refund is not recorded twice by its notices', async () => {
  const buyer = await paidBuyer();
  await refund(buyer);
  await portal.runJobs();
  await tell(...(await sandbox.takeEvents()));
  expect(await refundedOf(buyer)).toEqual(both(7900));
  expect(await mailsTo(buyer.emailaddress, /^Your refund/)).toHaveLength(1);
});

test('a refund that the provider will not make is shown to staff, and changes nothing', async () => {
  const buyer = await paidBuyer();
  await refund(buyer);
  // Everything was already refunded elsewhere when our request arrives.
  await stripe.refunds.create({ payment_intent: buyer.transactionId });
  await portal.runJobs();
  expect(await stateOf(buyer)).toEqual(['failed']);
  expect(await statusOf(buyer)).toBe('paid');
  expect(portal.takeErrors()).toMatchObject([{ msg: 'the payment provider refused a refund' }]);
  const { refunds } = await admin.visitor.perform(listRefunds, { state: 'failed' });
  expect(refunds.find(({ userid }) => userid === buyer.accountId)?.failure).toMatch(/already been refunded/);
  await tell(...(await sandbox.takeEvents()));
  expect(await refundedOf(buyer)).toEqual(both(7900));
});

test('a refund that failed is sent again once, as a refund of its own', async () => {
  const buyer = await paidBuyer();
  await refund(buyer, '20', { cancel_application: 'NO' });
  // The bank of the card has the charge under inspection when the first one arrives.
  const { rows } = await sql<{ id: string }>`
    update sandbox.stripe_object set data = data || '{"captured": false}'
    where kind = 'charge' and data ->> 'payment_intent' = ${buyer.transactionId} returning id`.execute(
    portal.db,
  );
  await portal.runJobs();
  expect(await stateOf(buyer)).toEqual(['failed']);
  expect(portal.takeErrors()).toMatchObject([{ msg: 'the payment provider refused a refund' }]);
  await sql`update sandbox.stripe_object set data = data || '{"captured": true}' where id = ${rows[0]?.id}`.execute(
    portal.db,
  );
  const { refunds } = await admin.visitor.perform(listRefunds, { state: 'failed' });
  const refundid = refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '';
  const again = () =>
    admin.visitor.perform(sendRefundAgain, { refundid, note: 'The bank says it works now' });
  const eight = await Promise.allSettled(Array.from({ length: 8 }, again));
  expect(eight.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await portal.runJobs();
  expect(await stateOf(buyer)).toEqual(['failed', 'done']);
  expect(await refundedOf(buyer)).toEqual(both(2000));
  expect(await notesOf(buyer)).toEqual([
    ['refund', note],
    ['refund', 'The bank says it works now'],
  ]);
  await wordsOf(again(), 'conflict');
  const { refund: failed } = await admin.visitor.perform(getRefund, { refundid });
  await wordsOf(
    admin.visitor.perform(sendRefundAgain, {
      refundid: failed.sent_again_as ?? '',
      note: 'Once more please',
    }),
    'conflict',
  );
});
