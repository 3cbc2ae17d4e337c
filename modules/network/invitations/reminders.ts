import {
  anyOf,
  DAY,
  type RawBuilder,
  reminderDays,
  type Sweep,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { mailReminders } from '../jobs.ts';
import { invitationReminders, networkTimings } from '../limits.ts';

/** How many days after an invitation was sent or sent again a person who has not answered is reminded (D53). */
export const invitationDays = reminderDays({
  key: 'network.invitation-days',
  rule: invitationReminders,
  changed: networkAudit.invitationDaysChanged,
});

/** When an invitation that is mailed now will be mailed again. */
export async function firstReminder(work: Pick<Work, 'db' | 'now'>): Promise<Date> {
  const days = await invitationDays.read(work);
  return new Date(work.now.getTime() + Math.min(...days) * DAY);
}

/** The first moment after `now` at which the invitation in a row of `connection` is mailed again; null if there is none. */
function nextReminder(now: Date, days: readonly number[]): RawBuilder<Date | null> {
  const lifetime = networkTimings['invitations.lifetime'];
  const moments = days.map((day) => {
    const left = sql.lit((lifetime - day * DAY) / 1000);
    return sql`(invite_expires_at - make_interval(secs => ${left}))`;
  });
  return sql<Date | null>`(select min(moment) from unnest(array[${sql.join(moments)}]) moment
    where moment > ${now}::timestamptz)`;
}

/** A person who answered, could not be reached, or has a closed account is not reminded. */
const remindable = (
  now: Date,
) => sql<boolean>`(accepted_at is null and ignored_at is null and bounced_at is null
  and cancelled_at is null and invite_expires_at > ${now}::timestamptz
  and not exists (select 1 from invitation_mail m where m.connection_id = connection.id and m.bounced_at is not null
    and m.created_at >= connection.invite_expires_at
      - make_interval(secs => ${sql.lit(networkTimings['invitations.lifetime'] / 1000)})))`;

/**
 * Mails invitations that nobody has answered again. An invitation that was due several times while the sweep did not
 * run is mailed once. The mailer skips people who have opted out of such mails.
 */
export const dueReminders: Sweep = {
  name: 'network.reminders',
  size: 500,
  async keys({ db, now }, after, size) {
    const next = db
      .selectFrom('connection')
      .select('id')
      .where('remind_at', '<=', now)
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? next : next.where('id', '>', after)).execute();
    return rows.map((row) => row.id);
  },
  async run(work, connectionIds) {
    const days = await invitationDays.read(work);
    const due = await work.db
      .updateTable('connection')
      .set({ remind_at: nextReminder(work.now, days) })
      .where('id', '=', anyOf(connectionIds))
      .where('remind_at', '<=', work.now)
      .returning(['id', remindable(work.now).as('remind')])
      .execute();
    const reminded = due.filter(({ remind }) => remind).map(({ id }) => id);
    await mailReminders(work, reminded);
    return reminded.length;
  },
};
