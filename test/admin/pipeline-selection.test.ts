import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  assignAlerts,
  closeAlerts,
  dismissAlerts,
  getAdminNotes,
  getNextAlert,
  listPipelineAlerts,
  previewAlerts,
} from '#modules/admin/index.ts';
import { DAY, type StaffAlert, staffAlertRaised } from '#modules/platform/index.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What staff do with several alerts, and which one comes after another. */
const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const other = await newStaff(portal);
const visitor = await signIn(portal, staff);

/** Alerts about one person, due after so many days, or without a deadline; their ids in the same order. */
async function raiseAbout(
  about: { accountId: string; emailaddress: string },
  days: readonly (number | null)[],
  alertType: StaffAlert['alertType'] = 'dispute',
): Promise<string[]> {
  const eventIds = days.map(() => randomUUID());
  for (const [at, eventId] of eventIds.entries()) {
    const due = days[at];
    await portal.work('test.raise', (work) =>
      work.publish(staffAlertRaised, {
        alertType,
        eventId,
        accountId: about.accountId,
        reason: 'received',
        ...(typeof due === 'number' ? { dueAt: new Date(work.now.getTime() + due * DAY) } : {}),
      }),
    );
  }
  const alerts = await listOf(about);
  return eventIds.map((eventId) => alerts.find(({ event_id }) => event_id === eventId)?.id ?? '');
}

async function listOf({ emailaddress: search }: { emailaddress: string }, state = 'all') {
  const asked = listPipelineAlerts.input.parse({ search, state, rows: 100 });
  return (await visitor.perform(listPipelineAlerts, asked)).pipelinedata;
}

test('after an alert comes the next of its kind by deadline, then those without one, then the first again', async () => {
  const person = await newPerson(portal);
  const [soon = '', late = '', none = '', never = ''] = await raiseAbout(person, [1, 5, null, null]);
  await raiseAbout(person, [2], 'identity_theft_block');
  const search = person.emailaddress;
  const after = async (alertid: string, asked: object = {}) => {
    const { alert, left } = await visitor.perform(getNextAlert, { alertid, search, ...asked });
    return [alert?.id, left];
  };
  expect(await after(soon)).toEqual([late, 3]);
  const [third = '', fourth = ''] = [none, never].sort();
  expect(await after(late)).toEqual([third, 3]);
  expect(await after(third)).toEqual([fourth, 3]);
  expect(await after(fourth)).toEqual([soon, 3]);
  expect(await after(none, { sort: 'raised', dir: 'desc' })).toEqual([late, 3]);
  expect(await after(soon, { assignee: 'mine' })).toEqual([undefined, 0]);
  await visitor.perform(closeAlerts, { alertids: [late], note: 'Answered by phone' });
  expect(await after(late)).toEqual([third, 3]);
  expect(await after(soon)).toEqual([third, 2]);
  expect((await refusalOf(after(randomUUID()))).code).toBe('not-found');
});

test('several alerts are assigned, dismissed and closed at once; the ones that are no longer open stay', async () => {
  const person = await newPerson(portal);
  const alertids = await raiseAbout(person, [1, 2, 3]);
  const [first = '', second = '', third = ''] = alertids;
  expect(await visitor.perform(assignAlerts, { alertids, assignee: other.accountId })).toEqual({
    done: 3,
    settled: 0,
  });
  expect((await listOf(person)).map(({ assigned_to: to }) => to)).toEqual(Array(3).fill(other.accountId));
  const note = 'Waits for the agency';
  expect(await visitor.perform(dismissAlerts, { alertids: [first], note })).toEqual({ done: 1, settled: 0 });
  expect(await visitor.perform(previewAlerts, { alertids })).toMatchObject({
    open: [{ alert_type: 'dispute', count: 2 }],
    others: 2,
    settled: 1,
  });
  expect(await visitor.perform(closeAlerts, { alertids, note: 'All answered' })).toEqual({
    done: 2,
    settled: 1,
  });
  expect((await listOf(person, 'dismissed')).map(({ id }) => id)).toEqual([first]);
  expect((await listOf(person, 'closed')).map(({ id }) => id).sort()).toEqual([second, third].sort());
  const { notes } = await visitor.perform(getAdminNotes, { userid: person.accountId });
  expect(notes.map((each) => each.note).sort()).toEqual(['All answered', 'All answered', note]);
});

test('nothing is assigned to whoever is no staff, and nothing changes if one of the alerts does not exist', async () => {
  const person = await newPerson(portal);
  const alertids = await raiseAbout(person, [1, 2]);
  const toPerson = visitor.perform(assignAlerts, { alertids, assignee: person.accountId });
  expect((await refusalOf(toPerson)).code).toBe('not-found');
  const unknown = [...alertids, randomUUID()];
  const note = 'Looked into it';
  for (const operation of [dismissAlerts, closeAlerts]) {
    const refused = visitor.perform(operation, { alertids: unknown, note });
    expect((await refusalOf(refused)).code).toBe('not-found');
  }
  const stranger = person.visitor.perform(dismissAlerts, { alertids, note });
  expect((await refusalOf(stranger)).code).toBe('not-found');
  expect(await listOf(person)).toMatchObject(Array(2).fill({ state: 'open', assigned_to: null }));
});
