import { describe, expect, test } from 'vitest';
import { newId } from '#modules/platform/ids.ts';
import { column, sql, statement } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const pool = portal.pool;

const setUnread = statement({
  name: 'test.set-unread',
  unread: true,
  row: {},
  sql: (key: string, value: string) => sql`
    insert into setting (key, value, updated_at) values (${key}, ${value}::jsonb, now())`,
});
const failUnread = statement({
  name: 'test.fail-unread',
  unread: true,
  row: {},
  sql: (code: string) => sql`select set_config('shield.no_such_thing_' || 1 / ${code}::int, '', true)`,
});
const read = statement({
  name: 'test.read-setting',
  row: { value: column.text },
  sql: (key: string) => sql`select value #>> '{}' as value from setting where key = ${key}`,
});

const key = () => `test.${newId()}`;
const stored = async (name: string) => (await read(name).execute(portal.readingDb)).rows;

describe('a statement whose answer nobody reads', () => {
  test('is seen by the next statement of its transaction, and by everybody after the commit', async () => {
    const name = key();
    const inside = await portal.work('test.unread', async (work) => {
      await work.rows(setUnread(name, '"new"'));
      expect(await stored(name)).toEqual([]);
      return work.rows(read(name));
    });
    expect(inside).toEqual([{ value: 'new' }]);
    expect(await stored(name)).toEqual([{ value: 'new' }]);
  });

  test('commits where it is the last, and where it is all', async () => {
    const [first, last] = [key(), key()];
    await portal.work('test.last', async (work) => {
      await work.rows(read(first));
      await work.rows(setUnread(last, '1'));
    });
    await portal.work('test.all', async (work) => {
      await work.rows(setUnread(first, '2'));
    });
    expect([await stored(first), await stored(last)]).toEqual([[{ value: '2' }], [{ value: '1' }]]);
  });

  test('fails the commit, which then keeps nothing', async () => {
    const name = key();
    const work = portal.work('test.commit', async (work) => {
      await work.rows(setUnread(name, '1'));
      await work.rows(failUnread('0'));
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await stored(name)).toEqual([]);
  });

  test('fails the statement that takes it along, and says why itself', async () => {
    const name = key();
    const work = portal.work('test.next', async (work) => {
      await work.rows(setUnread(name, '1'));
      await work.rows(failUnread('0'));
      await work.rows(read(name));
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await stored(name)).toEqual([]);
  });

  test('is not sent at all by a transaction that is given up before', async () => {
    const name = key();
    const work = portal.work('test.given-up', async (work) => {
      await work.rows(setUnread(name, '1'));
      throw new Error('given up');
    });
    await expect(work).rejects.toThrow('given up');
    expect(await stored(name)).toEqual([]);
  });

  test('is answered at once outside a transaction', async () => {
    const name = key();
    await setUnread(name, '1').execute(portal.db);
    expect(await stored(name)).toEqual([{ value: '1' }]);
    await expect(failUnread('0').execute(portal.db)).rejects.toMatchObject({ code: '22012' });
  });
});

describe('a connection', () => {
  test('serves the next transaction after one that failed at its commit, at a statement, or before any', async () => {
    const client = await pool.connect();
    try {
      for (const fail of ['select 1 / 0', 'select nonsense']) {
        await client.query('begin');
        await expect(client.query(fail)).rejects.toThrow();
        await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
        await client.query('rollback');
      }
      await client.query('begin');
      await client.query('rollback');
      await client.query('begin');
      await client.query('commit');
      await client.query('begin');
      const { rows } = await client.query(
        'select pg_current_xact_id_if_assigned() as id, now() < clock_timestamp() as in_transaction',
      );
      expect(rows).toEqual([{ id: null, in_transaction: true }]);
      await client.query('commit');
      const { rows: after } = await client.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity
         where state like 'idle in transaction%' and datname = current_database()`,
      );
      expect(after).toEqual([{ open: 0 }]);
    } finally {
      client.release();
    }
  });
});
