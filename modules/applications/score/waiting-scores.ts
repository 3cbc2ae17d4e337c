import {
  anyOf,
  column,
  DAY,
  type Fragment,
  type Sweep,
  sql,
  staffAlertRaised,
  statement,
} from '#modules/platform/index.ts';
import { sendScoreReady } from '../jobs.ts';
import { daysPassed, scoreDays } from '../reminder-days.ts';

/**
 * Scores that wait for the person's decision: the reminders, and the alert to staff about a monitoring update (D49).
 */

/** After how long staff are told of a monitoring update on which the person has not decided (D49). */
const NOT_ACTIONED = 7 * DAY;

/** How many reminders are due by now. */
const due = (now: Date, days: readonly number[]): Fragment => daysPassed(sql`change.created_at`, days, now);

const waitingScores = statement({
  name: 'applications.scores-to-remind',
  row: { key: column.text },
  examples: [
    [new Date(0), [1], null, 1],
    [new Date(0), [1], '', 1],
  ],
  sql: (now: Date, days: readonly number[], after: string | null, size: number) => sql`
    select change.id::text as key from score_change change
    join account on account.id = change.account_id and account.active
    where change.state = 'pending' and change.ready_reminders < ${due(now, days)}
      ${after === null ? sql`` : sql`and change.id > ${after}::uuid`}
    order by change.id limit ${size}`,
});

const noteReminders = statement({
  name: 'applications.note-score-reminders',
  row: { id: column.uuid },
  examples: [[[], new Date(0), [1]]],
  sql: (ids: readonly string[], now: Date, days: readonly number[]) => sql`
    update score_change change set ready_reminders = ${due(now, days)}
    where change.id = ${anyOf(ids)} and change.state = 'pending' and change.ready_reminders < ${due(now, days)}
    returning change.id`,
});

/** Reminds on the days that staff chose. If several were missed, one is sent. */
export const readyRemindersSweep: Sweep = {
  name: 'applications.score-reminders',
  size: 500,
  keys: async (work, after, size) =>
    (await work.rows(waitingScores(work.now, await scoreDays.read(work), after, size))).map(({ key }) => key),
  async run(work, ids) {
    const noted = await work.rows(noteReminders(ids, work.now, await scoreDays.read(work)));
    for (const { id } of noted) await work.enqueue(sendScoreReady, { scoreChangeId: id });
    return noted.length;
  },
};

const notActioned = statement({
  name: 'applications.updates-not-actioned',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (before: Date, after: string | null, size: number) => sql`
    select id::text as key from score_change
    where state = 'pending' and score_change_type = 'monitorupdate' and alerted_at is null
      and created_at <= ${before}::timestamptz
      ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${size}`,
});

const noteAlerted = statement({
  name: 'applications.note-not-actioned',
  row: {
    id: column.uuid,
    account_id: column.uuid,
    application_id: column.uuid,
    score: column.text,
    profile_number: column.text.nullable(),
  },
  examples: [[[], new Date(0)]],
  sql: (ids: readonly string[], now: Date) => sql`
    update score_change change set alerted_at = ${now}::timestamptz
    from cra_order placed
    where change.id = ${anyOf(ids)} and change.state = 'pending' and change.alerted_at is null
      and placed.id = change.cra_order_id
    returning change.id, change.account_id, change.application_id, change.score, placed.profile_number`,
});

/** Tells staff about monitoring updates on which the person has not decided for 7 days. */
export const notActionedSweep: Sweep = {
  name: 'applications.monitor-not-actioned',
  size: 500,
  async keys(work, after, size) {
    const before = new Date(work.now.getTime() - NOT_ACTIONED);
    return (await work.rows(notActioned(before, after, size))).map(({ key }) => key);
  },
  async run(work, ids) {
    const alerted = await work.rows(noteAlerted(ids, work.now));
    for (const row of alerted) {
      await work.publish(staffAlertRaised, {
        alertType: 'monitor_profile_not_actioned',
        eventId: row.id,
        accountId: row.account_id,
        applicationId: row.application_id,
        ...(row.profile_number ? { profileNumber: row.profile_number } : {}),
        monitorScore: row.score,
        reason: 'not-actioned',
      });
    }
    return alerted.length;
  },
};
