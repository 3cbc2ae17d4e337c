import { expect, test } from 'vitest';
import { newId, sql } from '#modules/platform/index.ts';
import { registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { findWriters } from './unchanged.ts';

const portal = await testPortal();
const { accountId } = await registerPerson(portal);

test('of several cases the one that writes is named, with the table', async () => {
  const write = async () => {
    await sql`
      insert into audit_entry (id, at, operation, action) values (${newId()}, now(), 'test', 'test')`.execute(
      portal.db,
    );
  };
  const lenient = async () => {
    await sql`update session set last_used_at = now() where account_id = ${accountId}`.execute(portal.db);
  };
  const read = async () => {
    await sql`select 1 from account`.execute(portal.db);
  };
  const cases = new Map([
    ['reads', read],
    ['writes', write],
    ['is used', lenient],
  ]);
  expect(await findWriters(portal, cases)).toEqual(['writes: public.audit_entry']);
});
