import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { namedViolations, rows, tables } from './constraint-violations.ts';
import { violations, world } from './forbidden-rows.ts';

const database = await cloneDatabase();
/** Connected as the owner, who has all privileges, so that only the table itself can refuse. */
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
await client.query('begin');
for (const statement of [...world, ...rows]) await client.query(statement);
await client.query('set constraints all immediate');
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** SQLSTATEs of constraints, triggers and missing privileges. Any other error is a mistake in the statement. */
const refusals = /^(23001|23503|23505|23514|23P01|42501)$/;

/**
 * Runs a statement and rolls it back.
 * @returns an instruction what to do; null if the database refused the statement
 */
async function tryViolation(name: string, statement: string): Promise<string | null> {
  await client.query('savepoint before');
  try {
    await client.query(`${statement}; set constraints all immediate`);
    return `The database took '${name}'. Add a constraint or trigger that refuses it to a new file in migrations/, then run: npm run shield -- db dump-schema. Tried: ${statement}`;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (refusals.test(error.code ?? '')) return null;
    return `Repair the statement of '${name}' in test/checks/forbidden-rows.ts, or \`world\` at its top: ${error.message} (${error.code})`;
  } finally {
    await client.query('rollback to savepoint before');
  }
}

test.each(Object.entries(violations))('the database refuses %s', async (name, statement) => {
  expect(await tryViolation(name, statement)).toBeNull();
});

test('a statement that the database takes, and one that is wrong itself, say what to do', async () => {
  expect(await tryViolation('a new name', `update account set firstname = 'B'`)).toContain(
    "The database took 'a new name'. Add a constraint",
  );
  expect(await tryViolation('a typo', 'update no_such_table set x = 1')).toContain(
    "Repair the statement of 'a typo' in test/checks/forbidden-rows.ts",
  );
});

/** Runs a statement and rolls it back. @returns the constraint that refused it */
async function refusedBy(statement: string): Promise<string | undefined> {
  await client.query('savepoint before');
  try {
    await client.query(`${statement}; set constraints all immediate`);
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.constraint ?? error.message;
  } finally {
    await client.query('rollback to savepoint before');
  }
}

test.each(Object.entries(namedViolations))('%s refuses what breaks it', async (name, statement) => {
  expect(await refusedBy(statement)).toBe(name);
});

test('each check and unique index of these tables is broken by a statement', async () => {
  const { rows: found } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and conrelid::regclass::text = any($1)
     union
     select indexrelid::regclass::text from pg_index
     where indisunique and not indisprimary and indrelid::regclass::text = any($1)
       and not exists (select from pg_constraint where confrelid = indrelid and conindid = indexrelid)`,
    [tables],
  );
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(namedViolations).sort());
});

test('there are enough of them', () => {
  expect(Object.keys(violations).length).toBeGreaterThanOrEqual(40);
});
