import { expect, test } from 'vitest';
import { listRefunds, submitRefund } from '#modules/admin/index.ts';
import { listAudit } from '#modules/platform/index.ts';
import { carryOutRefund } from '#modules/purchasing/index.ts';
import { recordRefundsOf } from '#modules/purchasing/refunds/recording.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { setRefundLimit, watchRefunds } from '#test/factories/refunds.ts';
import { type Buyer, openShop, type PaidBuyer } from '#test/factories/shop.ts';

/** Refunds that the bank of the card does not take. */
const shop = await openShop();
const { portal, stripe } = shop;
const admin = await newStaff(portal);
await setRefundLimit(portal, 100);

const refund = (
  { applicationId: applicationid }: PaidBuyer,
  refundamount = '',
  more: { cancel_application?: 'YES' | 'NO' } = {},
) =>
  admin.visitor.perform(submitRefund, {
    applicationid,
    refundamount,
    note: 'Ticket 4711: a mistake',
    ...more,
  });

const { refundedOf, statusOf, stateOf, paidBuyer } = watchRefunds(shop);
const both = (cents: number) => ({ ledger: cents, provider: cents });

const mailsTo = async (emailaddress: string, subject: RegExp) =>
  (await listOutbox(portal.db, { to: emailaddress })).filter((mail) => subject.test(mail.subject ?? ''));

/** The bank of the card sends the refunds of a payment back. */
async function sendBack({ transactionId }: PaidBuyer): Promise<void> {
  for (const [kind, change] of [
    ['refund', { status: 'failed' }],
    ['charge', { amount_refunded: 0, refunded: false }],
  ] as const) {
    await portal.pool.query(
      `update sandbox.stripe_object set data = data || $3
       where kind = $2 and data ->> 'payment_intent' = $1`,
      [transactionId, kind, change],
    );
  }
}

const failuresOf = async ({ accountId }: Buyer) =>
  (await listAudit(portal.db, portal.keys, { about: accountId })).entries.filter(
    ({ action }) => action === 'purchasing.refund-failed',
  );

test('a refund that the bank of the card sends back counts no more, and can be made again in full', async () => {
  const [buyer, other] = [await paidBuyer(), await paidBuyer()];
  for (const each of [buyer, other]) await refund(each, '20', { cancel_application: 'NO' });
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(2000));
  await sendBack(buyer);
  for (let times = 0; times < 2; times += 1) await recordRefundsOf(portal, buyer.transactionId);
  await recordRefundsOf(portal, other.transactionId);
  expect(portal.takeErrors().map(({ msg }) => msg)).toEqual(['a refund failed']);
  expect([await refundedOf(buyer), await refundedOf(other)]).toEqual([both(0), both(2000)]);
  expect([await stateOf(buyer), await stateOf(other)]).toEqual([['failed'], ['done']]);
  const { refunds } = await admin.visitor.perform(listRefunds, { state: 'failed' });
  expect(refunds.find(({ userid }) => userid === buyer.accountId)?.failure).toMatch(/did not take it/);
  expect(await failuresOf(buyer)).toMatchObject([
    { object: { type: 'purchase', id: buyer.purchaseId }, detail: { amount_cents: 2000, leg: 'buyer' } },
  ]);
  expect(await failuresOf(other)).toEqual([]);
  const { rows: others } = await portal.pool.query('select id from refund where purchase_id = $1', [
    other.purchaseId,
  ]);
  // Its job runs again.
  await carryOutRefund(portal, others[0].id);
  const { entries } = await listAudit(portal.db, portal.keys, { about: other.accountId });
  expect(entries.filter(({ action }) => action === 'purchasing.refund-done')).toMatchObject([
    { object: { type: 'refund', id: others[0].id } },
  ]);
  await refund(buyer);
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(7900));
  expect(await stateOf(buyer)).toEqual(['failed', 'done']);
});

test('a refund of the provider’s dashboard that had failed before it was heard of tells nobody of money', async () => {
  const buyer = await paidBuyer();
  await stripe.refunds.create({ payment_intent: buyer.transactionId });
  await sendBack(buyer);
  await recordRefundsOf(portal, buyer.transactionId);
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(0));
  expect(await statusOf(buyer)).toBe('paid');
  expect(await mailsTo(buyer.emailaddress, /^Your refund/)).toEqual([]);
  expect(await failuresOf(buyer)).toHaveLength(1);
  portal.takeErrors();
});
