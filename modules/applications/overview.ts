import { z } from 'zod';
import { operation, person, type Work, yesNo } from '#modules/platform/index.ts';
import { type ApplicationRow, getOwnApplication, listApplications } from './applications.ts';
import { meetsCriteria } from './packages.ts';
import { manualPackage, readManualPackage, readRejection, rejectedPackage } from './paper/state.ts';
import { Refusal } from './refusals.ts';
import { lockApplication, moveApplication } from './status-changes.ts';
import { moneyStates, statusLabel } from './statuses.ts';
import { documentFor } from './steps/consents.ts';
import { type ProfileAnswer, profileAnswer, readProfile } from './steps/details.ts';
import { openDraft } from './steps/drafts.ts';
import { type Progress, readProgress, stepFor } from './steps/progress.ts';
import { hasSavedSignature } from './steps/saved-signature.ts';
import { pageTypes, type Step, signatureChoices, stepKeys } from './steps/steps.ts';
import { readCorrection } from './submission/ssn-review.ts';

/** A person's applications: the lists, the steps, the status. */

export const applicationAnswer = z.object({
  id: z.uuid(),
  applicationid: z.uuid(),
  packageid: z.uuid(),
  package: z.string(),
  provider: z.string(),
  provider_support_phone: z.string(),
  provider_profile_number: z.string().nullable(),
  composite_status: z.string(),
  composite_status_code: z.string(),
  /** `held` while a bank reviews the payment, `returned` once all of it went back (D113). */
  payment: z.enum(moneyStates),
  /** Staff check the SSN before the background check continues. */
  under_review: yesNo,
  /** Staff sent the application back, and the person has not submitted it again. */
  correction_needed: yesNo,
  /** Staff did not accept the signed paper application, and the person has not yet chosen again how to sign. */
  package_rejected: yesNo,
  ordered: z.date(),
  submitted: z.date().nullable(),
  /** yyyy-MM-dd, for the score that resulted from this application. */
  expiration_dts: z.string().nullable(),
  icscore: z.string().nullable(),
  scorechangetype: z.string().nullable(),
  /** The number of the step in the address, under /user/application. */
  workflowstep: z.number().int().nullable(),
});
type ApplicationAnswer = z.output<typeof applicationAnswer>;

export function presentApplication(
  row: ApplicationRow,
  workflowstep: number | null = null,
): ApplicationAnswer {
  return {
    id: row.id,
    applicationid: row.id,
    packageid: row.package_id,
    package: row.package_descrip,
    provider: row.provider,
    provider_support_phone: row.provider_support_phone,
    provider_profile_number: row.profile_number,
    composite_status: statusLabel(row.status),
    composite_status_code: row.status,
    payment: row.money,
    under_review: row.status === 'submitted' && row.order_state === 'held',
    correction_needed: isSentBack(row),
    package_rejected: row.package_rejected,
    ordered: row.ordered_at,
    submitted: row.submitted_at,
    expiration_dts: row.expiration,
    icscore: row.score,
    scorechangetype: row.pending_type,
    workflowstep,
  };
}

/**
 * The order of a person from whom the agency wants new images is in the state `returned` too, but there the steps are
 * closed.
 */
function isSentBack({ status, order_state }: ApplicationRow): boolean {
  return (status === 'waituser' || status === 'waitmanual') && order_state === 'returned';
}

export const listMyApplications = operation({
  name: 'applications.list-applications',
  summary: "The caller's background checks, newest first, with status and score.",
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({ applications: z.array(applicationAnswer) }),
  async run(work) {
    const rows = await listApplications(work, work.caller.accountId);
    return { applications: rows.map((row) => presentApplication(row)) };
  },
});

/** Begins the steps of a paid application; a second call changes nothing. */
export const startApplication = operation({
  name: 'applications.start-application',
  summary: 'Starts the application of a paid package and returns its first open step.',
  access: person,
  kind: 'write',
  input: z.object({ applicationid: z.uuid(), packageid: z.uuid().optional() }),
  output: z.object({ application: applicationAnswer, workflowstep: z.number().int() }),
  async run(work, { applicationid, packageid }) {
    const row = await getOwnApplication(work, work.caller.accountId, applicationid);
    if (packageid && row.package_id !== packageid)
      throw new Refusal('not-found', { detail: 'other package' });
    const application = await lockApplication(work, row.id);
    if (application.status === 'paid') await moveApplication(work, application, 'waituser', 'steps begun');
    const { application: now, current } = await readProgress(work, work.caller.accountId, row.id);
    return { application: presentApplication(now, current), workflowstep: current };
  },
});

const stepAnswer = z.object({
  esign_step_number: z.number().int(),
  step_key: z.enum(stepKeys),
  page_type: z.enum(pageTypes),
  title: z.string(),
  completed: yesNo,
});

