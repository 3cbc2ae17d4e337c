import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
import { askLimitByAddress } from '#modules/identity/index.ts';
import {
  DAY,
  listAudit,
  type StaffAlert,
  sql,
  staffAlertRaised,
  staffAlertSettled,
} from '#modules/platform/index.ts';
import { giveScore, newApplication, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Alerts at the very moment of a deadline, beside alerts that differ in one thing alone, and what is written down. */
const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const { visitor } = staff;
const person = await newPersonWithoutTwoStep(portal, { lastname: 'Herrera' });
const now = portal.clock.now().getTime();
const note = 'Looked into it';

async function raise(about: Partial<StaffAlert> = {}): Promise<StaffAlert & { id: string }> {
  const alert: StaffAlert = {
    alertType: 'dispute',
    eventId: randomUUID(),
    accountId: person.accountId,
    reason: 'test',
    ...about,
  };
  await portal.work('test.raise', (work) => work.publish(staffAlertRaised, alert));
  return { ...alert, id: (await stored(alert)).id };
}

interface Stored {
  id: string;
  state: string;
  assigned_to: string | null;
  assigned_at: Date | null;
  settled_at: Date | null;
}

async function stored({ alertType, eventId }: Pick<StaffAlert, 'alertType' | 'eventId'>): Promise<Stored> {
  const row = await rowOf(
    portal,
    sql<Stored>`select id, state, assigned_to, assigned_at, settled_at from pipeline_alert
      where alert_type = ${alertType} and event_id = ${eventId}`,
  );
  if (!row) throw new Error('no such alert');
  return row;
}

const find = async (asked: object) =>
  (await visitor.perform(listPipelineAlerts, { rows: 100, ...asked })).pipelinedata;

const entriesAbout = async (id: string) =>
  (await listAudit(portal.db, portal.keys, { object: { type: 'pipeline_alert', id } })).entries.map(
    ({ action, actorId, aboutId, detail }) => ({ action, actorId, aboutId, detail }),
  );

test('a deadline has passed at its moment, and is within a day or a week up to the last one', async () => {
  const alertType = 'identity_theft_block';
  const due = async (ms: number) => (await raise({ alertType, dueAt: new Date(now + ms) })).id;
  const [passed, soon, day, later, week, beyond] = [
    await due(0),
    await due(1),
    await due(DAY),
    await due(DAY + 1),
    await due(7 * DAY),
    await due(7 * DAY + 1),
  ];
  const none = (await raise({ alertType })).id;
  const within = async (deadline: string) => (await find({ type: alertType, deadline })).map(({ id }) => id);
  expect(await within('overdue')).toEqual([passed]);
  expect(await within('day')).toEqual([soon, day]);
  expect(await within('week')).toEqual([soon, day, later, week]);
  expect(await within('none')).toEqual([none]);
  const all = await find({ type: alertType, sort: 'due', dir: 'desc' });
  expect(all.map(({ id }) => id)).toEqual([none, beyond, week, later, day, soon, passed]);
  expect(all.filter(({ overdue }) => overdue).map(({ id }) => id)).toEqual([passed]);
  await visitor.perform(assignPipelineAlert, { alertid: soon, assignee: staff.accountId, seen: '' });
  const countsOf = async () =>
    (await visitor.perform(listPipelineAlerts, {})).counts.find(({ alert_type }) => alert_type === alertType);
  expect(await countsOf()).toMatchObject({ open: 7, overdue: 1, soon: 2, unassigned: 6 });
  expect(await visitor.perform(countMyWork, {})).toMatchObject({ overdue: 1 });
  await visitor.perform(closePipelineAlert, { alertid: passed, note });
  expect(await countsOf()).toMatchObject({ open: 6, overdue: 0 });
  expect(await visitor.perform(countMyWork, {})).toMatchObject({ overdue: 0 });
  expect(await find({ type: alertType, state: 'closed' })).toMatchObject([{ id: passed, overdue: false }]);
});

test('an alert shows the score that counts, and until when the check that it is about is valid', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { businessname: 'Twice & Sons' });
  await giveScore(portal, accountId, { score: 'IC04', days: 100 });
  const former = await rowOf(
    portal,
    sql<{ id: string; expiration: string }>`select application_id as id, expiration::text from shield_score
      where account_id = ${accountId}`,
  );
  const shieldId = await giveScore(portal, accountId, { score: 'IC02', days: 200 });
  // An earlier score of the same check, which was valid for longer.
  const change = await newScoreChange(portal, accountId, former?.id ?? '', 'new', 'IC03');
  await rowsOf(
    portal,
    sql`insert into shield_score select (jsonb_populate_record(later, jsonb_build_object('id', gen_random_uuid(),
        'score_change_id', ${change}::text, 'activated_at', later.activated_at - interval '1 hour',
        'expiration', later.expiration + 50))).*
      from shield_score later where application_id = ${former?.id ?? ''}`,
  );
  const about = { accountId, applicationId: former?.id ?? '', alertType: 'idverification' } as const;
  const { id } = await raise(about);
  const elsewhere = await raise({ alertType: 'idverification' });
  const current = await rowOf(
    portal,
    sql<{ day: string }>`select expiration::text as day from shield_score
      where account_id = ${accountId} and ended_at is null`,
  );
  const spaced = `${shieldId.slice(0, 2)} ${shieldId.slice(2, 5)}-${shieldId.slice(5)}`.toLowerCase();
  for (const search of [shieldId, spaced, shieldId.slice(4)])
    expect(await find({ search, type: 'idverification' })).toMatchObject([
      {
        id,
        abcnumber: shieldId,
        currenticstatus: 'IC02',
        current_expiration: current?.day,
        expiration_date: former?.expiration,
        businessname: 'Twice & Sons',
        event_details: { applicationid: former?.id, profilenumber: null, monitor_score: null },
      },
    ]);
  expect(await find({ search: 'herrera', type: 'idverification' })).toMatchObject([
    { id: elsewhere.id, abcnumber: null, currenticstatus: null, expiration_date: null },
  ]);
});

