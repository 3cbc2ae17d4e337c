import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { violations, world } from './violations.ts';

const database = await cloneDatabase();
/** As the role that the portal itself has. */
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query('begin');
for (const statement of world) await client.query(statement);
await client.query('set constraints all immediate');
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Constraints, triggers and rights; anything else, a missing value too, is a mistake in the statement. */
const refusals = /^(23001|23503|23505|23514|23P01|42501)$/;

test.each(Object.entries(violations))('the database refuses %s', async (_, statement) => {
  await client.query('savepoint before');
  try {
    const tried = client.query(`${statement}; set constraints all immediate`);
    await expect(tried).rejects.toMatchObject({ code: expect.stringMatching(refusals) });
  } finally {
    await client.query('rollback to savepoint before');
  }
});

test('there are enough of them', () => {
  expect(Object.keys(violations).length).toBeGreaterThanOrEqual(40);
});
