import { LockMode } from '@mikro-orm/postgresql';
import { getPerson, keepLegalName, setProfileLock } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { staffAlertRaised, staffAlertSettled, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { IdVerification } from '../entities/verification.ts';
import { sendApplicationAgain, sendApplicationText } from '../jobs.ts';
import { correctScoreNames } from '../score/legal-names.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import { orderAgain } from '../submission/submitting.ts';
import { noteVerified } from './current.ts';
import { legalNames, nameOnDocument } from './names.ts';
import type { VerificationResult } from './port.ts';
import type { ReviewReason } from './review-reasons.ts';
import { mayBecome, openVerifications, type VerificationStatus } from './statuses.ts';

/** Every change of a verification's status is made here. */

/** How long the images are kept after the decision (D43). */
export const IMAGES_KEPT = 90 * DAY;

/** The verification, locked until the transaction ends. */
export function lockVerification(work: Work<unknown>, id: string): Promise<IdVerification | null> {
  return work.em.findOne(IdVerification, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/**
 * Changes the status of a locked verification. A change that is not allowed from its status, or that changes nothing,
 * is not made.
 * @param reason why staff have to look at it, if it goes to review
 */
export async function moveVerification(
  work: Work<unknown>,
  verification: IdVerification,
  to: Exclude<VerificationStatus, 'approved'>,
  reason: ReviewReason = 'review',
): Promise<boolean> {
  if (!mayBecome(verification.status, to)) return false;
  const from = verification.status;
  await change(work, verification, to);
  if (to === 'review') {
    await work.publish(staffAlertRaised, {
      alertType: 'idverification',
      eventId: verification.id,
      accountId: verification.accountId,
      applicationId: verification.applicationId,
      reason,
    });
  }
  if (from === 'review') await settle(work, verification);
  if (to === 'rejected' || to === 'clearidaction') {
    await work.enqueue(sendApplicationAgain, {
      applicationId: verification.applicationId,
      reason: to === 'rejected' ? 'id-rejected' : 'id-unreadable',
    });
    await work.enqueue(sendApplicationText, { applicationId: verification.applicationId, kind: 'action' });
  }
  return true;
}

/**
 * Approves a locked verification. It becomes the one that counts; name and date of birth are locked; the name on the
 * document becomes the person's legal name and that of their active score (D98); and an application that the agency
 * returned because of its images is sent to the agency again (D41).
 * @param until yyyy-MM-dd, the last day on which it counts
 * @param result what was read from the document
 */
export async function approveVerification(
  work: Work<unknown>,
  verification: IdVerification,
  until: string,
  result: VerificationResult | null,
): Promise<void> {
  if (!mayBecome(verification.status, 'approved')) return;
  const from = verification.status;
  await work.db
    .updateTable('id_verification')
    .set({ active_verification: false })
    .where('account_id', '=', verification.accountId)
    .execute();
  verification.verifiedUntil = until;
  verification.activeVerification = true;
  await change(work, verification, 'approved');
  await work.em.flush();
  if (from === 'review') await settle(work, verification);
  await setProfileLock(work, verification.accountId, true);
  await keepNames(work, verification, result);
  await noteVerified(work, verification.accountId);
  const application = await lockApplication(work, verification.applicationId);
  if (application.status !== 'clearidaction' || verification.startedAt < application.statusAt) return;
  await moveApplication(work, application, 'submitted', 'the ID images were taken again');
  await orderAgain(work, application);
}

async function keepNames(
  work: Work<unknown>,
  { accountId }: IdVerification,
  result: VerificationResult | null,
): Promise<void> {
  const read = result && nameOnDocument(result);
  if (!read) return;
  const person = await getPerson(work, accountId);
  await keepLegalName(work, accountId, legalNames(person, read), 'id-verification');
  await correctScoreNames(work, accountId);
}

async function change(
  work: Work<unknown>,
  verification: IdVerification,
  to: VerificationStatus,
): Promise<void> {
  const from = verification.status;
  verification.status = to;
  verification.statusAt = work.now;
  if (!openVerifications.includes(to)) {
    verification.decidedAt = work.now;
    verification.hostedUrl = null;
    verification.imagesUntil = new Date(work.now.getTime() + IMAGES_KEPT);
  }
  await work.audit({
    action: applicationsAudit.verificationMoved,
    about: verification.accountId,
    object: { type: 'id_verification', id: verification.id },
    detail: { from, to },
  });
}

function settle(work: Work<unknown>, verification: IdVerification): Promise<void> {
  return work.publish(staffAlertSettled, { alertType: 'idverification', eventId: verification.id });
}

/**
 * Until when an approval counts if the document has no date.
 * @returns yyyy-MM-dd
 */
export function defaultUntil(now: Date): string {
  return new Date(now.getTime() + 365 * DAY).toISOString().slice(0, 10);
}
