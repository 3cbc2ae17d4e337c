import { expect, test } from 'vitest';
import {
  getMonitoringActions,
  getScoreChanges,
  getShieldIds,
  getUser,
  listBackgroundChecks,
  listScores,
} from '#modules/admin/index.ts';
import { DAY, HOUR, newId, type RawBuilder, randomCheckedDigits, sql } from '#modules/platform/index.ts';
import { giveScore, newApplication, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** What the sections of a record say of rows in every state, beside the same rows of somebody else. */
const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const began = portal.clock.now();
const at = (hours: number) => new Date(began.getTime() + hours * HOUR);
const dayIn = (days: number) => new Date(began.getTime() + days * DAY).toISOString().slice(0, 10);
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);

async function newOrder(applicationId: string, { created = at(0), attempt = 1 } = {}) {
  const id = newId();
  const number = `P-${id}`;
  await write(sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, profile_number, placed_at,
      state, created_at, closed_at)
    values (${id}, ${applicationId}, '2', ${attempt}, ${id}, ${number}, ${created}, 'completed', ${created}, ${created})`);
  return { id, number };
}

/** A score that was made and accepted some hours later than now, because sessions of staff would end meanwhile. */
async function scoreAt(hours: number, accountId: string, wanted: Parameters<typeof giveScore>[2]) {
  const shieldId = await giveScore(portal, accountId, wanted);
  await write(sql`with given as (
      update shield_score set activated_at = ${at(hours)} where account_id = ${accountId} and ended_at is null
      returning score_change_id
    )
    update score_change set created_at = ${at(hours)} from given where id = given.score_change_id`);
  return shieldId;
}

interface Monitored {
  state: 'starting' | 'on' | 'stopping' | 'off';
  /** Hours. */
  created: number;
  detected?: number;
  disabled?: number;
  why?: string;
  by?: string;
}

async function newMonitored(
  accountId: string,
  applicationId: string,
  { state, created, detected, disabled, why, by }: Monitored,
) {
  const order = await newOrder(applicationId);
  const id = newId();
  const monitoringId = detected === undefined ? null : `mon-${id}`;
  await write(sql`insert into monitored_profile (id, account_id, application_id, cra_order_id, state, monitoring_id,
      created_at, first_detected_at, disabled_at, disabled_for, disabled_by_account_id)
    values (${id}, ${accountId}, ${applicationId}, ${order.id}, ${state}, ${monitoringId}, ${at(created)},
      ${detected === undefined ? null : at(detected)}, ${disabled === undefined ? null : at(disabled)}, ${why ?? null},
      ${by ?? null})`);
  return { id, monitoringId, number: order.number };
}

const newUpdate = (accountId: string, profileId: string, score: string, hours: number, state = 'unchanged') =>
  write(sql`insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key,
      report_hash, received_at, state, resolved_at)
    values (${newId()}, ${accountId}, ${profileId}, ${score}, ${someSealed}, ${someFile}, ${someHash}, ${at(hours)}, ${state},
      ${state === 'waiting' ? null : at(hours)})`);

const promotable = async (userid: string) =>
  (await staff.visitor.perform(listBackgroundChecks, { userid })).applications.map(
    ({ can_promote_score_change }) => can_promote_score_change,
  );

test('monitoring that is on comes first, then the newest, without what the agency has not begun', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const { accountId: other } = await newPersonWithoutTwoStep(portal);
  const application = await newApplication(portal, userid, 'done');
  const theirs = await newApplication(portal, other, 'done');
  const on = await newMonitored(userid, application, { state: 'on', created: 0, detected: 1 });
  const older = await newMonitored(userid, application, {
    state: 'off',
    created: 2,
    detected: 3,
    disabled: 4,
    why: 'withdrawn',
  });
  const newer = await newMonitored(userid, application, {
    state: 'stopping',
    created: 5,
    detected: 6,
    disabled: 7,
    why: 'staff',
    by: staff.accountId,
  });
  await newMonitored(userid, application, { state: 'starting', created: 8 });
  const expired = await newMonitored(other, theirs, {
    state: 'off',
    created: 0,
    detected: 1,
    disabled: 2,
    why: 'expired',
  });

  const { profile, monitoring_ids } = await staff.visitor.perform(getUser, { userid });
  expect(profile.shieldid_is_monitoring_on).toBe(true);
  expect(monitoring_ids).toMatchObject([
    { monitoring_id: on.monitoringId, is_monitoring_on: true, monitoring_disabled_dts: null },
    { monitoring_id: newer.monitoringId, is_monitoring_on: false, monitoring_disabled_dts: at(7) },
    { monitoring_id: older.monitoringId, is_monitoring_on: false, first_detected_dts: at(3) },
  ]);
  const actionsOf = async (of: string) =>
    (await staff.visitor.perform(getMonitoringActions, { userid: of })).actions.map((action) => [
      action.candidate_action,
      action.action_status,
      action.resolved_by,
      action.can_activate,
    ]);
  expect(await actionsOf(userid)).toEqual([
    ['on', 'starting', null, false],
    ['off', 'stopping', 'Ada Minton', false],
    ['on', 'done', null, false],
    ['off', 'done', 'The person', false],
    ['on', 'done', null, false],
    ['on', 'done', null, false],
  ]);
  expect(await actionsOf(other)).toEqual([
    ['off', 'done', 'The portal', false],
    ['on', 'done', null, false],
  ]);
  const ended = await staff.visitor.perform(getUser, { userid: other });
  expect(ended.profile.shieldid_is_monitoring_on).toBe(false);
  expect(ended.monitoring_ids).toMatchObject([{ monitoring_id: expired.monitoringId }]);
});

test('only the newest update of a check that is monitored can be given to the person', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const [first, second] = [
    await newApplication(portal, userid, 'done'),
    await newApplication(portal, userid, 'done'),
  ];
  await write(sql`update application set ordered_at = ordered_at - interval '1 day' where id = ${first}`);
  const one = await newMonitored(userid, first, { state: 'on', created: 0, detected: 0 });
  const two = await newMonitored(userid, second, { state: 'on', created: 0, detected: 0 });
  const offered = async () =>
    (await staff.visitor.perform(getMonitoringActions, { userid })).actions
      .filter(({ candidate_action }) => candidate_action === 'update')
      .map(({ monitor_score, profilenumber, can_activate }) => [monitor_score, profilenumber, can_activate]);
  expect(await promotable(userid)).toEqual([false, false]);
  await newUpdate(userid, one.id, 'IC02', 1);
  await newUpdate(userid, two.id, 'IC03', 2);
  await newUpdate(userid, two.id, 'IC04', 3, 'waiting');
  expect(await offered()).toEqual([
    ['IC04', two.number, true],
    ['IC03', two.number, false],
    ['IC02', one.number, true],
  ]);
  expect(await promotable(userid)).toEqual([true, true]);
  await newUpdate(userid, two.id, 'NA', 4, 'superseded');
  expect((await offered())[0]).toEqual(['NA', two.number, false]);
  expect(await promotable(userid)).toEqual([false, true]);
  await write(sql`update monitored_profile set state = 'off', disabled_at = ${at(5)}, disabled_for = 'expired'
    where id = ${one.id}`);
  expect(await promotable(userid)).toEqual([false, false]);
  expect((await offered()).some(([, , activable]) => activable)).toBe(false);
});

test.each([
  ['accepted', 'The person'],
  ['disputed', 'The person'],
  ['superseded', null],
])('an update whose score the person has left %s was resolved by: %s', async (state, by) => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const application = await newApplication(portal, userid, 'done');
  const profile = await newMonitored(userid, application, { state: 'on', created: 0, detected: 0 });
  const change = await newScoreChange(portal, userid, application, 'new', 'IC03');
  await write(sql`update score_change set state = ${state}, decided_at = ${at(3)} where id = ${change}`);
  await write(sql`insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key,
      report_hash, received_at, state, score_change_id)
    values (${newId()}, ${userid}, ${profile.id}, 'IC03', ${someSealed}, ${someFile}, ${someHash}, ${at(2)}, 'proposed', ${change})`);
  const { actions } = await staff.visitor.perform(getMonitoringActions, { userid });
  expect(actions[0]).toMatchObject({ action_status: state, resolved_by: by, resolved_dts: at(3) });
});

test('a score change tells the expiration of the score before it, and the dispute that is open', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const { accountId: other } = await newPersonWithoutTwoStep(portal);
  await scoreAt(0, userid, { score: 'IC01', days: 100 });
  await scoreAt(1, userid, { score: 'IC02', days: 110 });
  await scoreAt(2, other, { score: 'IC04', days: 120 });
  await scoreAt(3, userid, { score: 'IC03', days: 130 });
  const days = [dayIn(110), dayIn(100)];
  const changesOf = async () => (await staff.visitor.perform(getScoreChanges, { userid })).score_changes;
  const [third, second, first] = await changesOf();
  expect([third, second, first].map((change) => [change?.to_score, change?.from_expiration])).toEqual([
    ['IC03', days[0]],
    ['IC02', days[1]],
    ['IC01', null],
  ]);
  expect(second).toMatchObject({
    change_dts: at(1),
    accepted_dts: at(1),
    status: 'APPROVED',
    to_expiration: dayIn(110),
    disputeid: null,
  });
  const newDispute = async (scoreChangeId: string | undefined, open: boolean) => {
    const id = newId();
    await write(sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, opened_at_status,
        received_at, due_at, state, resolved_at, outcome, result_due_at)
      select ${id}, account_id, application_id, id, ${someSealed}, 'done', ${at(3)}, ${at(9)}, ${open ? 'received' : 'withdrawn'},
        ${open ? null : at(4)}, ${open ? null : 'withdrawn'}, ${open ? null : at(5)}
      from score_change where id = ${scoreChangeId}`);
    return id;
  };
  await newDispute(third?.id, false);
  const open = await newDispute(second?.id, true);
  expect((await changesOf()).map(({ disputeid, dispute_due_dts }) => [disputeid, dispute_due_dts])).toEqual([
    [null, null],
    [open, at(9)],
    [null, null],
  ]);
});

