import { expect, test } from 'vitest';
import { column, sql, statement } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';

/** Statements that are read side by side travel together. */

const portal = await testPortal();

const connectionOf = statement({
  name: 'test.connection-of',
  row: { pid: column.integer, asked: column.integer },
  sql: (asked: number) => sql`select pg_backend_pid() as pid, ${asked}::int as asked`,
});
const divide = statement({
  name: 'test.divide',
  row: { result: column.integer },
  sql: (by: number) => sql`select 10 / ${by}::int as result`,
});
const read = (asked: number) =>
  portal.reading({ visit: portal.systemVisit('test'), caller: null, operation: 'test.read' }, (work) =>
    work.rows(connectionOf(asked)),
  );
const distinct = (rows: { pid: number }[][]) => new Set(rows.flat().map(({ pid }) => pid)).size;

test('what is read at the same moment is read on one connection, and each gets its own answer', async () => {
  const rows = await Promise.all([3, 1, 2].map(read));
  expect(rows.flat().map(({ asked }) => asked)).toEqual([3, 1, 2]);
  expect(distinct(rows)).toBe(1);
});

test('what many read at once is spread over the connections', async () => {
  const rows = await Promise.all(Array.from({ length: 20 }, (_, asked) => read(asked)));
  expect(rows.flat().map(({ asked }) => asked)).toEqual(Array.from({ length: 20 }, (_, asked) => asked));
  expect(distinct(rows)).toBeGreaterThan(1);
});

test('a statement that fails leaves those beside it alone', async () => {
  const [one, failed, other] = await Promise.allSettled(
    [5, 0, 2].map((by) => divide(by).execute(portal.readingDb)),
  );
  expect(one).toMatchObject({ value: { rows: [{ result: 2 }] } });
  expect(failed).toMatchObject({ reason: { code: '22012' } });
  expect(other).toMatchObject({ value: { rows: [{ result: 5 }] } });
});

test('a lost connection fails what was sent on it, and the next is read on another', async () => {
  const lost = Promise.allSettled([
    sql`select pg_sleep(60)`.execute(portal.readingDb),
    connectionOf(2).execute(portal.readingDb),
  ]);
  const pid = await eventually(async () => {
    const { rows } = await portal.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'
       and datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid;
  });
  await portal.pool.query('select pg_terminate_backend($1)', [pid]);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const [next] = await read(3);
  expect(next).toMatchObject({ asked: 3 });
  expect(next?.pid).not.toBe(pid);
});

test('nothing can be written', async () => {
  const write = sql`update setting set updated_at = now()`.execute(portal.readingDb);
  await expect(write).rejects.toMatchObject({ code: '25006' });
});
