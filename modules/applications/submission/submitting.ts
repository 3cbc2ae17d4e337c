import { findAccountsWithSameSsn, getSsnForScreening } from '#modules/identity/index.ts';
import { newId, sealedColumn, staffAlertRaised, type Work } from '#modules/platform/index.ts';
import { type Application, CraOrder } from '../entities/application.ts';
import { fileApplication, sendApplicationSubmitted, sendApplicationText, submitOrder } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { moveApplication } from '../status-changes.ts';
import { isNeverIssued, type ProfileAnswer, readProfile, requireAge } from '../steps/details.ts';
import type { Progress } from '../steps/progress.ts';
import type { StepKey } from '../steps/steps.ts';

/**
 * The details that were submitted, in the form in which the CRA and the application's file get them, with the SSN
 * masked; the whole SSN is read from the account when the order is sent.
 */
export interface SubmittedDetails extends Omit<ProfileAnswer, 'legal_name'> {
  jurisdictions: string[];
}

const sealedAt = sealedColumn({ table: 'application', column: 'submitted_details' });

/** If the details are frozen, the address step has been answered. */
const allDone = new Set<StepKey>(['address']);

/**
 * Submits a finished application: its details are frozen, and one order is queued for the CRA. If another account has
 * the same SSN, the order waits for staff instead (D49).
 * @param application locked
 * @throws Refusal applications.not-complete if a step before the submission is unfinished, applications.too-young
 * (D111)
 */
export async function submitApplication(
  work: Work<unknown>,
  application: Application,
  progress: Progress,
): Promise<void> {
  const missing = progress.steps.find(
    (step) => step.key !== 'submit' && step.pageType !== 'review_inprogress' && !progress.done.has(step.key),
  );
  if (missing) throw new Refusal('applications.not-complete', { detail: missing.key });
  await freezeDetails(work, application);
  await handOver(work, application, progress.application.craid, 'submitted by the person');
}

/**
 * Stores the applicant's current details: they are what is signed, and what the CRA gets.
 * @param application locked
 * @throws Refusal applications.too-young (D111)
 */
export async function freezeDetails(work: Work<unknown>, application: Application): Promise<void> {
  const { legal_name: _proven, ...profile } = await readProfile(work, application.accountId, allDone);
  requireAge(profile.dateofbirth, work.now);
  const details: SubmittedDetails = {
    ...profile,
    jurisdictions: await listChosenJurisdictions(work, application.id),
  };
  application.submittedDetails = work.portal.keys.encrypt(JSON.stringify(details), sealedAt(application.id));
}

/**
 * Moves an application with frozen details to the CRA.
 * @param application locked
 * @param reason for the history
 */
export async function handOver(
  work: Work<unknown>,
  application: Application,
  craid: string,
  reason: string,
): Promise<void> {
  application.submittedAt = work.now;
  await moveApplication(work, application, 'submitted', reason);
  await orderCheck(work, application, craid);
  await work.enqueue(fileApplication, { applicationId: application.id });
  await work.enqueue(sendApplicationSubmitted, { applicationId: application.id });
  await work.enqueue(sendApplicationText, { applicationId: application.id, kind: 'submitted' });
}

/** The descriptions of what the person chose in the jurisdiction step. */
async function listChosenJurisdictions(work: Pick<Work, 'db'>, applicationId: string): Promise<string[]> {
  const rows = await work.db
    .selectFrom('application_jurisdiction as chosen')
    .innerJoin('jurisdiction', 'jurisdiction.abbr', 'chosen.abbr')
    .select('jurisdiction.description')
    .where('chosen.application_id', '=', applicationId)
    .orderBy('jurisdiction.position')
    .execute();
  return rows.map((row) => row.description);
}

/**
 * Sends a submitted application to its agency once more; the agency recognizes the order by its attempt.
 * @param application locked
 */
export async function orderAgain(work: Work<unknown>, application: Application): Promise<void> {
  const { craid } = await work.db
    .selectFrom('screening_package')
    .select('craid')
    .where('id', '=', application.packageId)
    .executeTakeFirstOrThrow();
  await orderCheck(work, application, craid);
}

/** Records one order. To the CRA, the first order has the application's id; a later one has that id and its attempt. */
async function orderCheck(work: Work<unknown>, application: Application, craid: string): Promise<void> {
  const attempt = 1 + (await work.em.count(CraOrder, { applicationId: application.id }));
  const held = await isSsnOnAnotherAccount(work, application.accountId);
  const order = work.em.create(CraOrder, {
    id: newId(),
    applicationId: application.id,
    craid,
    attempt,
    idempotencyKey: attempt === 1 ? application.id : `${application.id}:${attempt}`,
    state: held ? 'held' : 'queued',
    heldFor: held ? 'same-ssn' : null,
    createdAt: work.now,
  });
  if (!held) return work.enqueue(submitOrder, { orderId: order.id }, { key: `cra-order:${order.id}` });
  await work.publish(staffAlertRaised, {
    alertType: 'application_ssn_verification',
    eventId: order.id,
    accountId: application.accountId,
    applicationId: application.id,
    reason: 'same-ssn',
  });
}

/** The sandbox CRA works with SSNs that were never issued (D40), which any number of accounts may share. */
async function isSsnOnAnotherAccount(work: Work<unknown>, accountId: string): Promise<boolean> {
  const others = await findAccountsWithSameSsn(work, accountId);
  if (others.length === 0) return false;
  return (
    work.portal.config.cra.kind !== 'sandbox' || !isNeverIssued(await getSsnForScreening(work, accountId))
  );
}

/** The frozen details of a submitted application, or null before it was submitted. */
export async function readSubmittedDetails(
  work: Pick<Work, 'db' | 'portal'>,
  applicationId: string,
): Promise<SubmittedDetails | null> {
  const row = await work.db
    .selectFrom('application')
    .select('submitted_details')
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return row?.submitted_details ? openSubmittedDetails(work, applicationId, row.submitted_details) : null;
}

/** Decrypts the details of an application. @param sealed its column `submitted_details` */
export function openSubmittedDetails(
  work: Pick<Work, 'portal'>,
  applicationId: string,
  sealed: string,
): SubmittedDetails {
  return JSON.parse(work.portal.keys.decrypt(sealed, sealedAt(applicationId))) as SubmittedDetails;
}
