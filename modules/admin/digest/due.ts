import { brandForHost } from '#modules/enterprise/index.ts';
import { column, localTime, type Sweep, sql, statement, type Work } from '#modules/platform/index.ts';
import { selectAdmins } from '../approvals/admins.ts';
import { sendStaffDigest } from '../jobs.ts';
import { digestHours } from '../limits.ts';
import { findWaitingWork } from './waiting.ts';

/**
 * Claims the day for those who want the mail and had none on it or on a later one. A day is claimed once, by whichever
 * process is first.
 */
const claimDay = statement({
  name: 'admin.claim-digest-day',
  row: { account_id: column.uuid },
  examples: [[[], '2026-01-01']],
  sql: (accountIds: readonly string[], day: string) => sql`
    insert into staff_digest (account_id, last_day)
    select unnest(${sql.val(accountIds)}::uuid[]), ${day}::date
    on conflict (account_id) do update set last_day = excluded.last_day
      where staff_digest.wanted and (staff_digest.last_day is null or staff_digest.last_day < excluded.last_day)
    returning account_id`,
});

/** The local date of the portal's own brand; null outside the hours in which the mail goes out. */
async function digestDay({ portal, now }: Pick<Work, 'portal' | 'now'>): Promise<string | null> {
  const { timeZone } = await brandForHost(portal, null);
  const [day = '', time = ''] = localTime(now, timeZone).split('T');
  const hour = Number(time.slice(0, 2));
  return digestHours.from <= hour && hour < digestHours.until ? day : null;
}

/**
 * The morning mails that are due. For whom nothing waits gets none that day. A portal that was stopped in the morning
 * catches up until noon.
 */
export const staffDigestsSweep: Sweep = {
  name: 'admin.staff-digests',
  size: 50,
  async keys(work, after, size) {
    if ((await digestDay(work)) === null) return [];
    const admins = await selectAdmins(work)
      .select('id')
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(size)
      .execute();
    return admins.map(({ id }) => id);
  },
  async run(work, accountIds) {
    const day = await digestDay(work);
    if (day === null) return 0;
    let made = 0;
    for (const { account_id: accountId } of await work.rows(claimDay(accountIds, day))) {
      if (!(await findWaitingWork(work, accountId))) continue;
      await work.enqueue(sendStaffDigest, { accountId, day });
      made += 1;
    }
    return made;
  },
};
