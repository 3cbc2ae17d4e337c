import { expect, test } from 'vitest';
import { submitRefund } from '#modules/admin/index.ts';
import { HOUR, type JobEvent, sql } from '#modules/platform/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { setRefundLimit, watchRefunds } from '#test/factories/refunds.ts';
import { duringThisTest, openShop, type PaidBuyer } from '#test/factories/shop.ts';

/** Refunds while the provider fails, or the process dies. */
const shop = await openShop();
const { portal, sandbox } = shop;
const admin = await newStaff(portal);
await setRefundLimit(portal, 100);

const refund = ({ applicationId: applicationid }: PaidBuyer) =>
  admin.visitor.perform(submitRefund, {
    applicationid,
    refundamount: '',
    note: 'Ticket 4711: a mistake',
  });

const { refundedOf, stateOf, paidBuyer } = watchRefunds(shop);
const both = (cents: number) => ({ ledger: cents, provider: cents });

test.each([
  ['error-500', 'POST /v1/refunds'],
  ['error-500-done', 'POST /v1/refunds'],
  ['unauthorized', 'POST /v1/refunds'],
  ['rate-limit', 'POST /v1/refunds'],
  ['reset', 'POST /v1/refunds'],
  ['lost-answer', 'POST /v1/refunds'],
  ['error-500', 'GET /v1/refunds'],
] as const)('%s at %s: the job goes on later, and gives back once', async (kind, on) => {
  const buyer = await paidBuyer();
  duringThisTest(shop).plan({ kind, on, times: 4 });
  await refund(buyer);
  const failures: JobEvent[] = [];
  await portal.runJobs({ failures });
  expect(failures.map(({ name }) => name)).toContain('purchasing.send-refund');
  sandbox.clearFaults();
  await portal.runJobs({ ahead: HOUR });
  expect(await refundedOf(buyer)).toEqual(both(7900));
  expect(await stateOf(buyer)).toEqual(['done']);
});

test('a refund that waits for the provider is not sent with another one', async () => {
  const [waiting, other] = [await paidBuyer(), await paidBuyer()];
  duringThisTest(shop).plan({ kind: 'rate-limit', on: 'POST /v1/refunds', times: 4 });
  await refund(waiting);
  await portal.runJobs({ failures: [] });
  sandbox.clearFaults();
  await refund(other);
  await portal.runJobs();
  expect(await refundedOf(other)).toEqual(both(7900));
  expect(await refundedOf(waiting)).toEqual(both(0));
  expect(await stateOf(waiting)).toEqual(['sending']);
  await portal.runJobs({ ahead: HOUR });
  expect(await refundedOf(waiting)).toEqual(both(7900));
  expect(await stateOf(waiting)).toEqual(['done']);
});

test('a process that dies after the provider refunded finds that refund again, also when its key is forgotten', async () => {
  const buyer = await paidBuyer();
  await refund(buyer);
  const { rows } = await sql<{ id: string; amount_cents: number }>`
    select part.id, part.amount_cents from refund_part part join refund on refund.id = part.refund_id
    where refund.purchase_id = ${buyer.purchaseId}`.execute(portal.db);
  const part = rows[0];
  await portal.payments.refund({
    key: `refund:${part?.id}:1`,
    transactionId: buyer.transactionId,
    amount: part?.amount_cents ?? 0,
    refundId: part?.id ?? '',
  });
  await portal.pool.query('delete from sandbox.stripe_idempotency');
  await portal.runJobs();
  expect(await refundedOf(buyer)).toEqual(both(7900));
  expect(await stateOf(buyer)).toEqual(['done']);
});
