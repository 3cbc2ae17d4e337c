import { expect, test } from 'vitest';
import { remindersSweep } from '#modules/applications/score/renewal.ts';
import { notActionedSweep, readyRemindersSweep } from '#modules/applications/score/waiting-scores.ts';
import { waitsSweep } from '#modules/applications/submission/waiting-applications.ts';
import { savePreferences, setAccountActive, writeFacts } from '#modules/identity/index.ts';
import { DAY, runSweep, type Sweep, sql } from '#modules/platform/index.ts';
import { newApplication, newScoreChange, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

/** Whom the reminders find and at which exact time, and people who are left out for a single reason. */

const portal = await testPortal();
const alerts = hearAlerts(portal);
portal.clock.stop();

const close = (accountId: string, active = false) =>
  portal.work('test.close', (work) => setAccountActive(work, accountId, active));

/** How many rows a sweep chooses and changes, which must be the same ones. */
async function swept(sweep: Sweep): Promise<number> {
  const { handled, changed } = await runSweep(portal, sweep);
  expect(handled).toBe(changed);
  return changed;
}

/** How many of these rows a sweep changes that chose them before they changed. */
const late = (sweep: Sweep, ...ids: string[]) =>
  portal.work('test.late', (work) => sweep.run(work as never, ids));

/** How many rows a sweep changes a millisecond before a time is over, exactly then, and when it runs again. */
async function around(time: number, sweep: Sweep): Promise<[before: number, at: number, again: number]> {
  const run = () => swept(sweep);
  const since = portal.clock.now().getTime();
  portal.clock.set(new Date(since + time - 1));
  const before = await run();
  portal.clock.set(new Date(since + time));
  return [before, await run(), await run()];
}

/**
 * Creates a monitoring update that waits for a person.
 * @returns the id of the update, of the account and of the application
 */
async function waitingUpdate() {
  const { accountId } = await newPersonWithoutTwoStep(portal);
  const applicationId = await newApplication(portal, accountId, 'done');
  return {
    accountId,
    applicationId,
    id: await newScoreChange(portal, accountId, applicationId, 'monitorupdate', 'IC03'),
  };
}

const changeOf = (id: string) =>
  rowOf<{ ready_reminders: number; alerted: boolean }>(
    portal,
    sql`select ready_reminders, alerted_at is not null as alerted from score_change where id = ${id}`,
  );

test('a score that waits is reminded of after 3 and 7 days; staff hear of an update after 7', async () => {
  const { id, accountId, applicationId } = await waitingUpdate();
  const profileNumber = '4711-10002';
  await sql`update cra_order set profile_number = ${profileNumber}, placed_at = created_at
    where application_id = ${applicationId}`.execute(portal.db);
  const [closed, decided, first] = [await waitingUpdate(), await waitingUpdate(), await waitingUpdate()];
  await close(closed.accountId);
  await sql`update score_change set score_change_type = 'new' where id = ${first.id}`.execute(portal.db);
  await sql`update score_change set state = 'superseded', decided_at = now() where id = ${decided.id}`.execute(
    portal.db,
  );
  expect(await around(3 * DAY, readyRemindersSweep)).toEqual([0, 2, 0]);
  expect(await around(4 * DAY - 1, readyRemindersSweep)).toEqual([0, 0, 0]);
  expect(await swept(notActionedSweep)).toBe(0);
  portal.clock.advance(1);
  for (const sweep of [readyRemindersSweep, notActionedSweep]) expect(await late(sweep, decided.id)).toBe(0);
  expect([await swept(readyRemindersSweep), await late(readyRemindersSweep, id)]).toEqual([2, 0]);
  // A person with a closed account cannot decide, which staff need to know.
  expect(await swept(notActionedSweep)).toBe(2);
  expect([await swept(notActionedSweep), await late(notActionedSweep, id)]).toEqual([0, 0]);
  const told = { alertType: 'monitor_profile_not_actioned', monitorScore: 'IC03', reason: 'not-actioned' };
  expect(alerts.raised).toHaveLength(2);
  expect(alerts.raised).toContainEqual({ ...told, eventId: id, accountId, applicationId, profileNumber });
  expect(alerts.raised.find(({ eventId }) => eventId === closed.id)).not.toHaveProperty('profileNumber');
  expect(await changeOf(id)).toEqual({ ready_reminders: 2, alerted: true });
  expect(await changeOf(closed.id)).toEqual({ ready_reminders: 0, alerted: true });
  expect(await changeOf(decided.id)).toEqual({ ready_reminders: 0, alerted: false });
  expect(await changeOf(first.id)).toEqual({ ready_reminders: 2, alerted: false });
});

const waitRemindersOf = async (id: string) =>
  (
    await rowOf<{ wait_reminders: number }>(
      portal,
      sql`select wait_reminders from application where id = ${id}`,
    )
  )?.wait_reminders;

test('an application that waits is reminded of after 3, 7 and 14 days, while it is the person’s turn', async () => {
  const made = async (status: 'paid' | 'waituser' | 'submitted' | 'inprogress') => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    return { accountId, id: await newApplication(portal, accountId, status) };
  };
  const [paid, begun, submitted, underway, closed] = [
    await made('paid'),
    await made('waituser'),
    await made('submitted'),
    await made('inprogress'),
    await made('waituser'),
  ];
  await sql`update application set status_at = ${portal.clock.now()}`.execute(portal.db);
  await close(closed.accountId);
  expect(await around(3 * DAY, waitsSweep)).toEqual([0, 2, 0]);
  expect(await around(4 * DAY, waitsSweep)).toEqual([0, 2, 0]);
  expect(await around(7 * DAY, waitsSweep)).toEqual([0, 2, 0]);
  for (const { id } of [paid, begun]) expect(await waitRemindersOf(id)).toBe(3);
  for (const { id } of [submitted, underway, closed]) expect(await waitRemindersOf(id)).toBe(0);
});

