import { sql, type Work } from '#modules/platform/index.ts';
import { recordHistory } from './history.ts';
import { refreshConnections } from './refresh.ts';

/**
 * A hard bounce: the open invitations to an address could not be delivered, and their owners see so (D50). An
 * invitation that was answered meanwhile stays as it is.
 * @returns how many it concerned
 */
export async function recordBounce(work: Work, emailaddress: string): Promise<number> {
  const bounced = await work.rows(sql<{ id: string }>`
    update connection set bounced_at = ${work.now}
    where to_email = ${emailaddress}::citext and bounced_at is null and accepted_at is null
      and ignored_at is null and cancelled_at is null and removed_at is null
    returning id`);
  const connectionIds = bounced.map((row) => row.id);
  if (connectionIds.length === 0) return 0;
  await recordHistory(work, 'bounced', connectionIds, null);
  await refreshConnections(work, { connectionIds });
  return connectionIds.length;
}
