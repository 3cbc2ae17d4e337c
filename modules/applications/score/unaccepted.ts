import type { Work } from '#modules/platform/index.ts';
import { endWaiting } from '../closing.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import type { ApplicationStatus } from '../statuses.ts';

/** What becomes of a check whose waiting result is closed without the person's decision (D41). */
const closedAs: Partial<Record<ApplicationStatus, ApplicationStatus>> = {
  newrequiresapproval: 'cancelled',
  monitorrequiresapproval: 'done',
};

/**
 * Closes a result that the person has not accepted: no score comes of it. A check that is in any other status, for
 * example because an error was reported meanwhile, stays as it is.
 * @param reason for the history: what happened, never personal data
 */
export async function closeUnaccepted(
  work: Work<unknown>,
  applicationId: string,
  reason: string,
): Promise<void> {
  const application = await lockApplication(work, applicationId);
  const { status }: { status: ApplicationStatus } = application;
  const to = closedAs[status];
  if (!to) return;
  await endWaiting(work, application);
  await moveApplication(work, application, to, reason);
}
