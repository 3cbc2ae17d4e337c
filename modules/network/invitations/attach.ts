import { sql, type Work } from '#modules/platform/index.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { acceptAutomatically } from './answer.ts';
import { bindCouponsOf, lapseCouponsOf } from './coupon.ts';

/**
 * Gives a person the invitations that have no account yet and are theirs: those sent to their verified address, or the
 * one whose address or link they proved. If the network already has a row for the person that has not expired, the
 * invitation is canceled instead.
 */
export async function attachInvitations(
  work: Work<unknown>,
  accountId: string,
  which: { email: string } | { connectionId: string },
): Promise<void> {
  await lockPeople(work, { accountIds: [accountId] });
  const waiting =
    'email' in which ? sql`c.to_email = ${which.email}::citext` : sql`c.id = ${which.connectionId}`;
  const open = sql<boolean>`(c.account_id is null and ${waiting} and c.cancelled_at is null)`;
  // One that expired without an answer gives way to the one that can be answered.
  const lapsed = await work.db
    .updateTable('connection as old')
    .set({ cancelled_at: work.now })
    .where('old.account_id', '=', accountId)
    .where('old.accepted_at', 'is', null)
    .where('old.ignored_at', 'is', null)
    .where('old.cancelled_at', 'is', null)
    .where('old.invite_expires_at', '<=', work.now)
    .where(
      sql<boolean>`exists (select 1 from connection c where ${open} and c.owner_id = old.owner_id
        and c.connection_type = old.connection_type and c.invite_expires_at > ${work.now}::timestamptz)`,
    )
    .returning('old.id')
    .execute();
  const doubled = await work.db
    .updateTable('connection as c')
    .set({ cancelled_at: work.now })
    .where(open)
    .where(
      sql<boolean>`(c.owner_account_id = ${accountId} or exists (
        select 1 from connection other where other.owner_id = c.owner_id and other.account_id = ${accountId}
          and other.connection_type = c.connection_type and other.cancelled_at is null and other.removed_at is null))`,
    )
    .returning('c.id')
    .execute();
  const doubledIds = [...lapsed, ...doubled].map((row) => row.id);
  await lapseCouponsOf(work, doubledIds);
  await recordHistory(work, 'cancelled', doubledIds, null);
  const attached = await work.db
    .updateTable('connection as c')
    .set({
      account_id: accountId,
      ...('connectionId' in which ? { came_by_link: true, opened_at: work.now } : {}),
    })
    .where(open)
    .returning('c.id')
    .execute();
  const ids = attached.map((row) => row.id);
  await bindCouponsOf(work, ids, accountId);
  await recordHistory(work, 'attached', ids, accountId);
  await acceptAutomatically(work, { connectionIds: ids });
  await refreshConnections(work, { connectionIds: ids });
}
