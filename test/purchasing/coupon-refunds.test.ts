import { expect, test } from 'vitest';
import { listRefunds, sendRefundAgain, submitRefund } from '#modules/admin/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { receivePaymentEvent, reconcileLedger } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import {
  type CouponBuyer,
  type CouponCompany,
  newCouponBuyer,
  newCouponCompany,
} from '#test/factories/coupons.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { enterCard, openShop, payForScore, pressPay } from '#test/factories/shop.ts';
import { pdfText } from '#test/pdf-text.ts';

/** Refunds of checks that a coupon paid for in part or in full, and what their buyers and owners are told. */
const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const { confirm, complete, atProvider } = couponBooks(shop);
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });
const full = await newCouponCompany(shop, { type: 'full' });
const admin = await newStaff(portal);
await setRefundLimit(portal, 1000);

async function paidWith(company: CouponCompany): Promise<CouponBuyer> {
  const buyer = await newCouponBuyer(shop, company);
  if (company === full) await complete(buyer);
  else {
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
  }
  await portal.runJobs();
  await sandbox.takeEvents();
  return buyer;
}

async function refund(
  { purchaseId }: CouponBuyer,
  refundamount: string,
  cancel: 'YES' | 'NO',
): Promise<void> {
  const { id: applicationid } = await portal.db
    .selectFrom('application')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  await admin.visitor.perform(submitRefund, {
    applicationid,
    refundamount,
    note: 'Ticket 4711: bought by mistake',
    cancel_application: cancel,
  });
}

async function refundsOf(buyer: CouponBuyer) {
  const entries = await portal.db
    .selectFrom('ledger_entry')
    .select(['leg', 'amount_cents'])
    .where('purchase_id', '=', buyer.purchaseId)
    .where('kind', '=', 'refund')
    .orderBy('leg')
    .orderBy('amount_cents')
    .execute();
  const provider = await Promise.all(
    (await atProvider(buyer)).map(async ({ id, leg }) =>
      (await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => [leg, -amount]),
    ),
  );
  const ledger = entries.map(({ leg, amount_cents }) => [leg, amount_cents]);
  expect(provider.flat().sort()).toEqual([...ledger].sort());
  const since = new Date(portal.clock.now().getTime() - DAY);
  expect((await reconcileLedger(portal, since)).differences).toEqual([]);
  return ledger;
}

const mailsTo = async (emailaddress: string, about: RegExp) =>
  (await listOutbox(portal.db, { to: emailaddress })).filter(({ subject }) => about.test(subject ?? ''));

test('D33: a refund of a purchase that a coupon paid in part goes back to both cards in proportion', async () => {
  const buyer = await paidWith(half);
  await refund(buyer, '20', 'NO');
  await portal.runJobs();
  expect(await refundsOf(buyer)).toEqual([
    ['buyer', -1000],
    ['company', -1000],
  ]);
  await refund(buyer, '', 'YES');
  // The events come before the job has requested the refund, and once more afterwards.
  for (let time = 0; time < 2; time += 1) {
    for (const { payload, signature } of await sandbox.takeEvents())
      await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
    await portal.runJobs();
  }
  expect(await refundsOf(buyer)).toEqual([
    ['buyer', -2950],
    ['buyer', -1000],
    ['company', -2950],
    ['company', -1000],
  ]);
  const buyers = await mailsTo(buyer.emailaddress, /^Your refund/);
  expect(buyers.map(({ text }) => text.includes('Your application for this check is closed.'))).toEqual([
    true,
    false,
  ]);
  expect(buyers.every(({ text }) => !text.includes('expired'))).toBe(true);
  const owners = await mailsTo(half.owner.emailaddress, /coupon payment/);
  const amounts = ({ text }: { text: string }) => [
    /Refunded: (\S+)/.exec(text)?.[1],
    /Originally charged: (\S+)/.exec(text)?.[1],
  ];
  for (const told of [buyers, owners])
    expect(told.map(amounts)).toEqual([
      ['$29.50', '$39.50'],
      ['$10.00', '$39.50'],
    ]);
});

