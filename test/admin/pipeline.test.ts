import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  assignPipelineAlert,
  closeMonitorAlert,
  closePipelineAlert,
  countMyWork,
  dismissAlert,
  dismissPipelineAlert,
  getAdminNotes,
  getPipelineAlert,
  listPipelineAlerts,
} from '#modules/admin/index.ts';
import { askDeletion, askLimitByAddress, recallDeletion } from '#modules/identity/index.ts';
import { DAY, type StaffAlert, staffAlertRaised, staffAlertSettled } from '#modules/platform/index.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();
const staff = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const person = await newPerson(portal, { lastname: 'Herrera' });

/** Each test signs in for itself, because the tests move the clock. */
const enter = () => signIn(portal, staff);

async function raise(about: Partial<StaffAlert> = {}): Promise<StaffAlert> {
  const alert: StaffAlert = {
    alertType: 'dispute',
    eventId: randomUUID(),
    accountId: person.accountId,
    reason: 'test',
    ...about,
  };
  await portal.work('test.raise', (work) => work.publish(staffAlertRaised, alert));
  return alert;
}

async function alertOf(
  visitor: Visitor,
  { eventId }: Pick<StaffAlert, 'eventId'>,
  state?: 'dismissed' | 'closed',
) {
  const { pipelinedata } = await visitor.perform(listPipelineAlerts, {
    rows: 100,
    ...(state ? { state } : {}),
  });
  return pipelinedata.find((alert) => alert.event_id === eventId);
}

async function mustFind(...asked: Parameters<typeof alertOf>) {
  const found = await alertOf(...asked);
  if (!found) throw new Error('the alert is not in the list');
  return found;
}

test('an alert raised twice is one, keeps since when it waits, and shows the person and what the newest says', async () => {
  const visitor = await enter();
  const about = { alertType: 'idverification' } as const;
  const alert = await raise({ ...about, profileNumber: 'P-1' });
  const first = await mustFind(visitor, alert);
  portal.clock.advance(60_000);
  const dueAt = new Date(portal.clock.now().getTime() + 3 * DAY);
  await raise({ ...alert, dueAt, monitorScore: 'IC03', reason: 'newer' });
  const { counts } = await visitor.perform(listPipelineAlerts, {});
  expect(counts.find(({ alert_type }) => alert_type === 'idverification')).toMatchObject({
    open: 1,
    overdue: 0,
  });
  expect(await mustFind(visitor, alert)).toMatchObject({
    id: first.id,
    event_dts: first.event_dts,
    due_at: dueAt,
    reason: 'newer',
    userid: person.accountId,
    lastname: 'Herrera',
    emailaddress: person.emailaddress,
    event_details: { profilenumber: 'P-1', monitor_score: 'IC03', applicationid: null },
  });
});

