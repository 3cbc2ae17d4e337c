import { newId, type StaffAlert, sql, type Work } from '#modules/platform/index.ts';
import { goalOf } from './goals.ts';

/** The queue of what waits for staff. It follows the events with which modules raise and settle alerts. */

const waitsByGoal = sql`pipeline_alert.state = 'open' and pipeline_alert.due_by_goal`;

/**
 * Adds an alert, in the transaction of what raised it. An alert that was dismissed or closed is opened again, with the
 * person who was assigned to it; one that is already open keeps the time since which it has been waiting.
 */
export async function keepAlert(work: Work<unknown>, alert: StaffAlert): Promise<void> {
  const { db, now } = work;
  const goal = alert.dueAt ? null : await goalOf(work, alert.alertType, now);
  const about = {
    account_id: alert.accountId,
    application_id: alert.applicationId ?? null,
    profile_number: alert.profileNumber ?? null,
    monitor_score: alert.monitorScore ?? null,
    reason: alert.reason,
  };
  const due = { due_at: alert.dueAt ?? goal, due_by_goal: goal !== null };
  await db
    .insertInto('pipeline_alert')
    .values({
      id: newId(),
      alert_type: alert.alertType,
      event_id: alert.eventId,
      ...about,
      ...due,
      raised_at: now,
      state: 'open',
    })
    .onConflict((conflict) =>
      conflict.columns(['alert_type', 'event_id']).doUpdateSet({
        ...about,
        ...due,
        ...(goal
          ? { due_at: sql<Date>`case when ${waitsByGoal} then pipeline_alert.due_at else ${goal} end` }
          : {}),
        raised_at: sql<Date>`case when pipeline_alert.state = 'open' then pipeline_alert.raised_at else ${now} end`,
        state: 'open',
        settled_by: null,
        settled_at: null,
      }),
    )
    .execute();
}

/** Takes an alert whose subject was decided out of the queue, even if it had been dismissed before. */
export async function settleAlert(
  { db, now }: Work<unknown>,
  { alertType, eventId }: Pick<StaffAlert, 'alertType' | 'eventId'>,
): Promise<void> {
  await db
    .updateTable('pipeline_alert')
    .set({ state: 'closed', settled_by: null, settled_at: now })
    .where('alert_type', '=', alertType)
    .where('event_id', '=', eventId)
    .where('state', '<>', 'closed')
    .execute();
}
