import { sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { answeredBy, type Owner, type Sharer } from '../owner.ts';

/**
 * Invitations that were ignored. Only the person who ignored one, or whoever answers for the company that it asks, can
 * open it again, with a button on the page of its link.
 */

const stillIgnored = (now: Date) => sql<boolean>`(ignored_at is not null and cancelled_at is null
  and invite_expires_at > ${now})`;

/** Who sent an invitation that its person ignored and may open again; null for any other invitation. */
export async function findIgnored(
  { db, now }: Pick<Work, 'db' | 'now'>,
  id: string,
): Promise<{ owner: Owner; inviterId: string } | null> {
  const row = await db
    .selectFrom('connection')
    .select(['owner_company_id', 'invited_by_account_id'])
    .where('id', '=', id)
    .where(stillIgnored(now))
    .executeTakeFirst();
  if (!row) return null;
  const inviterId = row.invited_by_account_id;
  const owner = row.owner_company_id ? { companyId: row.owner_company_id } : { accountId: inviterId };
  return { owner, inviterId };
}

/**
 * Opens an invitation again that its person had ignored, or who answers for the company that it asks; any other stays
 * unchanged.
 */
export async function reopenIgnored(
  work: Pick<Work<unknown>, 'db' | 'rows' | 'now' | 'audit' | 'enqueue'>,
  id: string,
  sharer: Sharer,
): Promise<void> {
  const { accountId } = sharer;
  await lockPeople(work, { accountIds: [accountId] });
  const reopened = await work.db
    .updateTable('connection as c')
    .set({ ignored_at: null, came_by_link: true, remind_at: null })
    .where('c.id', '=', id)
    .where(answeredBy(sharer))
    .where(stillIgnored(work.now))
    .returning('c.id')
    .executeTakeFirst();
  if (!reopened) return;
  await recordHistory(work, 'reopened', [id], accountId);
  await work.audit({
    action: networkAudit.invitationReopened,
    about: accountId,
    object: { type: 'connection', id },
  });
  await refreshConnections(work, { connectionIds: [id] });
}