test('the active ShieldID comes first, then the newest, each with the names of the score that counts', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal, {
    firstname: 'Ruth',
    lastname: 'Twice',
  });
  const active = await scoreAt(4, userid, { days: 200 });
  const counts = dayIn(200);
  const [older, newer] = [`TX${randomCheckedDigits()}`, `TX${randomCheckedDigits()}`];
  for (const [number, hours] of [
    [older, 5],
    [newer, 6],
  ] as const)
    await write(sql`insert into shield_id (number, account_id, issued_at, retired_at)
      values (${number}, ${userid}, ${at(hours)}, ${at(hours + 2)})`);
  // A score that has ended, though it was made after the one that counts.
  await write(sql`insert into shield_score (id, account_id, shield_id_number, application_id, score_change_id, score,
      activated_at, expiration, ended_at, legal_firstname, legal_middlename, legal_lastname, legal_namesuffix)
    select ${newId()}, account_id, shield_id_number, application_id,
      ${await anotherChange(userid)}, score, ${at(9)}, expiration + 1, ${at(10)}, 'Former', 'M', 'Name', 'Jr'
    from shield_score where account_id = ${userid}`);
  const { shieldids } = await staff.visitor.perform(getShieldIds, { userid });
  expect(shieldids).toMatchObject([
    {
      shieldid: active,
      active: true,
      legalfirstname: 'Ruth',
      legallastname: 'Twice',
      expiration_date: counts,
    },
    { shieldid: newer, active: false, legalfirstname: 'Ruth', expiration_date: null, last_update: at(8) },
    { shieldid: older, active: false, first_effective_dts: at(5) },
  ]);
  const { scores } = await staff.visitor.perform(listScores, { userid });
  expect(scores.map(({ legalname, active: is }) => [legalname, is])).toEqual([
    ['Former M Name Jr', false],
    ['Ruth Twice', true],
  ]);
});