export const getApplicationSteps = operation({
  name: 'applications.get-application-steps',
  summary: 'The steps of an application, the one to show, and what it asks for.',
  access: person,
  kind: 'read',
  input: z.object({
    applicationid: z.uuid().optional(),
    /** The step in the page's address. The answer may be about another step (`stepFor`). */
    workflowstep: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: z.object({
    application: applicationAnswer,
    /** The status code, or `pending` until the agency has the order. */
    applicationstatus: z.string(),
    workflowstep: z.number().int(),
    steps: z.array(stepAnswer),
    consent: z
      .object({
        consent_form_id: z.uuid(),
        consent_title: z.string(),
        consent_body: z.string(),
        version: z.number().int(),
        in_force_from: z.date(),
        requires_acknowledgement: yesNo,
        acknowledgement_text: z.string().nullable(),
        requires_signature: yesNo,
        has_saved_signature: yesNo,
        /** When the caller agreed to this version; null if they have not. */
        signed_dts: z.date().nullable(),
      })
      .nullable(),
    jurisdiction_list: z.array(z.object({ abbr: z.string(), description: z.string(), selected: yesNo })),
    no_jurisdictions: yesNo,
    /** How the person signs; null until they choose. */
    signature_choice: z.enum(signatureChoices).nullable(),
    submitted_manual_package: yesNo,
    /** Only while a paper package is awaited or reviewed. */
    manual_package: manualPackage.nullable(),
    /** Null if the package does not ask this applicant to prove their identity. */
    identity: z.enum(['open', 'verified', 'copy']).nullable(),
    /** Only until the person has chosen again how to sign. */
    rejected_package: rejectedPackage.nullable(),
    /** Null except in the steps that ask for details. */
    profile: profileAnswer.nullable(),
    /** Places that the applicant named but that the bought package does not search; only before the submission. */
    uncovered_states: z.array(z.string()),
    /** What was typed into this step before the person left it; null if nothing was. */
    draft: z.record(z.string(), z.unknown()).nullable(),
    /** What staff ask the person to correct; null if they sent nothing back. */
    correction: z.string().nullable(),
    /** When a step, a signature or a draft was last saved; null before. */
    saved_dts: z.date().nullable(),
  }),
  async run(work, { applicationid, workflowstep }) {
    const { accountId } = work.caller;
    const progress = await readProgress(work, accountId, applicationid);
    const { application } = progress;
    const step = stepFor(progress, workflowstep ?? null);
    const profile =
      step.pageType === 'collect_details' ? await readProfile(work, accountId, progress.done) : null;
    const awaited =
      step.pageType === 'manual_signature_review' ? await readManualPackage(work, application.id) : null;
    return {
      application: presentApplication(application, progress.current),
      signature_choice: progress.choice,
      submitted_manual_package: awaited?.submitted_manual_package_dts != null,
      manual_package: awaited,
      identity: progress.identity,
      rejected_package:
        progress.open && progress.choice === null
          ? await readRejection(work, { applicationId: application.id, accountId })
          : null,
      applicationstatus: statusOrPending(application),
      workflowstep: step.position,
      steps: progress.steps.map((each) => ({
        esign_step_number: each.position,
        step_key: each.key,
        page_type: each.pageType,
        title: each.title,
        completed: progress.done.has(each.key) || (!progress.open && each.position <= progress.current),
      })),
      consent: presentConsent(
        progress,
        step,
        step.pageType === 'consent' && (await hasSavedSignature(work, accountId)),
      ),
      jurisdiction_list: [...progress.jurisdictions],
      no_jurisdictions: progress.noJurisdictions,
      profile,
      uncovered_states: step.key === 'submit' && profile ? uncoveredStates(progress, profile) : [],
      draft: progress.open ? openDraft(work, application.id, step.key, progress.drafts[step.key]) : null,
      correction: isSentBack(application) ? await readCorrection(work, application.id) : null,
      saved_dts: progress.savedAt,
    };
  },
});

/**
 * The states, such as New York, among the applicant's addresses and jurisdictions for which the application's package
 * is not made.
 */
function uncoveredStates({ exclusionCriteria, jurisdictions }: Progress, profile: ProfileAnswer): string[] {
  const named = new Set([
    profile.state,
    ...profile.previous_addresses.map(({ state }) => state),
    ...jurisdictions.filter(({ selected }) => selected).map(({ abbr }) => abbr),
  ]);
  return [...named].filter((state) => meetsCriteria(exclusionCriteria, state));
}

function presentConsent({ consents, signed }: Progress, step: Step, hasSaved: boolean) {
  const document = documentFor(consents, step);
  if (!document) return null;
  return {
    consent_form_id: document.id,
    consent_title: document.title,
    consent_body: document.body,
    version: document.version,
    in_force_from: document.in_force_from,
    requires_acknowledgement: document.acknowledgement_text !== null,
    acknowledgement_text: document.acknowledgement_text,
    requires_signature: document.requires_signature,
    has_saved_signature: hasSaved,
    signed_dts: signed.get(document.id) ?? null,
  };
}

export const getApplicationStatus = operation({
  name: 'applications.get-application-status',
  summary: 'The status of an application; `pending` until the agency has received it.',
  access: person,
  kind: 'read',
  input: z.object({ applicationid: z.uuid().optional() }),
  output: z.object({
    applicationid: z.uuid(),
    applicationstatus: z.string(),
    composite_status: z.string(),
    composite_status_code: z.string(),
    nextstep: z.number().int().nullable(),
  }),
  run: readStatus,
});

/** Pages ask this before they go to the next step (doc2 §7). */
export const confirmApplicationStatus = operation({
  name: 'applications.confirm-application-status',
  summary: 'The status of an application, and the step to continue with.',
  access: person,
  kind: 'read',
  input: z.object({ applicationid: z.uuid() }),
  output: getApplicationStatus.output,
  run: readStatus,
});

async function readStatus(
  work: Pick<Work<{ accountId: string }>, 'caller' | 'row' | 'now'>,
  { applicationid }: { applicationid?: string | undefined },
) {
  const { application, current } = await readProgress(work, work.caller.accountId, applicationid);
  return {
    applicationid: application.id,
    applicationstatus: statusOrPending(application),
    composite_status: statusLabel(application.status),
    composite_status_code: application.status,
    nextstep: current,
  };
}

/** The status code, or `pending` if the person has submitted it and the CRA does not have it yet (doc2 §2.9). */
function statusOrPending({ status, order_state }: ApplicationRow): string {
  return status === 'submitted' && order_state === 'queued' ? 'pending' : status;
}
