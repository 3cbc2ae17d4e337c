import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

const portal = await testPortal();

/** Breaks the connection of a transaction between two of its statements. */
function breakTransaction() {
  return portal.work('test.lost', async (work) => {
    const own = await rowOf(work, sql<{ pid: number }>`select pg_backend_pid() as pid`);
    await sql`select pg_terminate_backend(${own?.pid})`.execute(portal.db);
    await pause(50);
    await rowOf(work, sql`select 1`);
  });
}

const works = () => portal.work('test.after', (work) => rowOf(work, sql`select 1 as one`));

it('a connection lost between two statements fails its transaction and nothing else', async () => {
  await expect(breakTransaction()).rejects.toThrow();
  expect(await works()).toEqual({ one: 1 });
});

it('as many lost connections as the pool holds do not use it up', async () => {
  for (let lost = 0; lost < 2 * portal.config.databasePool; lost += 1) {
    await expect(breakTransaction()).rejects.toThrow();
  }
  expect(portal.pool.totalCount).toBe(portal.pool.idleCount);
  expect(await works()).toEqual({ one: 1 });
});

it('a connection lost under a statement fails that statement', async () => {
  const asleep = portal.work('test.asleep', (work) =>
    rowOf(work, sql`select pg_sleep(10), 'asleep' as mark`),
  );
  const expected = expect(asleep).rejects.toThrow();
  await expect
    .poll(async () => {
      const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`.execute(
        portal.db,
      );
      return ended.rows.length;
    })
    .toBe(1);
  await expected;
  expect(await works()).toEqual({ one: 1 });
  expect(portal.pool.totalCount).toBe(portal.pool.idleCount);
});

it('an idle connection that is lost is replaced', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(portal.db);
  await expect.poll(() => portal.pool.totalCount).toBeLessThanOrEqual(1);
  expect(await works()).toEqual({ one: 1 });
});