/** A further score change of the check to which the person's score belongs. */
async function anotherChange(userid: string): Promise<string> {
  const found = await rowOf(
    portal,
    sql<{ id: string }>`select application_id as id from shield_score where account_id = ${userid}`,
  );
  return newScoreChange(portal, userid, found?.id ?? '', 'new', 'IC02');
}

test.each([
  ['waiting', 'staff', true],
  ['sending', 'staff', true],
  ['done', 'staff', false],
  ['rejected', 'staff', false],
  ['sending', 'unmatched', false],
])('a refund that is %s and comes from %s is open: %s', async (state, cause, open) => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const [refunded, other] = [
    await newApplication(portal, userid, 'done'),
    await newApplication(portal, userid, 'done'),
  ];
  const decided = state === 'rejected' ? (await newStaff(portal)).accountId : null;
  await write(sql`insert into refund (id, purchase_id, account_id, amount_cents, currency, cancel_application, cause,
      state, requested_at, requested_by, ended_at, decided_by, decided_at)
    select ${newId()}, purchase_id, account_id, 100, 'usd', false, ${cause}, ${state}, ${at(0)},
      ${cause === 'staff' ? staff.accountId : null}, ${state === 'waiting' || state === 'sending' ? null : at(1)},
      ${decided}, ${decided && at(1)}
    from application where id = ${refunded}`);
  const { applications } = await staff.visitor.perform(listBackgroundChecks, { userid });
  const openOf = (id: string) => applications.find((check) => check.id === id)?.refund_open;
  expect([openOf(refunded), openOf(other)]).toEqual([open, false]);
});

