import {
  column,
  expiresAt,
  newId,
  type Portal,
  type Sweep,
  sql,
  statement,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { craPort } from '../cra/port.ts';
import type { MonitoringEnd } from '../entities/monitoring.ts';
import { switchMonitoring } from '../jobs.ts';

/**
 * Which check of a person is monitored: that of the active score, as long as the score is valid and the person agrees
 * (D40).
 */

type Writing = Pick<Work<unknown>, 'db' | 'now' | 'enqueue'>;

/** Begins and ends monitoring to match the consent and the active score. Repeating it changes nothing. */
export async function alignMonitoring(work: Writing, { accountId }: { accountId: string }): Promise<void> {
  await takeTransactionLock(work.db, `monitoring:${accountId}`);
  const consent = await work.db
    .selectFrom('monitoring_consent')
    .select('id')
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const active = await findMonitorable(work, accountId);
  const valid = active && expiresAt(active.expiration) > work.now;
  const running = await work.db
    .selectFrom('monitored_profile')
    .select(['id', 'cra_order_id', 'application_id'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute();
  const wanted = consent && valid ? active : null;
  for (const profile of running) {
    if (profile.cra_order_id === wanted?.id) continue;
    const renewed = wanted !== null && profile.application_id !== wanted.application_id;
    await endMonitoring(work, profile.id, renewed ? 'renewed' : consent ? 'expired' : 'withdrawn');
  }
  if (!wanted || running.some((profile) => profile.cra_order_id === wanted.id)) return;
  const id = newId();
  await work.db
    .insertInto('monitored_profile')
    .values({
      id,
      account_id: accountId,
      application_id: wanted.application_id,
      cra_order_id: wanted.id,
      state: 'starting',
      created_at: work.now,
    })
    .execute();
  await work.enqueue(switchMonitoring, { monitoredProfileId: id });
}

/** The order whose result is the person's active score. */
function findMonitorable({ db }: Pick<Work, 'db'>, accountId: string) {
  return db
    .selectFrom('shield_score as score')
    .innerJoin('score_change as change', 'change.id', 'score.score_change_id')
    .innerJoin('cra_order', 'cra_order.id', 'change.cra_order_id')
    .select(['cra_order.id', 'cra_order.application_id', 'score.expiration'])
    .where('score.account_id', '=', accountId)
    .where('score.ended_at', 'is', null)
    .where('cra_order.profile_number', 'is not', null)
    .executeTakeFirst();
}

/**
 * Ends the monitoring of one check; a job tells the agency.
 * @param staffId the member of staff who ended it, if any
 */
export async function endMonitoring(
  work: Writing,
  monitoredProfileId: string,
  why: MonitoringEnd,
  staffId: string | null = null,
): Promise<void> {
  const ended = await work.db
    .updateTable('monitored_profile')
    .set({
      state: 'stopping',
      disabled_at: work.now,
      disabled_for: why,
      disabled_by_account_id: staffId,
    })
    .where('id', '=', monitoredProfileId)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await work.enqueue(switchMonitoring, { monitoredProfileId });
}

/**
 * Tells the agency to begin or end the monitoring of a check. Safe to run again: the agency is asked to establish a
 * state, and an answer that arrives late does not undo a newer decision.
 * @throws CraFailed, so that the job is tried again
 */
export async function carryOutMonitoring(portal: Portal, monitoredProfileId: string): Promise<void> {
  const asked = await portal.db
    .selectFrom('monitored_profile as profile')
    .innerJoin('cra_order', 'cra_order.id', 'profile.cra_order_id')
    .select(['profile.state', 'profile.cra_order_id', 'cra_order.craid', 'cra_order.profile_number'])
    .where('profile.id', '=', monitoredProfileId)
    .executeTakeFirst();
  if (!asked?.profile_number || asked.state === 'on' || asked.state === 'off') return;
  const starting = asked.state === 'starting';
  const mayStop = starting || !(await isMonitoredAnew(portal, asked.cra_order_id));
  const monitoringId = mayStop
    ? (await craPort.of(portal).setMonitoring(asked.craid, asked.profile_number, starting)).monitoringId
    : null;
  await portal.work('applications.note-monitoring', async ({ db, now }) => {
    const row = await db
      .selectFrom('monitored_profile')
      .select(['state', 'monitoring_id'])
      .where('id', '=', monitoredProfileId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const detected =
      row.monitoring_id === null && monitoringId !== null && starting
        ? { monitoring_id: monitoringId, first_detected_at: now }
        : {};
    const state = row.state === asked.state ? (starting ? 'on' : 'off') : row.state;
    await db
      .updateTable('monitored_profile')
      .set({ ...detected, state })
      .where('id', '=', monitoredProfileId)
      .execute();
  });
}

/** Whether monitoring of the order was begun again since then. A late request to end it must not undo that. */
async function isMonitoredAnew({ db }: Pick<Portal, 'db'>, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('monitored_profile')
    .select('id')
    .where('cra_order_id', '=', orderId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

const endedScores = statement({
  name: 'applications.monitored-without-score',
  row: { key: column.text },
  examples: [
    [new Date(0), null, 1],
    [new Date(0), '', 1],
  ],
  sql: (now: Date, after: string | null, size: number) => sql`
    select distinct profile.account_id::text as key from monitored_profile profile
    where profile.disabled_at is null
      and not exists (
        select from shield_score score
        where score.account_id = profile.account_id and score.ended_at is null
          and (score.expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz)
      ${after === null ? sql`` : sql`and profile.account_id::text > ${after}`}
    order by 1 limit ${size}`,
});

/** Ends the monitoring of scores that have expired. */
export const monitoringSweep: Sweep = {
  name: 'applications.end-monitoring',
  size: 500,
  keys: async (work, after, size) =>
    (await work.rows(endedScores(work.now, after, size))).map(({ key }) => key),
  async run(work, accountIds) {
    for (const accountId of accountIds) await alignMonitoring(work, { accountId });
    return accountIds.length;
  },
};
