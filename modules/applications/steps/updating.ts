import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { inputOf, operation, person, type Work, writeWithoutWaiting } from '#modules/platform/index.ts';
import type { Application } from '../entities/application.ts';
import { jurisdictionsFields } from '../fields.ts';
import { addressForm, consentForm, nameForm } from '../forms.ts';
import { awaitPackage, switchToDigital } from '../paper/packages.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import { submitApplication } from '../submission/submitting.ts';
import { signConsent } from './consents.ts';
import { saveAddress, saveJurisdictions, saveName } from './details.ts';
import { draftSchema, forgetDraft, saveDraft } from './drafts.ts';
import { findOwn, openStep, type Progress, readProgress } from './progress.ts';
import { type Step, type StepKey, signatureChoices, stepOfDocument } from './steps.ts';

const jurisdictions = inputOf(jurisdictionsFields);
/** Required, even if empty, because this step is recognized by its list. */
const jurisdictionDetails = jurisdictions.extend({
  selected_jurisdictions: jurisdictions.shape.selected_jurisdictions.unwrap(),
});
const profileDetails = z.object({ profiledetails: z.union([nameForm.schema, addressForm.schema]) });
const choice = z.object({ signature_choice: z.enum(signatureChoices) });
/** The ID of a person who signs on paper: a copy in the package, instead of the verification in the portal (D118). */
const idCopy = z.object({ id_copy: z.literal(['YES', true]) });
const submission = z.object({ submit_application: z.literal(['YES', true]) });

export const updateApplicationDetails = operation({
  name: 'applications.update-application-details',
  summary:
    'Saves one step of an application: a consent, the jurisdictions, name or address details, a draft of these, or the submission.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({
    applicationid: z.uuid().optional(),
    details: z
      .union([
        consentForm.schema,
        jurisdictionDetails,
        profileDetails,
        choice,
        idCopy,
        submission,
        draftSchema,
      ])
      .optional(),
    /** Instead of the details: the person signs on paper (D81). */
    esign_decline: z.literal(['YES', true]).optional(),
  }),
  output: z.object({
    applicationid: z.uuid(),
    applicationstatus: z.string(),
    workflowstep: z.number().int(),
  }),
  async run(work, { applicationid, details: given, esign_decline }) {
    const details = given ?? (esign_decline ? { signature_choice: 'paper' as const } : null);
    if (!details) throw new Refusal('invalid-input', { field: 'details', detail: 'nothing to save' });
    const { accountId } = work.caller;
    const application = await lockApplication(work, await findOwn(work, accountId, applicationid));
    const progress = await readProgress(work, accountId, application.id);
    if ('signature_choice' in details && application.status === 'waitmanual') {
      // Choosing paper again changes nothing.
      if (details.signature_choice === 'digital') await backToDigital(work, application);
      return answerOf(work, application);
    }
    const step = openStep(progress, belongsTo(details, await findDocumentStep(work, progress, details)));
    if (application.status === 'paid') await moveApplication(work, application, 'waituser', 'steps begun');
    await takeDetails(work, application, progress, step, details);
    // The steps are read again with SQL, which has to see what was just saved.
    await work.em.flush();
    const taken = await readProgress(work, accountId, application.id);
    const next = taken.steps.find(({ position }) => position === taken.current);
    if (application.status === 'waituser' && next?.key === 'manual') await awaitPackage(work, application);
    return answerOf(work, application);
  },
});

async function answerOf(work: Work<unknown>, application: Application) {
  await work.em.flush();
  const { current } = await readProgress(work, application.accountId, application.id);
  return {
    applicationid: application.id,
    applicationstatus: application.status,
    workflowstep: current,
  };
}

async function backToDigital(work: Work<unknown>, application: Application): Promise<void> {
  await switchToDigital(work, application);
  application.signatureChoice = 'digital';
}

type Details = NonNullable<z.output<typeof updateApplicationDetails.input>['details']>;

/** The step that the input belongs to. */
function belongsTo(details: Details, documentStep: StepKey | null): (step: Step) => boolean {
  if ('signature_choice' in details) return (step) => step.pageType === 'digital_signature_choice';
  return (step) => step.key === (documentStep ?? stepKeyOf(details));
}

function stepKeyOf(details: Details): StepKey | null {
  if ('selected_jurisdictions' in details) return 'jurisdictions';
  if ('submit_application' in details) return 'submit';
  if ('id_copy' in details) return 'idverification';
  if ('draft' in details) return details.draft.step;
  return 'profiledetails' in details && 'address1' in details.profiledetails ? 'address' : 'name';
}

/**
 * @throws Refusal applications.consent-version for a version other than the application's (D89), not-found for a
 * document of another provider
 */
async function findDocumentStep(work: Work, progress: Progress, details: Details): Promise<StepKey | null> {
  if (!('step_consent_id' in details)) return null;
  const current = progress.consents.find((document) => document.id === details.step_consent_id);
  const step = current && stepOfDocument(current);
  if (step) return step;
  const other = await work.db
    .selectFrom('consent_document')
    .select('id')
    .where('id', '=', details.step_consent_id)
    .where('craid', '=', progress.application.craid)
    .executeTakeFirst();
  throw other
    ? new Refusal('applications.consent-version')
    : new Refusal('not-found', { detail: 'consent document' });
}

async function takeDetails(
  work: Work<unknown>,
  application: Application,
  progress: Progress,
  step: Step,
  details: Details,
): Promise<void> {
  if ('step_consent_id' in details) {
    const document = progress.consents.find((row) => row.id === details.step_consent_id);
    if (!document) throw new Refusal('applications.consent-version');
    if (step.pageType === 'digital_signature_choice') application.signatureChoice = 'digital';
    return signConsent(work, application.id, document, details, await getPerson(work, application.accountId));
  }
  if ('signature_choice' in details) {
    application.signatureChoice = details.signature_choice;
    return;
  }
  if ('submit_application' in details) return submitApplication(work, application, progress);
  if ('id_copy' in details) {
    if (progress.choice !== 'paper') throw new Refusal('not-found', { detail: 'no paper package' });
    return finishStep(work, application.id, step.key);
  }
  if ('draft' in details) return saveDraft(work, application.id, details.draft);
  if ('selected_jurisdictions' in details) {
    await saveJurisdictions(work, application.id, details);
    application.noJurisdictions = details.none;
  } else if ('address1' in details.profiledetails) {
    await saveAddress(work, application.accountId, details.profiledetails);
  } else {
    await saveName(work, application.accountId, details.profiledetails);
  }
  await finishStep(work, application.id, step.key);
}

async function finishStep(work: Work<unknown>, applicationId: string, key: StepKey): Promise<void> {
  await forgetDraft(work, applicationId, key);
  await writeWithoutWaiting(
    work.db,
    work.db
      .insertInto('application_step')
      .values({ application_id: applicationId, step_key: key, completed_at: work.now })
      .onConflict((conflict) =>
        conflict.columns(['application_id', 'step_key']).doUpdateSet({ completed_at: work.now }),
      ),
  );
}
