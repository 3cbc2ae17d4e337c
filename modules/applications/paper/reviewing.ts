import { z } from 'zod';
import {
  type Caller,
  openForPeople,
  operation,
  schemaOf,
  sealForPerson,
  staff,
  temporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { type IdentityProof, packageWays } from '../entities/manual-package.ts';
import { packageDecisionFields } from '../fields.ts';
import { sendPaperDecided } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import { readProgress } from '../steps/progress.ts';
import { handOver, readSubmittedDetails } from '../submission/submitting.ts';
import { boxesOf } from './form.ts';
import { closePackage, getOpenPackage, openNewestPackage } from './packages.ts';

/** The review of a paper package by staff (doc3 §3, 'Application detail'). */

/** Binds the words of a decision to their package. */
export const reasonAad = (packageId: string) => `manual_package.reason:${packageId}`;

const person = { firstname: z.string(), middlename: z.string(), lastname: z.string() };
const address = {
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalcode: z.string(),
};

export const applicationDetail = z.object({
  applicationid: z.uuid(),
  userid: z.uuid(),
  emailaddress: z.string(),
  ...person,
  suffix: z.string(),
  /** `***-**-1234`. */
  ssn: z.string().nullable(),
  dateofbirth: z.string().nullable(),
  ...address,
  previous_address_list: z.array(z.object(address)),
  alias_list: z.array(z.object(person)),
  composite_status_code: z.string(),
  cra_name: z.string(),
  started_dts: z.date(),
  manual_application_downloaded: z.date().nullable(),
  manual_application_uploaded: z.date().nullable(),
  manual_application_pdf_url: z.string().nullable(),
  received_by: z.enum(packageWays).nullable(),
  metadata: z.object({ signatures_detected: z.number(), filesize: z.number(), pages: z.number() }).nullable(),
  /** What each of the boxes to sign in is for, in order; `page` is that of the form. */
  signature_boxes: z.array(z.object({ title: z.string(), page: z.number() })),
  /** How the identity is proven; null if the check does not ask for it. Staff compare a `copy` before they approve. */
  identity: z.enum(['verified', 'copy']).nullable(),
  /** A decision must send this back, so that it is about the file that was seen. */
  seen: z.string(),
  outcome: z.string().nullable(),
});

export const readApplicationReview = operation({
  name: 'applications.read-review',
  summary: 'A paper application with its details, for review by staff.',
  access: staff,
  kind: 'read',
  input: z.object({ applicationid: z.uuid() }),
  output: applicationDetail,
  run: (work, { applicationid }) => readReview(work, applicationid),
});

async function readReview(work: Work<unknown>, id: string) {
  const row = await getApplication(work, id);
  const details = await readSubmittedDetails(work, id);
  const found = await work.db
    .selectFrom('manual_package')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst();
  if (!found || !details) throw new Refusal('not-found', { detail: `no paper package of ${id}` });
  const { emailaddress } = await work.db
    .selectFrom('account')
    .select('emailaddress')
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  const { file_bytes: filesize, file_pages: pages, signatures_detected } = found;
  return {
    applicationid: id,
    userid: row.account_id,
    emailaddress,
    firstname: details.firstname,
    middlename: details.middlename,
    lastname: details.lastname,
    suffix: details.namesuffix,
    ssn: details.ssn,
    dateofbirth: details.dateofbirth,
    address1: details.address1,
    address2: details.address2,
    city: details.city,
    state: details.state,
    postalcode: details.postalcode,
    previous_address_list: details.previous_addresses,
    alias_list: details.aliases,
    composite_status_code: row.status,
    cra_name: row.provider,
    started_dts: row.ordered_at,
    manual_application_downloaded: found.downloaded_at,
    manual_application_uploaded: found.received_at,
    manual_application_pdf_url: found.file_key && `/admin/application/${id}/package`,
    received_by: found.received_by,
    metadata:
      filesize === null
        ? null
        : { signatures_detected: signatures_detected ?? 0, filesize, pages: pages ?? 0 },
    signature_boxes: (await boxesOf(work, id)).map(({ title, page }) => ({ title, page })),
    identity: found.outcome === null ? await readIdentity(work, row) : found.identity_proof,
    seen: found.file_hash ?? '',
    outcome: found.outcome,
  };
}

/** What a package proves the identity with, as long as it is not decided. */
async function readIdentity(
  work: Pick<Work<unknown>, 'row' | 'now'>,
  application: { id: string; account_id: string },
): Promise<IdentityProof | null> {
  const { identity } = await readProgress(work, application.account_id, application.id);
  return identity === 'open' ? 'copy' : identity;
}

export const readPackageForStaff = operation({
  name: 'applications.read-package-for-staff',
  summary: 'The paper application that was received, as a PDF, for review by staff.',
  access: staff,
  kind: 'write',
  input: z.object({ applicationid: z.uuid() }),
  output: z.object({ pdf: temporaryFile }),
  async run(work, { applicationid }) {
    const row = await getApplication(work, applicationid);
    await work.audit({
      action: applicationsAudit.packageOpened,
      about: row.account_id,
      object: { type: 'application', id: applicationid },
    });
    return { pdf: await openNewestPackage(work, applicationid) };
  },
});

/**
 * Approves a package, which sends the application to the CRA, or rejects it, which returns the applicant to their
 * steps.
 * @throws Refusal not-found, applications.moved-on, applications.package-changed, applications.id-not-compared (D118),
 * invalid-input for a reason with an SSN
 */
async function decidePackage(
  work: Work<Caller>,
  {
    applicationid,
    approve,
    note,
    seen,
    compared,
  }: { applicationid: string; approve: boolean; note: string; seen: string; compared: boolean },
): Promise<void> {
  const application = await lockApplication(work, applicationid);
  const found = await getOpenPackage(work, application);
  if (!found.fileKey && approve)
    throw new Refusal('applications.moved-on', { detail: 'nothing was received' });
  if (seen && seen !== found.fileHash) throw new Refusal('applications.package-changed');
  if (approve) {
    const identity = await readIdentity(work, { id: application.id, account_id: application.accountId });
    if (identity === 'copy' && !compared)
      throw new Refusal('applications.id-not-compared', { field: 'id_compared' });
    found.identityProof = identity;
  }
  found.decidedByAccountId = work.caller.accountId;
  found.reasonSealed = await sealForPerson(
    work.db,
    work.portal.keys,
    application.accountId,
    note,
    reasonAad(found.id),
    work.now,
  );
  await closePackage(work, found, approve ? 'approved' : 'rejected');
  await work.audit({
    action: applicationsAudit.packageDecided,
    about: application.accountId,
    object: { type: 'application', id: applicationid },
    detail: { outcome: approve ? 'approved' : 'rejected' },
  });
  if (approve) {
    const { craid } = await getApplication(work, applicationid);
    await handOver(work, application, craid, 'paper package approved');
  } else {
    // The details stay as they were printed until they are frozen again.
    application.signatureChoice = null;
    await forgetIdCopy(work, applicationid);
    await moveApplication(work, application, 'waituser', 'paper package rejected');
  }
  await work.enqueue(sendPaperDecided, { packageId: found.id });
}

/** After a rejection, the person chooses again how to prove the identity. */
async function forgetIdCopy({ db }: Pick<Work<unknown>, 'db'>, applicationId: string): Promise<void> {
  await db
    .deleteFrom('application_step')
    .where('application_id', '=', applicationId)
    .where('step_key', '=', 'idverification')
    .execute();
}

export const packageReview = z.object({
  applicationid: z.uuid(),
  approve: z.enum(['YES', 'NO']).optional(),
  resolvenote: schemaOf(packageDecisionFields.resolvenote).optional(),
  seen: z.string().max(64).default(''),
  id_compared: schemaOf(packageDecisionFields.id_compared),
});

/**
 * Decides on a package if `approve` is given.
 * @returns the paper application with its details, after the decision
 * @throws Refusal as `decidePackage`, invalid-input for a decision without a reason
 */
export async function reviewPackage(
  work: Work<Caller>,
  { applicationid, approve, resolvenote, seen, id_compared: compared }: z.output<typeof packageReview>,
): Promise<z.output<typeof applicationDetail>> {
  if (approve) {
    if (!resolvenote) {
      const { missing } = packageDecisionFields.resolvenote;
      throw new Refusal('invalid-input', { issues: { resolvenote: [missing] } });
    }
    await decidePackage(work, {
      applicationid,
      approve: approve === 'YES',
      note: resolvenote,
      seen,
      compared,
    });
    await work.em.flush();
  }
  return readReview(work, applicationid);
}

/** The words of the decision about a package; null once the person is erased. */
export async function openReason(
  work: Pick<Work, 'db' | 'portal'>,
  { id, personId, sealed }: { id: string; personId: string; sealed: string },
): Promise<string | null> {
  const texts = await openForPeople(work.db, work.portal.keys, [
    { id, personId, sealed, aad: reasonAad(id) },
  ]);
  return texts.get(id) ?? null;
}
