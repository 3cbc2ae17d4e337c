import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { submitRefund } from '#modules/admin/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { reconcileLedger } from '#modules/purchasing/index.ts';
import { inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { buyByCard } from '#test/factories/shop.ts';
import { expect } from '../browser/fixtures.ts';
import { test as base } from '../browser/own-portal.ts';
import { startPaymentSandbox } from '../browser/sandbox.ts';
import { WorkerProcess } from '../browser/worker.ts';
import { giveDetails, submit, title, verifyIdentity } from './acts/application.ts';
import { makePerson } from './acts/person.ts';
import { buyCheck } from './acts/purchase.ts';
import { acceptScore } from './acts/score.ts';

/** Web, worker and the payment provider as separate processes. */
const test = base.extend<{ worker: WorkerProcess }>({
  worker: async ({ portal: { app } }, use) => {
    const stopSandbox = await startPaymentSandbox(app);
    const worker = new WorkerProcess(app.environment);
    worker.start();
    await use(worker);
    await worker.kill();
    await stopSandbox();
  },
});

test.use({ portalOptions: { command: ['web'] } });

async function count(database: pg.Pool, query: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) as count from ${query}`);
  return Number(rows[0]?.count);
}

/** Waits until a worker has started a job. */
async function jobInHand(database: pg.Pool, limit = 180_000): Promise<void> {
  const end = Date.now() + limit;
  while (Date.now() < end) {
    if (await count(database, 'graphile_worker._private_jobs where locked_at is not null')) return;
    await pause(1);
  }
  throw new Error('no worker took a job');
}

/**
 * A worker without a heartbeat for half a minute of the database's time counts as dead. Instead of waiting, the test
 * sets its last heartbeat back by a minute.
 */
async function letSilencePass(database: pg.Pool): Promise<void> {
  await database.query(`update worker_heartbeat set seen_at = seen_at - interval '1 minute'`);
  await database.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`,
  );
}

/** Starts a worker and kills it as soon as it runs a job, three times. The fourth worker may work. */
async function killThreeTimes(worker: WorkerProcess, database: pg.Pool): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    worker.start();
    await jobInHand(database);
    await worker.kill();
    await letSilencePass(database);
  }
  worker.start();
}

test('a worker killed between payment and submission, and again in the middle of it, costs nothing', async ({
  page,
  outbox,
  script,
  worker,
  portal: { database },
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);

  await buyCheck(page, script);
  await worker.kill();
  await page.getByRole('link', { name: 'Continue' }).click();

  // The details can be entered without a worker, but the provider of the ID verification answers through a job.
  await giveDetails(page, person, script);
  worker.start();
  await verifyIdentity(page);
  await worker.kill();
  // The application is submitted without a worker; its jobs wait for one.
  const submitted = submit(page);
  await expect.poll(() => count(database, `application where status in ('submitted', 'waituser')`)).toBe(1);
  await expect(title(page)).toHaveText(/^(Please Wait|Thank you\.)$/);
  worker.start();
  await jobInHand(database);
  await worker.kill();
  await letSilencePass(database);
  worker.start();
  await submitted;

  const shieldId = await acceptScore(page, outbox, person);
  expect(shieldId).toMatch(/^TX\d{9}$/);

  expect(await count(database, 'purchase')).toBe(1);
  expect(await count(database, `purchase where status = 'paid'`)).toBe(1);
  expect(await count(database, `ledger_entry where kind = 'charge' and amount_cents = 7900`)).toBe(1);
  expect(await count(database, 'ledger_entry')).toBe(1);
  expect(
    await count(
      database,
      `sandbox.stripe_object where kind = 'payment_intent' and data ->> 'status' = 'succeeded'`,
    ),
  ).toBe(1);
  expect(await count(database, 'application')).toBe(1);
  expect(await count(database, 'cra_order')).toBe(1);
  expect(await count(database, 'sandbox.screening')).toBe(1);
  expect(await count(database, 'shield_id')).toBe(1);
  expect(await count(database, 'shield_score')).toBe(1);
  expect(await count(database, 'graphile_worker._private_jobs where attempts >= max_attempts')).toBe(0);

  // A mail that was being sent may be sent twice, with the same Message-ID.
  const messages = await outbox.list(person.emailaddress);
  const approvals = messages.filter(({ links }) => links.some((link) => link.includes('/scoreapproval/')));
  expect(new Set(approvals.map(({ messageId }) => messageId)).size).toBe(1);
});

/** How many times a worker is killed; `npm run test:long` does it more often. */
const kills = Number(process.env.KILLS ?? 6);

test('D32, D33: a worker killed again and again while it captures and refunds moves money once', async ({
  operations,
  worker,
  portal: { database },
}) => {
  await worker.kill();
  const company = await newCouponCompany({ portal: operations }, { type: 'percent', amount: 25 });
  const staff = await newStaff(operations, {});
  const long = { timeout: 180_000 };
  const since = new Date(operations.clock.now().getTime() - DAY);
  const { compared: before } = await reconcileLedger(operations, since);
  const rounds = Math.ceil(kills / 6);
  for (let round = 0; round < rounds; round += 1) {
    const person = await newPersonWithoutTwoStep(operations);
    const ledgerOf = async (kind: string) => {
      const { rows } = await database.query<{ amount_cents: number }>(
        'select amount_cents from ledger_entry where account_id = $1 and kind = $2 order by amount_cents, leg',
        [person.accountId, kind],
      );
      return rows.map(({ amount_cents }) => amount_cents);
    };
    await inviteWithCoupon({ portal: operations }, company, person.accountId);
    const { applicationId } = await buyByCard(operations, person);
    await killThreeTimes(worker, database);
    await expect.poll(() => ledgerOf('charge'), long).toEqual([1975, 5925]);
    await worker.kill();
    await letSilencePass(database);

    const note = 'Ticket 4711: bought by mistake';
    await staff.visitor.perform(submitRefund, { applicationid: applicationId, note });
    await killThreeTimes(worker, database);
    await expect.poll(() => ledgerOf('refund'), long).toEqual([-5925, -1975]);
    await expect.poll(() => count(database, `refund where state = 'done'`), long).toBe(round + 1);
    await worker.kill();
    await letSilencePass(database);
  }
  expect(await reconcileLedger(operations, since)).toMatchObject({
    compared: before + 4 * rounds,
    differences: [],
  });
});
