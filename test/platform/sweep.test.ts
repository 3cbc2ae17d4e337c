import { beforeEach, expect, test } from 'vitest';
import {
  HOUR,
  listSweeps,
  platformSweeps,
  purge,
  runSweep,
  type Sweep,
  sql,
} from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf, runAsOwner } from '#test/sql.ts';

const portal = await testPortal();
await runAsOwner(portal, 'create table counted (id int primary key, touched int not null default 0)');

/** Updates every row. Fails at rows that `failing` contains. */
const failing = new Set<number>();
const touching: Sweep = {
  name: 'test.touch',
  size: 3,
  async keys(work, after, size) {
    const rows = await rowsOf(
      work,
      sql<{ key: string }>`
      select id::text as key from counted where id > ${Number(after ?? 0)} order by id limit ${size}`,
    );
    return rows.map((row) => row.key);
  },
  async run(work, keys) {
    if (keys.length === 0) throw new Error('there is nothing to touch');
    const rows = await rowsOf(
      work,
      sql<{ id: number }>`
      update counted set touched = touched + 1 where id = any(${sql.val([...keys])}::int[]) returning id`,
    );
    if (rows.some((row) => failing.has(row.id))) throw new Error('the batch failed');
    return rows.length;
  },
};

async function touched(): Promise<number[]> {
  const { rows } = await sql<{ touched: number }>`select touched from counted order by id`.execute(portal.db);
  return rows.map((row) => row.touched);
}

async function progress(name: string) {
  const found = (await listSweeps(portal.db)).find((sweep) => sweep.name === name);
  return found && { handled: found.handled, changed: found.changed, finished: found.finishedAt !== null };
}

beforeEach(async () => {
  failing.clear();
  await sql`delete from sweep_run`.execute(portal.db);
  await sql`delete from counted`.execute(portal.db);
  await sql`insert into counted (id) select generate_series(1, 7)`.execute(portal.db);
});

test.each([1, 2, 3, 7, 8])('touches each row once in batches of %i', async (size) => {
  expect(await runSweep(portal, touching, { size })).toEqual({ handled: 7, changed: 7 });
  expect(await touched()).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(await progress('test.touch')).toEqual({ handled: 7, changed: 7, finished: true });
});

