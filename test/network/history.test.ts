import { expect, test } from 'vitest';
import { connectionEvents } from '#modules/network/connections/history.ts';
import { sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('the database takes the kinds of history that are declared, and no others', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'connection_event_kind_check'`.execute(portal.db);
  const taken = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind);
  const mend =
    'list the kinds of connectionEvents (modules/network/connections/history.ts) in connection_event_kind_check, by a migration';
  expect(taken.sort(), mend).toEqual(Object.keys(connectionEvents).sort());
});
