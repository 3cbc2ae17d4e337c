import { getPerson } from '#modules/identity/index.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import type { IdVerification } from '../entities/verification.ts';
import { approveVerification, defaultUntil, lockVerification, moveVerification } from './deciding.ts';
import { nameOnDocument, namesSomebodyElse } from './names.ts';
import { idVerifierPort, type VerificationResult } from './port.ts';
import { reviewReason } from './review-reasons.ts';
import { type ImageKeys, keepImages, sealText } from './sealing.ts';
import { openVerifications } from './statuses.ts';

/** The result of a run is read from the provider itself; a callback is never trusted. */

/**
 * Reads how far a run has got and acts on it. A second run of the job, or one for a decided verification, changes
 * nothing.
 * @throws VerifierFailed, so that the job is tried again
 */
export async function fetchVerification(portal: Portal, verificationId: string): Promise<void> {
  const row = await portal.db
    .selectFrom('id_verification')
    .select(['status', 'applicant_id', 'workflow_run_id', 'images_until'])
    .where('id', '=', verificationId)
    .executeTakeFirst();
  if (!row?.applicant_id) return;
  // Staff decide on verifications in review.
  if (!openVerifications.includes(row.status) || row.status === 'review') return;
  // It is open but has a date of deletion, so the person was erased.
  if (row.images_until) return;
  const run = { applicantId: row.applicant_id, workflowRunId: row.workflow_run_id ?? '' };
  const verifier = idVerifierPort.of(portal);
  const result = await verifier.read(run);
  const taken =
    result.status !== 'awaiting_input' && result.status !== 'processing' && result.status !== 'abandoned';
  const images = taken ? await keepImages(portal, verificationId, await verifier.images(run)) : null;
  await portal.work('applications.apply-verification', (work) => apply(work, verificationId, result, images));
}

async function apply(
  work: Work<unknown>,
  verificationId: string,
  result: VerificationResult,
  images: ImageKeys | null,
): Promise<void> {
  const verification = await lockVerification(work, verificationId);
  if (!verification || !openVerifications.includes(verification.status) || verification.status === 'review')
    return;
  if (verification.imagesUntil) {
    // The person was erased while the images were fetched; the next run of the nightly sweep deletes these.
    if (images) Object.assign(verification, images);
    return;
  }
  if (images) await keepResult(work, verification, result, images);
  if (result.status !== 'approved') {
    await moveVerification(work, verification, result.status, reviewReason(result));
    return;
  }
  const until = expirationOf(result) ?? defaultUntil(work.now);
  // An expired document proves nothing, and neither does somebody else's, whatever the provider's workflow says.
  const expired = until < work.now.toISOString().slice(0, 10);
  if (expired) await moveVerification(work, verification, 'review', 'id-expired');
  else if (await isSomebodyElses(work, verification, result)) {
    await moveVerification(work, verification, 'review', 'id-other-name');
  } else await approveVerification(work, verification, until, result);
}

async function isSomebodyElses(
  work: Work<unknown>,
  { accountId }: IdVerification,
  result: VerificationResult,
): Promise<boolean> {
  const read = nameOnDocument(result);
  return read !== null && namesSomebodyElse(await getPerson(work, accountId), read);
}

async function keepResult(
  work: Work<unknown>,
  verification: IdVerification,
  result: VerificationResult,
  images: ImageKeys,
): Promise<void> {
  verification.idDocument = result.id_document;
  verification.detectedExpiration = expirationOf(result) !== null;
  verification.detectedDob = birthOf(result) !== null;
  verification.resultSealed = await sealText(work, verification, 'result', JSON.stringify(result));
  Object.assign(verification, images);
}

/** yyyy-MM-dd as on the document, the front before the back; null if it could not be read. */
const expirationOf = ({ front, back }: VerificationResult): string | null =>
  front?.expire_date ?? back?.expire_date ?? null;

const birthOf = ({ front, back }: VerificationResult): string | null =>
  front?.date_of_birth ?? back?.date_of_birth ?? null;
