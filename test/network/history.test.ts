import { expect, test } from 'vitest';
import { connectionEvents } from '#modules/network/connections/history.ts';
import { acceptInvite, getConnection, newInvite } from '#modules/network/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
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

test('what is to come has its moment, and is in the history until then', async () => {
  portal.clock.stop();
  const { owner } = await newCompany(portal);
  const person = await newScoredPerson(portal);
  const { inviteid: connectionid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  const pending = async () => {
    const visitor = await signIn(portal, owner);
    const { historyrecords } = await visitor.perform(getConnection, { connectionid });
    return historyrecords.filter(({ status }) => status === 'pending').map(({ kind, date }) => [kind, date]);
  };
  const after = (days: number, since = portal.clock.now()) => new Date(since.getTime() + days * DAY);
  expect(await pending()).toEqual([
    ['reminder-due', after(3)],
    ['invitation-ends', after(30)],
  ]);
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  const { expiration } = await connectionRow(portal, connectionid);
  const ends = new Date(`${expiration}T11:00:00Z`);
  expect(await pending()).toEqual([
    ['renewal-due', after(-45, ends)],
    ['score-ends', ends],
  ]);
  portal.clock.set(after(-45, ends));
  expect(await pending()).toEqual([['score-ends', ends]]);
  portal.clock.set(ends);
  expect(await pending()).toEqual([]);
});
