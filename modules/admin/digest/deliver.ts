import type { Portal } from '#modules/platform/index.ts';
import { selectAdmins } from '../approvals/admins.ts';
import { staffDigestMail } from '../mails.ts';
import { findWaitingWork } from './waiting.ts';

/**
 * Sends the morning mail with what waits now. Sends nothing if nothing does any more, if it was turned off meanwhile, or
 * to somebody who is no admin any more.
 * @param day part of the Message-ID, so that a mailbox drops the second copy if a worker ends between sending and
 * finishing the job
 */
export async function deliverStaffDigest(
  portal: Portal,
  { accountId, day }: { accountId: string; day: string },
): Promise<void> {
  const waiting = await portal.work('admin.read-staff-digest', async (work) => {
    const wants = await selectAdmins(work)
      .select('id')
      .where('id', '=', accountId)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('staff_digest')
              .select('account_id')
              .where('account_id', '=', accountId)
              .where('wanted', '=', false),
          ),
        ),
      )
      .executeTakeFirst();
    return wants ? findWaitingWork(work, accountId) : null;
  });
  if (!waiting) return;
  const messageId = `staff-digest-${accountId}-${day}`;
  await portal.mailTo({ accountId }, { host: null, messageId }, staffDigestMail(waiting));
}
