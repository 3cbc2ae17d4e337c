import type { Work } from '#modules/platform/index.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { enqueueNews } from '../jobs.ts';

/**
 * Marks the open invitations to an address as bounced, after a mail server or provider said that it permanently takes
 * no mail (D50).
 */
export async function recordBounce(work: Work, { emailaddress }: { emailaddress: string }): Promise<void> {
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  await lockPeople(work, { accountIds: account ? [account.id] : [] });
  const bounced = await work.db
    .updateTable('connection')
    .set({ bounced_at: work.now })
    .where((row) =>
      row.or([row('to_email', '=', emailaddress), ...(account ? [row('account_id', '=', account.id)] : [])]),
    )
    .where('accepted_at', 'is', null)
    .where('ignored_at', 'is', null)
    .where('bounced_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute();
  const ids = bounced.map((row) => row.id);
  await recordHistory(work, 'bounced', ids, null);
  await enqueueNews(work, 'bounced', ids);
  await refreshConnections(work, { connectionIds: ids });
}