test('a request without an account is found by its name and address, and shows no other request', async () => {
  const [wanda, other] = [newAddress(), newAddress()];
  const ask = (name: string, emailaddress: string) =>
    portal.visitor().perform(askLimitByAddress, { name, emailaddress, message: '' });
  await ask('Wanda Visitor', wanda);
  await ask('Otto Other', other);
  for (const search of ['WANDA vis', wanda.toUpperCase()])
    expect(await find({ search })).toMatchObject([
      { firstname: 'Wanda Visitor', lastname: '', businessname: '', emailaddress: wanda },
    ]);
  const [alert] = await find({ search: other });
  const alertid = alert?.id ?? '';
  await visitor.perform(assignPipelineAlert, { alertid, assignee: staff.accountId, seen: '' });
  await visitor.perform(dismissPipelineAlert, { alertid, note });
  expect(await entriesAbout(alertid)).toMatchObject([
    { action: 'admin.alert-settled', actorId: staff.accountId, aboutId: null },
    { action: 'admin.alert-assigned', aboutId: null },
  ]);
  const notes = await rowsOf(portal, sql`select 1 from admin_note where account_id is null`);
  expect(notes).toEqual([]);
});

describe('what staff do with an alert', () => {
  test('is written down about the person, once', async () => {
    const alert = await raise();
    const assign = (assignee: string, seen: string) =>
      visitor.perform(assignPipelineAlert, { alertid: alert.id, assignee, seen });
    await assign(staff.accountId, '');
    expect(await stored(alert)).toMatchObject({ assigned_to: staff.accountId, assigned_at: new Date(now) });
    await assign(staff.accountId, staff.accountId);
    await assign('', staff.accountId);
    expect(await stored(alert)).toMatchObject({ assigned_to: null, assigned_at: null });
    await visitor.perform(dismissPipelineAlert, { alertid: alert.id, note });
    expect(await stored(alert)).toMatchObject({ state: 'dismissed', settled_at: new Date(now) });
    const by = { actorId: staff.accountId, aboutId: person.accountId };
    const { alertType: alert_type } = alert;
    expect(await entriesAbout(alert.id)).toEqual([
      { ...by, action: 'admin.alert-settled', detail: { alert_type, state: 'dismissed', note } },
      { ...by, action: 'admin.alert-assigned', detail: { alert_type, from: staff.accountId, to: null } },
      { ...by, action: 'admin.alert-assigned', detail: { alert_type, from: null, to: staff.accountId } },
    ]);
  });

  test('leaves a note about the check that the alert is about, and none if nothing was written', async () => {
    const { accountId: userid } = await newPersonWithoutTwoStep(portal);
    const applicationId = await newApplication(portal, userid, 'inprogress');
    const [noted, bare] = [
      await raise({ accountId: userid, applicationId }),
      await raise({ accountId: userid, applicationId }),
    ];
    await visitor.perform(closePipelineAlert, { alertid: noted.id, note });
    await visitor.perform(dismissAlert, { alert_type: 'dispute', userid, event_id: bare.eventId });
    const { notes } = await visitor.perform(getAdminNotes, { userid });
    expect(notes.map((each) => [each.note, each.applicationid])).toEqual([[note, applicationId]]);
    expect(await entriesAbout(bare.id)).toMatchObject([
      { action: 'admin.alert-settled', detail: { state: 'dismissed', note: '' } },
    ]);
  });

  test('touches no other alert, though both are about the same event', async () => {
    const one = await raise();
    const [other, elsewhere] = [
      await raise({ ...one, alertType: 'application_manual_review' }),
      await raise({ alertType: one.alertType }),
    ];
    const { eventId: event_id } = one;
    await visitor.perform(assignPipelineAlert, { alertid: one.id, assignee: staff.accountId, seen: '' });
    await visitor.perform(dismissAlert, { alert_type: one.alertType, userid: person.accountId, event_id });
    for (const each of [other, elsewhere])
      expect(await stored(each)).toMatchObject({ state: 'open', assigned_to: null });
    const { alertType, eventId } = other;
    await portal.work('test.settle', (work) => work.publish(staffAlertSettled, { alertType, eventId }));
    expect(await stored(other)).toMatchObject({ state: 'closed', settled_at: new Date(now) });
    expect(await stored(one)).toMatchObject({ state: 'dismissed' });
    expect(await stored(elsewhere)).toMatchObject({ state: 'open' });
  });

  test('by a profile number closes the newest that is open, of that type alone', async () => {
    const alertType = 'monitor_profile_not_actioned';
    const { accountId: userid } = person;
    const about = { alertType, profileNumber: 'M-77' } as const;
    const [older, open, closed] = [await raise(about), await raise(about), await raise(about)];
    const other = await raise({ alertType: 'dispute', profileNumber: 'M-77' });
    for (const [{ id }, hours] of [
      [older, 3],
      [open, 2],
      [closed, 1],
    ] as const)
      await rowsOf(
        portal,
        sql`update pipeline_alert set raised_at = raised_at - ${hours} * interval '1 hour' where id = ${id}`,
      );
    await visitor.perform(closePipelineAlert, { alertid: closed.id, note });
    const close = () =>
      visitor.perform(closeMonitorAlert, { alert_type: alertType, userid, profilenumber: ' M-77 ' });
    const statesOf = async () => (await Promise.all([older, open].map(stored))).map(({ state }) => state);
    await close();
    expect(await statesOf()).toEqual(['open', 'closed']);
    await close();
    expect(await statesOf()).toEqual(['closed', 'closed']);
    expect((await refusalOf(close())).code).toBe('admin.alert-settled');
    expect(await stored(other)).toMatchObject({ state: 'open' });
  });

  test('is offered to active staff by name, and assigned to no others', async () => {
    const { id: alertid } = await raise();
    const [zed, abe, gone] = [
      await newStaff(portal, { firstname: 'Aaron', lastname: 'Zed' }),
      await newStaff(portal, { firstname: 'Aaron', lastname: 'Abe' }),
      await newStaff(portal, { firstname: 'Aaron', lastname: 'Gone' }),
    ];
    await rowsOf(portal, sql`update account set active = false where id = ${gone.accountId}`);
    const { staff: offered, alert } = await visitor.perform(getPipelineAlert, { alertid });
    expect(offered.slice(0, 2)).toEqual([
      { userid: abe.accountId, name: 'Aaron Abe' },
      { userid: zed.accountId, name: 'Aaron Zed' },
    ]);
    expect(offered.map(({ userid }) => userid)).not.toContain(gone.accountId);
    expect(alert.id).toBe(alertid);
    const refused = visitor.perform(assignPipelineAlert, { alertid, assignee: gone.accountId, seen: '' });
    expect((await refusalOf(refused)).code).toBe('not-found');
    const unknown = visitor.perform(getPipelineAlert, { alertid: randomUUID() });
    expect((await refusalOf(unknown)).code).toBe('not-found');
  });
});
