import type { Outbox } from '#test/browser/outbox.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newApplicant, submit } from './applicants.ts';

/**
 * A person who left a result unanswered for 31 days, although they were reminded three times.
 * @returns the path of the decision in the console, under /admin/user/
 */
export async function newSilentApplicant(portal: VisitedPortal, outbox: Outbox): Promise<string> {
  const applicant = await newApplicant(portal);
  await submit(applicant, '900-00-0003');
  await outbox.wait(applicant.emailaddress, /is ready for your review/);
  const { rows } = await portal.pool.query<{ id: string }>(
    `update score_change set created_at = created_at - interval '31 days', ready_reminders = 3
      where account_id = $1 returning id`,
    [applicant.accountId],
  );
  return `${applicant.accountId}/score/${rows[0]?.id}`;
}