test('the nearest deadline comes first, those without one last, the oldest of them first', async () => {
  const visitor = await enter();
  const now = portal.clock.now().getTime();
  const [old, young] = [await raise(), await raise()];
  const later = await raise({ dueAt: new Date(now + 9 * DAY) });
  const sooner = await raise({ dueAt: new Date(now + 2 * DAY) });
  const { pipelinedata } = await visitor.perform(listPipelineAlerts, { rows: 100 });
  const ids = pipelinedata.map(({ event_id }) => event_id);
  const places = [sooner, later, old, young].map(({ eventId }) => ids.indexOf(eventId));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('filters by deadline, assignee, type, and by name, address and profile number', async () => {
  const visitor = await enter();
  const now = portal.clock.now().getTime();
  const about = { alertType: 'identity_theft_block' } as const;
  const before = (await visitor.perform(countMyWork, {})).overdue;
  const overdue = await raise({ ...about, dueAt: new Date(now - 1) });
  const today = await raise({ ...about, dueAt: new Date(now + DAY - 1000), profileNumber: 'PX-77' });
  const week = await raise({ ...about, dueAt: new Date(now + 6 * DAY) });
  const find = async (asked: object) =>
    (
      await visitor.perform(listPipelineAlerts, { rows: 100, type: about.alertType, ...asked })
    ).pipelinedata.map(({ event_id }) => event_id);
  expect(await find({ deadline: 'overdue' })).toEqual([overdue.eventId]);
  expect(await find({ deadline: 'day' })).toEqual([today.eventId]);
  expect(await find({ deadline: 'week' })).toEqual(expect.arrayContaining([today.eventId, week.eventId]));
  expect(await find({ deadline: 'week' })).not.toContain(overdue.eventId);
  expect(await find({ deadline: 'none' })).not.toContain(week.eventId);
  expect(await find({})).toEqual([overdue.eventId, today.eventId, week.eventId]);
  expect(await find({ type: 'application_manual_review' })).toEqual([]);
  expect(await find({ search: 'px-77' })).toEqual([today.eventId]);
  expect(await find({ search: 'pat herr', deadline: 'overdue' })).toEqual([overdue.eventId]);
  expect(await find({ search: person.emailaddress, deadline: 'overdue' })).toEqual([overdue.eventId]);
  expect(await find({ search: 'nobody%' })).toEqual([]);
  const { id: alertid } = await mustFind(visitor, week);
  await visitor.perform(assignPipelineAlert, { alertid, assignee: staff.accountId, seen: '' });
  expect(await find({ assignee: 'mine' })).toEqual([week.eventId]);
  expect(await find({ assignee: 'nobody' })).not.toContain(week.eventId);
  const colleague = await signIn(portal, await newStaff(portal));
  const { pipelinedata } = await colleague.perform(listPipelineAlerts, { assignee: 'mine' });
  expect(pipelinedata).toEqual([]);
  expect((await visitor.perform(countMyWork, {})).overdue).toBe(before + 1);
});

test('an alert is assigned to active staff alone, and not over the choice of somebody else', async () => {
  const visitor = await enter();
  const other = await newStaff(portal);
  const alert = await raise();
  const { id: alertid } = await mustFind(visitor, alert);
  const assign = (assignee: string, seen: string) =>
    visitor.perform(assignPipelineAlert, { alertid, assignee, seen });
  expect((await refusalOf(assign(person.accountId, ''))).code).toBe('not-found');
  expect((await refusalOf(assign('nobody', ''))).code).toBe('not-found');
  await assign(other.accountId, '');
  shows('alert.assigned', (await refusalOf(assign(staff.accountId, ''))).text);
  await assign(staff.accountId, other.accountId);
  expect(await mustFind(visitor, alert)).toMatchObject({
    assigned_to: staff.accountId,
    assignee: 'Tom Okafor',
    mine: true,
  });
  await assign('', staff.accountId);
  expect(await mustFind(visitor, alert)).toMatchObject({
    assigned_to: null,
    assignee: null,
    mine: false,
  });
  const { staff: choices } = await visitor.perform(getPipelineAlert, { alertid });
  expect(choices.map(({ userid }) => userid)).toContain(other.accountId);
  expect(choices.map(({ userid }) => userid)).not.toContain(person.accountId);
});

test('a dismissed alert leaves the list with its note, keeps its deadline and assignee, and is back when raised again', async () => {
  const visitor = await enter();
  const dueAt = new Date(portal.clock.now().getTime() + DAY);
  const alert = await raise({ dueAt });
  const { id: alertid } = await mustFind(visitor, alert);
  await visitor.perform(assignPipelineAlert, { alertid, assignee: staff.accountId, seen: '' });
  await visitor.perform(dismissPipelineAlert, { alertid, note: 'Waits for the agency' });
  expect(await alertOf(visitor, alert)).toBeUndefined();
  expect(await mustFind(visitor, alert, 'dismissed')).toMatchObject({
    due_at: dueAt,
    settled_by: 'Tom Okafor',
    overdue: false,
  });
  const { notes } = await visitor.perform(getAdminNotes, { userid: person.accountId });
  expect(notes[0]).toMatchObject({ note: 'Waits for the agency', note_type: 'note' });
  await raise({ ...alert, dueAt });
  expect(await mustFind(visitor, alert)).toMatchObject({
    id: alertid,
    due_at: dueAt,
    assigned_to: staff.accountId,
    settled_at: null,
    settled_by: null,
  });
});

test('of two who decide at once one is refused, and a decided alert cannot be assigned', async () => {
  const visitor = await enter();
  const alert = await raise();
  const { id: alertid } = await mustFind(visitor, alert);
  const note = 'Called the person';
  const answers = await Promise.allSettled([
    visitor.perform(dismissPipelineAlert, { alertid, note }),
    visitor.perform(closePipelineAlert, { alertid, note }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const late = visitor.perform(closePipelineAlert, { alertid, note });
  shows('alert.settled', (await refusalOf(late)).text);
  const assigned = visitor.perform(assignPipelineAlert, { alertid, assignee: staff.accountId, seen: '' });
  expect((await refusalOf(assigned)).code).toBe('admin.alert-settled');
  const unknown = visitor.perform(closePipelineAlert, { alertid: randomUUID(), note });
  expect((await refusalOf(unknown)).code).toBe('not-found');
});

test('what is decided elsewhere closes its alert, also a dismissed one, and leaves one that staff closed as it is', async () => {
  const visitor = await enter();
  const settled = async ({ alertType, eventId }: StaffAlert) =>
    portal.work('test.settle', (work) => work.publish(staffAlertSettled, { alertType, eventId }));
  const [open, dismissed, closed] = [await raise(), await raise(), await raise()];
  const note = 'Looked into it';
  await visitor.perform(dismissPipelineAlert, { alertid: (await mustFind(visitor, dismissed)).id, note });
  await visitor.perform(closePipelineAlert, { alertid: (await mustFind(visitor, closed)).id, note });
  for (const alert of [open, dismissed, closed]) await settled(alert);
  for (const alert of [open, dismissed])
    expect(await mustFind(visitor, alert, 'closed')).toMatchObject({ settled_by: null });
  expect(await mustFind(visitor, closed, 'closed')).toMatchObject({ settled_by: 'Tom Okafor' });
});

test('the calls of the documents name an alert by type, person and event or profile number', async () => {
  const visitor = await enter();
  const stranger = await newPerson(portal);
  const { eventId: event_id } = await raise();
  const dismiss = (userid: string) =>
    visitor.perform(dismissAlert, { alert_type: 'dispute', userid, event_id });
  expect((await refusalOf(dismiss(stranger.accountId))).code).toBe('not-found');
  await dismiss(person.accountId);
  expect(await mustFind(visitor, { eventId: event_id }, 'dismissed')).toBeDefined();
  expect((await refusalOf(dismiss(person.accountId))).code).toBe('admin.alert-settled');

  const alertType = 'monitor_profile_not_actioned';
  const alert = await raise({ alertType, profileNumber: 'M-9' });
  const close = (profilenumber: string, userid = person.accountId) =>
    visitor.perform(closeMonitorAlert, { alert_type: alertType, userid, profilenumber });
  expect((await refusalOf(close('M-8'))).code).toBe('not-found');
  expect((await refusalOf(close('M-9', stranger.accountId))).code).toBe('not-found');
  await close('M-9');
  expect(await mustFind(visitor, alert, 'closed')).toMatchObject({ settled_by: 'Tom Okafor' });
});

test('a request about personal data is in the queue until it is answered or recalled, also without an account', async () => {
  const visitor = await enter();
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Wanda Visitor', emailaddress, message: '' });
  const { pipelinedata } = await visitor.perform(listPipelineAlerts, { search: emailaddress });
  expect(pipelinedata).toMatchObject([
    {
      alert_type: 'privacy_request',
      userid: null,
      firstname: 'Wanda Visitor',
      reason: 'limit',
      emailaddress,
    },
  ]);
  expect(pipelinedata[0]?.due_at).toBeInstanceOf(Date);
  await visitor.perform(dismissPipelineAlert, { alertid: pipelinedata[0]?.id ?? '', note: 'A duplicate' });

  const leaver = await newPerson(portal);
  await leaver.visitor.perform(askDeletion, {});
  const mine = async () =>
    (await visitor.perform(listPipelineAlerts, { search: leaver.emailaddress })).pipelinedata.length;
  expect(await mine()).toBe(1);
  await leaver.visitor.perform(recallDeletion, {});
  expect(await mine()).toBe(0);
});