test.each([1, 3])('goes on after a batch of %i that failed, without touching a row twice', async (size) => {
  failing.add(5);
  await expect(runSweep(portal, touching, { size })).rejects.toThrow('the batch failed');
  const done = size === 1 ? 4 : 3;
  expect(await progress('test.touch')).toEqual({ handled: done, changed: done, finished: false });
  await expect(runSweep(portal, touching, { size })).rejects.toThrow('the batch failed');
  expect((await touched()).filter((times) => times > 0)).toHaveLength(done);
  failing.clear();
  expect(await runSweep(portal, touching, { size })).toEqual({ handled: 7, changed: 7 });
  expect(await touched()).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('stops between two batches when the worker has to stop, and goes on later', async () => {
  const stopping = new AbortController();
  const stopped: Sweep = {
    ...touching,
    async run(work, keys) {
      stopping.abort(new Error('the worker stops'));
      return touching.run(work, keys);
    },
  };
  await expect(runSweep(portal, stopped, { signal: stopping.signal })).rejects.toThrow('the worker stops');
  expect(await touched()).toEqual([1, 1, 1, 0, 0, 0, 0]);
  await runSweep(portal, touching);
  expect(await touched()).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('two processes share the batches of one run', async () => {
  let second: ReturnType<typeof runSweep> | undefined;
  const first = await runSweep(
    portal,
    {
      ...touching,
      async run(work, keys) {
        // The second one starts while the first one holds its first batch, and waits for the lock of the run.
        if (!second) {
          second = runSweep(portal, touching, { size: 1 });
          await eventually(async () => expect(await somebodyWaits()).toBe(true));
        }
        return touching.run(work, keys);
      },
    },
    { size: 1 },
  );
  expect(await second).toEqual({ handled: 7, changed: 7 });
  expect(first).toEqual({ handled: 7, changed: 7 });
  expect(await touched()).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

/** Whether a connection to this database waits for a lock. */
async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(portal.db);
  return rows[0]?.waiting === true;
}

test('says when it began, when it came so far and when it ended', async () => {
  portal.clock.stop();
  const began = portal.clock.now();
  const slow: Sweep = {
    ...touching,
    async run(work, keys) {
      portal.clock.advance(HOUR);
      return touching.run(work, keys);
    },
  };
  await runSweep(portal, slow);
  portal.clock.run();
  const after = (hours: number) => new Date(began.getTime() + hours * HOUR);
  const found = (await listSweeps(portal.db)).find(({ name }) => name === 'test.touch');
  // The third batch of three began two hours after the first.
  expect(found).toMatchObject({ startedAt: began, updatedAt: after(2), finishedAt: after(2) });
});

test('a sweep has its own progress, and the list is in the order of the names', async () => {
  await runSweep(portal, touching, { size: 1 });
  const other = { ...touching, name: 'test.other', keys: async () => [] };
  expect(await runSweep(portal, other)).toEqual({ handled: 0, changed: 0 });
  failing.add(1);
  const failed = { ...touching, name: 'test.failed' };
  await expect(runSweep(portal, failed)).rejects.toThrow('the batch failed');
  expect(
    (await listSweeps(portal.db)).map(({ name, handled, finishedAt }) => [name, handled, !!finishedAt]),
  ).toEqual([
    ['test.failed', 0, false],
    ['test.other', 0, true],
    ['test.touch', 7, true],
  ]);
});

test('begins anew once it has ended', async () => {
  await runSweep(portal, touching);
  await sql`insert into counted (id) values (0 + 8)`.execute(portal.db);
  await runSweep(portal, touching);
  expect(await touched()).toEqual([2, 2, 2, 2, 2, 2, 2, 1]);
});

test('a purge deletes what has ended and nothing else', async () => {
  const even = purge({
    name: 'test.purge',
    table: 'counted',
    key: 'id',
    ended: () => sql`id % 2 = 0 or id = 1`,
  });
  expect(await runSweep(portal, even, { size: 1 })).toEqual({ handled: 4, changed: 4 });
  const { rows } = await sql<{ id: number }>`select id from counted order by id`.execute(portal.db);
  expect(rows.map((row) => row.id)).toEqual([3, 5, 7]);
});

test('a row that the database keeps does not hold up a purge', async () => {
  await runAsOwner(
    portal,
    `create function keep() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep before delete on counted for each row when (old.id = 2) execute function keep()`,
  );
  try {
    const all = purge({ name: 'test.kept', table: 'counted', key: 'id', ended: () => sql`true` });
    expect(await runSweep(portal, all, { size: 1 })).toEqual({ handled: 7, changed: 6 });
  } finally {
    await runAsOwner(portal, 'drop trigger keep on counted; drop function keep()');
  }
});

test('the nightly sweep forgets counts of throttles that ended and bodies of old callbacks', async () => {
  portal.clock.stop();
  const at = portal.clock.now();
  const hook = (id: string, handled: Date | null, body: string | null = '{}') =>
    sql`
    insert into hook_event (provider, event_id, received_at, handled_at, body)
    values ('cra', ${id}, ${at}, ${handled}, ${body})`.execute(portal.db);
  const kept = 30 * 24 * HOUR;
  await hook('open event', null);
  await hook('old event', new Date(at.getTime() - kept - 1));
  await hook('event of that moment', new Date(at.getTime() - kept));
  await hook('empty event', new Date(at.getTime() - kept - 1), null);
  await hook('new event', at);
  for (const [key, ends] of [
    ['aa', -1],
    ['bb', 0],
    ['cc', HOUR],
  ] as const) {
    await sql`
      insert into throttle (key_hash, window_start, hits, previous_hits, allowed, expires_at)
      values (decode(${key}, 'hex'), ${at}, 1, 0, true, ${new Date(at.getTime() + ends)})`.execute(portal.db);
  }
  const job = await sql<{ id: string }>`select id from graphile_worker.add_job('test')`.execute(portal.db);
  const waiting = Number(job.rows[0]?.id);
  await sql`
    insert into job_interruption (job_id, times, last_at) values (${waiting}, 1, ${at}), (${waiting + 1}, 1, ${at})
  `.execute(portal.db);
  const forgets = ['platform.throttles', 'platform.hook-bodies', 'platform.interruptions'];
  for (const sweep of platformSweeps.filter(({ name }) => forgets.includes(name)))
    expect(await runSweep(portal, sweep, { size: 1 })).toEqual({ handled: 1, changed: 1 });
  portal.clock.run();
  const { rows } = await sql<{ event_id: string }>`
    select event_id from hook_event where body is not null order by event_id`.execute(portal.db);
  expect(rows.map((row) => row.event_id)).toEqual(['event of that moment', 'new event', 'open event']);
  const throttles = await sql<{ key: string }>`
    select encode(key_hash, 'hex') as key from throttle order by key_hash`.execute(portal.db);
  expect(throttles.rows.map((row) => row.key)).toEqual(['bb', 'cc']);
  const interruptions = await sql<{ job_id: number }>`select job_id from job_interruption`.execute(portal.db);
  expect(interruptions.rows).toEqual([{ job_id: waiting }]);
});