test('of a score that ends its owner is reminded, unless one thing alone speaks against it', async () => {
  const told = async ({ accountId }: { accountId: string }) => {
    await runSweep(portal, remindersSweep);
    return (
      await rowOf(
        portal,
        sql<{ stages: number[] }>`
      select coalesce(array_agg(stage), '{}') as stages from renewal_reminder told
      join shield_score score on score.id = told.shield_score_id where score.account_id = ${accountId}`,
      )
    )?.stages;
  };
  const withScore = (days: number) => newScoredPerson(portal, { days });
  for (const [days, stages] of [
    [46, []],
    [45, [45]],
    [31, [45]],
    [30, [30]],
    [8, [14]],
    [1, [1]],
    [-1, [0]],
    [-30, [0]],
    [-31, []],
  ] as const) {
    expect(await told(await withScore(days)), `${days} days`).toEqual(stages);
  }
  const today = await withScore(0);
  const eleven = new Date(`${portal.clock.now().toISOString().slice(0, 10)}T11:00:00Z`);
  const now = portal.clock.now();
  portal.clock.set(new Date(eleven.getTime() - 1));
  expect(await told(today)).toEqual([1]);
  portal.clock.set(eleven);
  expect((await told(today))?.sort()).toEqual([0, 1]);
  portal.clock.set(now);
  const facts = (wanted: Parameters<typeof writeFacts>[2]) => (accountId: string) =>
    portal.work('test.facts', (work) => writeFacts(work, accountId, wanted));
  const against: Record<string, (accountId: string) => Promise<unknown>> = {
    'a check under way': facts({ open_application: true }),
    'a score to review': facts({ pending_score_change: true }),
    'a dispute': facts({ open_score_dispute: true }),
    'a closed account': (accountId) =>
      portal.pool.query('update account set active = false where id = $1', [accountId]),
    'reminders that are turned off': (accountId) =>
      portal.work('test.prefer', (work) =>
        savePreferences(work, accountId, { email_preference_renewal: false }),
      ),
    'a score that has ended': (accountId) =>
      portal.pool.query('update shield_score set ended_at = now() where account_id = $1', [accountId]),
  };
  for (const [what, happens] of Object.entries(against)) {
    const person = await withScore(10);
    await happens(person.accountId);
    expect(await told(person), what).toEqual([]);
  }
});

test('D73: a closed account’s score ends today, and has its day again with the account, if that is to come', async () => {
  const endOf = async (accountId: string) => {
    const { rows } = await portal.pool.query(
      `select expiration - (select $2::date) as days, previous_expiration is not null as kept
       from shield_score where account_id = $1 and ended_at is null`,
      [accountId, portal.clock.now().toISOString().slice(0, 10)],
    );
    return [rows[0].days, rows[0].kept];
  };
  const other = await newScoredPerson(portal, { days: 20 });
  const seen: unknown[] = [];
  for (const days of [20, 1, 0, -3]) {
    const { accountId } = await newScoredPerson(portal, { days });
    await close(accountId);
    const closed = await endOf(accountId);
    await close(accountId, true);
    seen.push([days, closed, await endOf(accountId)]);
  }
  expect(seen).toEqual([
    [20, [0, true], [20, false]],
    [1, [0, true], [1, false]],
    [0, [0, false], [0, false]],
    [-3, [-3, false], [-3, false]],
  ]);
  expect(await endOf(other.accountId)).toEqual([20, false]);
  const { accountId } = await newScoredPerson(portal, { days: 5 });
  await close(accountId);
  portal.clock.advance(5 * DAY);
  await close(accountId, true);
  expect(await endOf(accountId)).toEqual([-5, false]);
});
