import { getPerson } from '#modules/identity/index.ts';
import {
  anyOf,
  column,
  formatDate,
  type Portal,
  RENEWAL_WINDOW_DAYS,
  type Sweep,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { sendRenewalReminder } from '../jobs.ts';
import { renewalReminderMail } from '../mails.ts';
import { renewalDays } from '../reminder-days.ts';

/** For how many days after the expiration the reminder is still useful. */
const STILL_TOLD = 30;

/**
 * The reminder stage of a score: the fewest of the days that are not passed yet, 0 once it has expired. Null before the
 * first of them.
 */
const stageSql = (now: Date, days: readonly number[]) => sql`(case
  when (s.expiration + time '11:00') at time zone 'UTC' <= ${now}::timestamptz then 0
  else (select min(day) from unnest(${sql.val(days)}::integer[]) as day
    where s.expiration - (${now}::timestamptz at time zone 'UTC')::date <= day) end)`;

/**
 * Scores whose reminder is due. Each stage is sent once, and a stage that was missed is not sent late. People who are
 * already renewing, or have a result to review, are not reminded.
 */
const dueReminders = statement({
  name: 'applications.due-reminders',
  row: { key: column.text },
  examples: [
    [new Date(0), [1], null, 1],
    [new Date(0), [1], '', 1],
  ],
  sql: (now: Date, days: readonly number[], after: string | null, size: number) => sql`
    select s.id::text as key
    from shield_score s
      join account on account.id = s.account_id
      join session_facts facts on facts.account_id = s.account_id
    where s.ended_at is null and account.active and account.email_preference_renewal
      and not facts.open_application and not facts.pending_score_change and not facts.open_score_dispute
      and s.expiration between (${now}::timestamptz at time zone 'UTC')::date - ${STILL_TOLD}::int
        and (${now}::timestamptz at time zone 'UTC')::date + ${sql.lit(RENEWAL_WINDOW_DAYS)}
      and ${stageSql(now, days)} is not null
      and not exists (
        select from renewal_reminder told where told.shield_score_id = s.id and told.stage <= ${stageSql(now, days)})
      ${after === null ? sql`` : sql`and s.id > ${after}::uuid`}
    order by s.id limit ${size}`,
});

const recordReminders = statement({
  name: 'applications.record-reminders',
  row: { shield_score_id: column.uuid, stage: column.integer },
  examples: [[[], new Date(0), [1]]],
  sql: (ids: readonly string[], now: Date, days: readonly number[]) => sql`
    insert into renewal_reminder (shield_score_id, stage, told_at)
    select s.id, ${stageSql(now, days)}, ${now}::timestamptz from shield_score s
    where s.id = ${anyOf(ids)} and ${stageSql(now, days)} is not null
    on conflict (shield_score_id, stage) do nothing
    returning shield_score_id, stage`,
});

export const remindersSweep: Sweep = {
  name: 'applications.renewal-reminders',
  size: 1_000,
  keys: async (work, after, size) =>
    (await work.rows(dueReminders(work.now, await renewalDays.read(work), after, size))).map(
      ({ key }) => key,
    ),
  async run(work, ids) {
    const told = await work.rows(recordReminders(ids, work.now, await renewalDays.read(work)));
    for (const { shield_score_id: scoreId, stage } of told) {
      await work.enqueue(sendRenewalReminder, { scoreId, stage });
    }
    return told.length;
  },
};

/** Sends nothing for a score that was replaced in the meantime. */
export async function deliverRenewalReminder(
  portal: Portal,
  { scoreId, stage }: { scoreId: string; stage: number },
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.read-for-reminder', async (work) => {
    const score = await work.db
      .selectFrom('shield_score')
      .select(['account_id', 'expiration'])
      .where('id', '=', scoreId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return score && { score, person: await getPerson(work, score.account_id) };
  });
  if (!found) return;
  const { score, person } = found;
  const letter = renewalReminderMail({
    firstname: person.firstname,
    expires: formatDate(score.expiration),
    expired: stage === 0,
  });
  await portal.mailTo({ accountId: person.accountId }, { host: person.registered_host, messageId }, letter);
}
