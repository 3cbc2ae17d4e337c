// Takes long: it starts two servers of PostgreSQL, and waits until one of them has lagged for too long.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { checkReplica } from '#cli/doctor/replica.ts';
import { login, updatePreferences } from '#modules/identity/index.ts';
import { getMyProfile } from '#modules/network/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { migrate, setUpDemoPortalAt } from '#test/migrate.ts';
import { testPortal } from '#test/portal.ts';
import { startReplication } from '#test/replication.ts';
import type { Visitor } from '#test/visitor.ts';

const replication = await startReplication();
afterAll(() => replication.stop());
await migrate(replication.primary);
await setUpDemoPortalAt(replication.primary.url);
await replication.catchUp();
const portal = await testPortal({ database: replication.primary, readUrl: replication.readUrl });
const { replica } = portal;
if (!replica) throw new Error('the portal has no replica');

/** Two browsers of one person; the second one has not written since the replica caught up. */
async function twoBrowsers() {
  const { visitor, emailaddress, password } = await newPersonWithoutTwoStep(portal);
  const other = portal.visitor();
  await other.perform(login, { emailaddress, password });
  await replication.catchUp();
  await expect
    .poll(async () => replica?.mayServe(other.visit(), (await other.caller())?.writtenTo ?? null))
    .toBe(true);
  return { visitor, other };
}

const sharesOf = async (visitor: Visitor) =>
  (await visitor.perform(getMyProfile, {})).profile.network_searchresults;
const flip = (visitor: Visitor, on: boolean) =>
  visitor.perform(updatePreferences, { network_searchresults: on ? 'YES' : 'NO' });

test('D142: a session reads from a replica only what the replica has replayed since the session wrote', async () => {
  const { visitor, other } = await twoBrowsers();
  const before = await sharesOf(visitor);
  expect((await visitor.caller())?.writtenTo).toBeGreaterThan(0);
  await replication.pause();
  await flip(visitor, !before);
  expect(await sharesOf(visitor), 'whoever wrote reads from the primary').toBe(!before);
  expect(await sharesOf(other), 'the other browser reads from the replica, which does not know it yet').toBe(
    before,
  );
  await flip(other, before);
  expect(await sharesOf(other)).toBe(before);
  expect(await sharesOf(visitor), 'still the primary').toBe(before);
  await replication.resume();
  await replication.catchUp();
  await expect
    .poll(async () => replica.mayServe(visitor.visit(), (await visitor.caller())?.writtenTo ?? null))
    .toBe(true);
  expect(await sharesOf(visitor)).toBe(before);
  const { rows } = await replica.pool.query<{ read: number }>(
    'select pg_is_in_recovery() as recovers, current_setting($1) as read',
    ['transaction_read_only'],
  );
  expect(rows).toEqual([{ recovers: true, read: 'on' }]);
});

test('doctor says whether it is a replica, and how far behind', async () => {
  const found = async (databaseReadUrl: string) => {
    const { state, found: words } = await checkReplica({
      ...portal,
      config: { ...portal.config, databaseReadUrl },
    });
    return `${state}: ${words}`;
  };
  await replication.catchUp();
  expect(await found(replication.readUrl)).toMatch(/^ok: /);
  expect(await found(replication.primary.url)).toBe('wrong: DATABASE_READ_URL leads to no replica');
});

test('D142: a replica that lags for more than ten seconds is left out until it has caught up', async () => {
  const { visitor, other } = await twoBrowsers();
  const before = await sharesOf(other);
  await replication.pause();
  await flip(visitor, !before);
  expect(await sharesOf(other)).toBe(before);
  await expect.poll(() => replica.isLeftOut).toBe(true);
  expect(replica.lag).toBeGreaterThan(10 * SECOND);
  expect(await sharesOf(other), 'from the primary').toBe(!before);
  await replication.resume();
  await expect.poll(() => replica.isLeftOut).toBe(false);
});

test('D142: no request fails while the replica dies and comes back, and nobody reads older than they wrote', async () => {
  const { visitor, other } = await twoBrowsers();
  let [isOver, reads, on] = [false, 0, false];
  const watching = (async () => {
    while (!isOver) {
      await sharesOf(other);
      on = !on;
      await flip(visitor, on);
      expect(await sharesOf(visitor)).toBe(on);
      reads += 2;
    }
  })();
  const more = async (count: number) => {
    const goal = reads + count;
    while (reads < goal) await Promise.race([pause(20), watching]);
  };
  await more(20);
  await replication.killReplica();
  await more(20);
  expect(replica.isLeftOut).toBe(true);
  await replication.startReplica();
  await expect.poll(() => replica.isLeftOut).toBe(false);
  await more(20);
  isOver = true;
  await watching;
  process.stdout.write(`${reads} reads while the replica died and came back, none failed and none too old\n`);
});
