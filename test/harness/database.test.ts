import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';

test('a clone is a database of its own and goes when it is dropped', async () => {
  const [first, second] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  const client = new pg.Client({ connectionString: first.ownerUrl });
  await client.connect();
  await client.query('create table mine (id integer)');
  const other = new pg.Client({ connectionString: second.url });
  await other.connect();
  const found = await other.query(`select to_regclass('mine') as name`);
  expect(found.rows).toEqual([{ name: null }]);
  await client.end();
  await first.drop();
  const names = await other.query('select datname from pg_database where datname = $1', [first.name]);
  expect(names.rows).toEqual([]);
  await other.end();
  await second.drop();
});
