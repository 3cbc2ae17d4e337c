import { sql, type Work } from '#modules/platform/index.ts';
import { recordHistory } from './history.ts';
import { refreshConnections } from './refresh.ts';

/** A mail provider says that an address takes no mail, for good: its open invitations are not delivered (D50). */
export async function recordBounce(work: Work, emailaddress: string): Promise<void> {
  const bounced = await work.rows(sql<{ id: string }>`
    update connection c set bounced_at = ${work.now}
    where (c.to_email = ${emailaddress}::citext
        or c.account_id = (select id from account where emailaddress = ${emailaddress}::citext))
      and c.accepted_at is null and c.ignored_at is null and c.bounced_at is null
      and c.cancelled_at is null and c.removed_at is null
    returning c.id`);
  const ids = bounced.map((row) => row.id);
  await recordHistory(work, 'bounced', ids, null);
  await refreshConnections(work, { connectionIds: ids });
}
