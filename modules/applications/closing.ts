import { writeFacts } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { applicationsAudit } from './audit.ts';
import { scoreExpired } from './events.ts';
import { closePackage, findOpenPackage } from './paper/packages.ts';
import { lockApplication, moveApplication } from './status-changes.ts';
import { mayMove, stepsOpen } from './statuses.ts';

/** What happens to a check whose money was returned (D33). */

/**
 * Closes an application that was not sent to the CRA: as refunded if its steps were not begun, otherwise as canceled
 * (D41). Any other application stays as it is.
 * @param reason for the history: what happened, never personal data
 * @returns whether it was closed
 */
export async function cancelApplication(
  work: Work<unknown>,
  applicationId: string,
  reason: string,
): Promise<boolean> {
  const application = await lockApplication(work, applicationId);
  if (!stepsOpen.includes(application.status)) return false;
  const to = (['refunded', 'cancelled'] as const).find((status) => mayMove(application.status, status));
  if (!to) return false;
  const awaited = await findOpenPackage(work, application);
  if (awaited) await closePackage(work, awaited, 'canceled');
  await moveApplication(work, application, to, reason);
  return true;
}

/** Makes the active score of a check expire today, permanently. One that has already expired stays as it is. */
export async function expireScore(
  work: Work<unknown>,
  { accountId, applicationId }: { accountId: string; applicationId: string },
): Promise<void> {
  const today = work.now.toISOString().slice(0, 10);
  const expired = await work.db
    .updateTable('shield_score')
    .set({ expiration: today, previous_expiration: null })
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('expiration', '>', today), where('previous_expiration', '>', today)]))
    .returning('expiration')
    .executeTakeFirst();
  if (!expired) return;
  await writeFacts(work, accountId, { certification_expiration: expired.expiration });
  await work.audit({
    action: applicationsAudit.scoreExpired,
    about: accountId,
    object: { type: 'application', id: applicationId },
  });
  await work.publish(scoreExpired, { accountId });
}
