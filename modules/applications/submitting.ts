import { findAccountsWithSameSsn, getSsnForScreening } from '#modules/identity/index.ts';
import { newId, sql, type Work } from '#modules/platform/index.ts';
import { isNeverIssued, type ProfileAnswer, readProfile } from './details.ts';
import { type Application, CraOrder } from './entities/application.ts';
import { ssnReviewNeeded } from './events.ts';
import { fileApplication, sendApplicationSubmitted, submitOrder } from './jobs.ts';
import { moveApplication } from './moving.ts';
import type { Progress } from './progress.ts';
import { Refusal } from './refusals.ts';

/** The submitted details for the CRA and the application's file. The SSN is read from its column when sent. */
export interface SubmittedDetails extends ProfileAnswer {
  jurisdictions: string[];
}

const place = (applicationId: string) => `application.submitted_details:${applicationId}`;

/**
 * Submits a finished application: freezes its details and creates one order for the CRA. If another account has the same
 * SSN, the order is held for staff (D49).
 * @param application locked
 * @throws Refusal applications.not-complete while a step before the submission is open
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
  const profile = await readProfile(work, application.accountId, progress.done);
  const details: SubmittedDetails = {
    ...profile,
    jurisdictions: await listChosenJurisdictions(work, application.id),
  };
  application.submittedDetails = work.portal.keys.encrypt(JSON.stringify(details), place(application.id));
  application.submittedAt = work.now;
  await moveApplication(work, application, 'submitted', 'submitted by the person');
  await orderCheck(work, application, progress.application.craid);
  await work.enqueue(fileApplication, { applicationId: application.id });
  await work.enqueue(sendApplicationSubmitted, { applicationId: application.id });
}

/** The descriptions of the chosen jurisdictions. */
async function listChosenJurisdictions(work: Pick<Work, 'rows'>, applicationId: string): Promise<string[]> {
  const rows = await work.rows(sql<{ description: string }>`
    select jurisdiction.description from application_jurisdiction chosen join jurisdiction using (abbr)
    where chosen.application_id = ${applicationId} order by jurisdiction.position`);
  return rows.map((row) => row.description);
}

/** Creates one order. Its idempotency key is the application's id, for later orders with a number. */
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
  await work.em.flush();
  if (!held) return work.enqueue(submitOrder, { orderId: order.id }, { key: `cra-order:${order.id}` });
  await work.publish(ssnReviewNeeded, {
    accountId: application.accountId,
    applicationId: application.id,
    reason: 'same-ssn',
  });
}

/** Never-issued numbers belong to nobody, so the sandbox's SSNs (D40) may be on several accounts. */
async function isSsnOnAnotherAccount(work: Work<unknown>, accountId: string): Promise<boolean> {
  const others = await findAccountsWithSameSsn(work, accountId);
  if (others.length === 0) return false;
  return (
    work.portal.config.cra.kind !== 'sandbox' || !isNeverIssued(await getSsnForScreening(work, accountId))
  );
}

/** The frozen details of a submitted application, or null before it was submitted. */
export async function readSubmittedDetails(
  work: Pick<Work, 'row' | 'portal'>,
  applicationId: string,
): Promise<SubmittedDetails | null> {
  const row = await work.row(sql<{ submitted_details: string | null }>`
    select submitted_details from application where id = ${applicationId}`);
  if (!row?.submitted_details) return null;
  return JSON.parse(
    work.portal.keys.decrypt(row.submitted_details, place(applicationId)),
  ) as SubmittedDetails;
}