test('the amounts of a check are what was paid for it, and what of that went back and stayed there', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const [check, other] = [
    await newApplication(portal, userid, 'done'),
    await newApplication(portal, userid, 'done'),
  ];
  const enter = async (application: string, kind: string, cents: number, charge: string | null = null) => {
    const id = newId();
    await write(sql`insert into ledger_entry (id, purchase_id, account_id, leg, kind, amount_cents, currency, provider_id,
        charge_id, recorded_at)
      select ${id}, purchase_id, account_id, 'buyer', ${kind}, ${cents}, 'usd', ${id}, ${charge}, ${at(0)}
      from application where id = ${application}`);
    return id;
  };
  await enter(other, 'charge', 500);
  const charge = await enter(check, 'charge', 7900);
  const amounts = async () => {
    const { applications } = await staff.visitor.perform(listBackgroundChecks, { userid });
    const found = applications.find(({ id }) => id === check);
    return [found?.paid_amount, found?.refunded_amount, found?.disputed_amount];
  };
  expect(await amounts()).toEqual([7900, 0, 0]);
  await enter(check, 'refund', -3000, charge);
  await enter(check, 'dispute', -700, charge);
  expect(await amounts()).toEqual([7900, 3000, 700]);
  await enter(check, 'refund-failed', 1000, charge);
  await enter(check, 'dispute-won', 200, charge);
  expect(await amounts()).toEqual([7900, 2000, 500]);
  // A payment that belongs to no purchase, and what of it went back.
  const unmatched = await enter(check, 'unmatched', 60);
  await enter(check, 'refund', -60, unmatched);
  expect(await amounts()).toEqual([7900, 2000, 500]);
});

test('a check has a stored report once it has a result, which no other check has', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  await giveScore(portal, userid);
  const other = await newApplication(portal, userid, 'done');
  const kept = async () =>
    Object.fromEntries(
      (await staff.visitor.perform(listBackgroundChecks, { userid })).applications.map((check) => [
        check.id === other,
        check.profile_pdf_exists,
      ]),
    );
  expect(await kept()).toEqual({ true: false, false: true });
});
