import { expect, test } from 'vitest';
import { askExport, getMyRequests, registerVerify } from '#modules/identity/index.ts';
import { giveReport, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, registerUnverified } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('people made for tests have the rows and cookies that registration leaves', async () => {
  const registered = await registerUnverified(portal);
  await registered.visitor.perform(registerVerify, { code: registered.code });
  const made = await newPerson(portal);
  await portal.runJobs();
  expect(await rowsAbout(made.accountId)).toEqual(await rowsAbout(registered.accountId));
  expect([...made.visitor.cookies.keys()].sort()).toEqual([...registered.visitor.cookies.keys()].sort());
});

test('people made for tests can have a copy of their data, once they have a report', async () => {
  const { visitor, accountId } = await newScoredPerson(portal);
  await giveReport(portal, accountId);
  await visitor.perform(askExport, {});
  await portal.runJobs();
  const { requests } = await visitor.perform(getMyRequests, {});
  expect(requests).toMatchObject([{ kind: 'export', state: 'closed', outcome: 'built' }]);
});

/** Audit entries of people made for tests name another operation, and no session, because there was none before. */
const ofTheRequest = new Set(['operation', 'actor_id', 'session_id']);

/** The rows of all tables about an account, except codes. */
async function rowsAbout(accountId: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await portal.pool.query<{ name: string; key: string }>(
    `select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
       and (a.attname in ('account_id', 'about_id', 'person_id') or (c.relname = 'account' and a.attname = 'id'))
       and c.relname <> 'verification_code'
     order by 1, 2`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, key } of tables) {
    const { rows } = await portal.pool.query(`select * from ${name} where ${key} = $1 order by 1`, [
      accountId,
    ]);
    found[`${name} by ${key}`] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !ofTheRequest.has(column))
          .map(([column, value]) => [column, kindOf(value)]),
      ),
    );
  }
  return found;
}

/** What differs from person to person is compared by its kind alone. */
function kindOf(value: unknown): unknown {
  if (value instanceof Date) return 'a time';
  if (Buffer.isBuffer(value)) return 'bytes';
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f-]{36}$/.test(value)) return 'an id';
  if (/@|^198\.51\./.test(value)) return 'an address';
  if (/^Person\d+$/.test(value)) return 'a name';
  if (/^\d+$/.test(value)) return 'a number';
  if (/^\S{40,}$/.test(value)) return 'sealed or hashed';
  return value;
}