test('D33: a refund of a single cent has one part, and what a payer did not get is sent again to them alone', async () => {
  const buyer = await paidWith(await newCouponCompany(shop, { type: 'percent', amount: 50 }));
  await refund(buyer, '0.01', 'NO');
  await portal.runJobs();
  expect(await refundsOf(buyer)).toEqual([['buyer', -1]]);
  const company = (await atProvider(buyer)).find(({ leg }) => leg === 'company')?.id;
  const capture = (captured: boolean) =>
    portal.pool.query(
      `update sandbox.stripe_object set data = data || $2
       where kind = 'charge' and data ->> 'payment_intent' = $1`,
      [company, { captured }],
    );
  await capture(false);
  await refund(buyer, '', 'NO');
  await portal.runJobs();
  expect(portal.takeErrors()).toMatchObject([{ msg: 'the payment provider refused a refund' }]);
  await capture(true);
  const { refunds } = await admin.visitor.perform(listRefunds, { state: 'failed' });
  const refundid = refunds.find(({ userid }) => userid === buyer.accountId)?.id ?? '';
  await admin.visitor.perform(sendRefundAgain, { refundid, note: 'The bank takes it now' });
  await portal.runJobs();
  expect(await refundsOf(buyer)).toEqual([
    ['buyer', -3949],
    ['buyer', -1],
    ['company', -3950],
  ]);
});

test('a buyer whose coupon paid everything is told as well, with the receipt, and to whom the money went', async () => {
  const buyer = await paidWith(full);
  const ownersBefore = await mailsTo(full.owner.emailaddress, /coupon payment/);
  await refund(buyer, '', 'YES');
  await portal.runJobs();
  expect(await refundsOf(buyer)).toEqual([['company', -7900]]);
  const [told, ...more] = await mailsTo(buyer.emailaddress, /^Your refund/);
  expect(more).toEqual([]);
  expect(told?.text).toContain('refunded to the company whose coupon paid for it. You weren’t charged');
  expect(told?.text).toContain('Your application for this check is closed.');
  expect(told?.text).not.toContain('Originally charged');
  expect(await pdfText(told?.attachments[0]?.content ?? '')).toContain('Paid in full by coupon.');
  const [toOwner, ...others] = await mailsTo(full.owner.emailaddress, /coupon payment/);
  expect(toOwner?.text).toContain('$79.00');
  expect(others).toEqual(ownersBefore);
});

test('whoever loses the score of a refunded check is told so', async () => {
  const person = await newScoredPerson(portal, { score: 'IC01' });
  await payForScore(portal, person.accountId);
  const { application_id: applicationid } = await portal.db
    .selectFrom('shield_score')
    .select('application_id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  await admin.visitor.perform(submitRefund, {
    applicationid,
    refundamount: '',
    note: 'Ticket 4712: late',
    cancel_application: 'NO',
  });
  await portal.runJobs();
  const [told] = await mailsTo(person.emailaddress, /^Your ShieldScore is no longer valid/);
  expect(told?.text).toContain('Your ShieldScore from this check has expired.');
});

test('whoever loses an application that was begun is told so', async () => {
  const buyer = await paidWith(full);
  await portal.db
    .updateTable('application')
    .set({ status: 'waituser' })
    .where('purchase_id', '=', buyer.purchaseId)
    .execute();
  await refund(buyer, '', 'YES');
  await portal.runJobs();
  const [told] = await mailsTo(buyer.emailaddress, /^Your refund/);
  expect(told?.text).toContain('Your application for this check is closed.');
  const application = await portal.db
    .selectFrom('application')
    .select('status')
    .where('purchase_id', '=', buyer.purchaseId)
    .executeTakeFirst();
  expect(application).toEqual({ status: 'cancelled' });
});
