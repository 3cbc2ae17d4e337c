import { sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';

/**
 * Invitations that the invited person has opened: only from then on does their owner see how far the check is (D106).
 */

/** Marks an invitation as opened. The caller has proven that it is the person's. */
export async function markOpened(
  work: Pick<Work, 'db' | 'rows' | 'now' | 'audit' | 'enqueue'>,
  id: string,
): Promise<void> {
  await lockPeople(work, { connectionIds: [id] });
  const opened = await work.db
    .updateTable('connection')
    .set({ opened_at: work.now })
    .where('id', '=', id)
    .where((row) => row.or([row('account_id', 'is not', null), row('sharing_company_id', 'is not', null)]))
    .where('opened_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  if (!opened) return;
  await work.audit({
    action: networkAudit.invitationOpened,
    ...(opened.account_id ? { about: opened.account_id } : {}),
    object: { type: 'connection', id },
  });
  await refreshConnections(work, { connectionIds: [id] });
}

/**
 * After a purchase was paid for with the coupon of an invitation, at the company's expense: marks the invitation as
 * opened.
 */
export async function openByCoupon(work: Work, { purchaseId }: { purchaseId: string }): Promise<void> {
  const bought = await work.db
    .selectFrom('connection as c')
    .select('c.id')
    .where(sql<boolean>`c.coupon_id = (select coupon_id from purchase where id = ${purchaseId})`)
    .execute();
  for (const { id } of bought) await markOpened(work, id);
}
