import { expect, it } from 'vitest';
import { schedules } from '#jobs/index.ts';
import {
  acceptInvite,
  allConnections,
  dueConnections,
  getInviteLink,
  listSharedWithMe,
  newInvite,
} from '#modules/network/index.ts';
import { DAY, HOUR, runSweep, sql } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

it('F156: a connection enters the renewal window and expires at 11:00 UTC by the sweep of due rows', async () => {
  const portal = await testPortal({ now: new Date('2026-03-01T10:00:00Z') });
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { days: 60 });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const due = async () => (await runSweep(portal, dueConnections)).changed;
  const everything = async () => (await runSweep(portal, allConnections)).changed;
  const status = async () => (await connectionRow(portal, inviteid)).status;
  const seen: unknown[] = [];
  // The score expires on 2026-04-30. Its renewal window begins 45 days before, on 2026-03-16, and alerts announce its
  // end on 2026-03-31.
  for (const moment of [
    '2026-03-16T10:59:59Z',
    '2026-03-16T11:00:00Z',
    '2026-03-31T11:00:00Z',
    '2026-04-30T10:59:59Z',
    '2026-04-30T11:00:00Z',
  ]) {
    portal.clock.set(new Date(moment));
    seen.push([moment, await due(), await status(), await everything()]);
  }
  expect(seen).toEqual([
    ['2026-03-16T10:59:59Z', 0, 'CURRENT', 0],
    ['2026-03-16T11:00:00Z', 1, 'INRENEWALWINDOW', 0],
    ['2026-03-31T11:00:00Z', 1, 'INRENEWALWINDOW', 0],
    ['2026-04-30T10:59:59Z', 0, 'INRENEWALWINDOW', 0],
    ['2026-04-30T11:00:00Z', 1, 'EXPIRED', 0],
  ]);
  expect((await connectionRow(portal, inviteid)).status_until).toBeNull();
  // The invitation is older than 30 days as well. Since it was accepted, its link still leads to the renewal.
  const owner = await signIn(portal, company.owner);
  expect((await owner.perform(listSharedWithMe, {})).rows).toMatchObject([{ invite_expired: false }]);
  await owner.perform(getInviteLink, { inviteid });
});

it('an invitation lapses after 30 days; inviting again gives it another 30', async () => {
  const portal = await testPortal();
  const company = await newCompany(portal);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: 'slow@example.com' });
  await portal.runJobs();
  portal.clock.advance(30 * DAY - HOUR);
  const early = await signIn(portal, company.owner);
  expect(await early.perform(newInvite, { touser: 'slow@example.com' })).toMatchObject({
    already_invited: true,
  });
  portal.clock.advance(HOUR);
  const late = await signIn(portal, company.owner);
  expect(await late.perform(newInvite, { touser: 'slow@example.com' })).toMatchObject({
    inviteid,
    already_invited: false,
  });
  await portal.runJobs();
  expect(await connectionRow(portal, inviteid)).toMatchObject({ invite_sent_count: 2 });
  const { rows } = await sql<{ kind: string }>`
    select kind from connection_event where connection_id = ${inviteid} order by at, id`.execute(portal.db);
  expect(rows.map((row) => row.kind)).toEqual(['invited', 'resent']);
});

it('both sweeps are scheduled', () => {
  expect(schedules.map((schedule) => schedule.name)).toEqual(
    expect.arrayContaining(['network.sweep-due', 'network.sweep']),
  );
});
