import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import {
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from '@remix-run/react';
import {
  consentForm,
  firstNameForm,
  jurisdictionsForm,
  nameForm,
  textUpdatesForm,
} from '#modules/applications/forms.ts';
import {
  agreeToTexts,
  getApplicationSteps,
  getCheckProgress,
  getTextUpdates,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { Fields } from '#modules/platform/fields/field.ts';
import { buttonForm, type Form } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import { Banner, Flow, PageTitle, type Step, whenSaved } from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { intentField } from '../../intents.ts';
import { titledBy } from '../../title.ts';
import type { FlowHandle } from '../shell/flow.tsx';
import { useRoot } from '../shell/use-root.ts';
import { AddressStep } from './address-step.tsx';
import { draftPath, pathOf } from './addresses.ts';
import { asked } from './asked-step.ts';
import { ConsentStep } from './consent-step.tsx';
import { JurisdictionsStep } from './jurisdictions-step.tsx';
import { ManualStep, PackageRejected, PaperChosen, PaperInstead, PaperReady } from './manual-step.tsx';
import { minutesLeft, stepMinutes } from './minutes.ts';
import { NameStep } from './name-step.tsx';
import { performOnOpen } from './open-application.server.ts';
import { ReviewStep } from './review-step.tsx';
import { saveAddresses } from './save-address.server.ts';
import { isWithAgency } from './status-notice.ts';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';
import { isDrafted } from './step-values.ts';
import { SubmitStep } from './submit-step.tsx';

export const meta = titledBy<typeof loader>((page) => `${titleIn(page)} - ${wholeTitle}`);
export const handle: FlowHandle = { exit: exitWords, exitForm };

/** The label of the exit link. A submitted application has nothing to save. */
function exitWords(data: unknown): string {
  const page = data as Partial<StepData> | undefined;
  return page?.steps && page.steps.at(-1)?.esign_step_number === page.workflowstep ? 'Exit' : 'Save and exit';
}

/** The form that is saved when the person leaves. */
function exitForm(data: unknown, search: string): { form: string; action: string } | null {
  const page = data as Partial<StepData> | undefined;
  const step = page?.steps?.find((each) => each.esign_step_number === page.workflowstep);
  if (!step || !isDrafted(step.step_key)) return null;
  return { form: step.step_key, action: draftPath(step.esign_step_number, search, { to: 'exit' }) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { workflowstep, applicationid } = asked(args);
  const steps = await loadSteps(args);
  if (steps.workflowstep !== workflowstep) throw redirect(pathOf(steps.workflowstep, applicationid));
  const { page_type: pageType } = steps.steps[steps.workflowstep - 1] ?? {};
  if (pageType === 'idverification') {
    throw redirect(`/user/idverification?appid=${steps.application.applicationid}`);
  }
  // Null for the last step, which is polled, because the page is reloaded if its data differs.
  const last = steps.workflowstep === steps.steps.at(-1)?.esign_step_number;
  const now = last ? null : args.context.portal.clock.now();
  const caller = steps.consent ? await args.context.visit.caller() : null;
  const progress =
    last && isWithAgency(steps.application) ? await perform(args, getCheckProgress, steps.application) : null;
  const { step_key: key } = steps.steps[steps.workflowstep - 1] ?? {};
  const texts = key === 'submit' || key === 'review' ? await perform(args, getTextUpdates, {}) : null;
  return { ...steps, now, progress, texts, signer: caller ? `${caller.firstname} ${caller.lastname}` : '' };
}

async function loadSteps(args: LoaderFunctionArgs) {
  const { workflowstep, applicationid } = asked(args);
  return performOnOpen(args, getApplicationSteps, { workflowstep: workflowstep || undefined, applicationid });
}

/** Redirects after a step: to the next step, or to the open one if this step is closed or not yet open. */
function onward(args: ActionFunctionArgs) {
  const { applicationid } = asked(args);
  const openStep = async () => {
    const { workflowstep } = await perform(args, getApplicationSteps, { applicationid });
    return pathOf(workflowstep, applicationid);
  };
  return {
    operation: updateApplicationDetails,
    done: ({ workflowstep }: { workflowstep: number }) => redirect(pathOf(workflowstep, applicationid)),
    refused: { 'applications.moved-on': openStep, 'applications.not-complete': openStep },
  };
}

export const action = intents(stepIntents, {
  consent: (args) =>
    submit(args, {
      ...onward(args),
      form: consentForm,
      input: (details) => ({ applicationid: asked(args).applicationid, details }),
    }),
  jurisdictions: (args) =>
    submit(args, {
      ...onward(args),
      form: jurisdictionsForm,
      input: (details) => ({ applicationid: asked(args).applicationid, details }),
    }),
  name: async (args) => ((await hasSsn(args)) ? saveName(args, nameForm) : saveName(args, firstNameForm)),
  address: (args) => saveAddresses(args, onward(args)),
  paper: (args) => choose(args, 'paper'),
  digital: (args) => choose(args, 'digital'),
  texts: (args) => {
    const { workflowstep, applicationid } = asked(args);
    const here = pathOf(workflowstep ?? 1, applicationid);
    return submit(args, {
      form: textUpdatesForm,
      operation: agreeToTexts,
      input: () => ({}),
      done: () => {
        flash(args.context.visit, 'Text updates are on');
        return redirect(here);
      },
      otherwise: ({ text }) => leave(args, text, here),
    });
  },
  submit: (args) =>
    submit(args, {
      ...onward(args),
      form: buttonForm,
      input: () => ({
        applicationid: asked(args).applicationid,
        details: { submit_application: 'YES' as const },
      }),
    }),
});

/** How the person signs. */
function choose(args: ReadActionArgs, signature_choice: 'paper' | 'digital') {
  return submit(args, {
    ...onward(args),
    form: buttonForm,
    input: () => ({ applicationid: asked(args).applicationid, details: { signature_choice } }),
  });
}

function saveName<F extends Fields>(
  args: ReadActionArgs,
  form: Form<F, typeof nameForm.schema | typeof firstNameForm.schema>,
) {
  return submit(args, {
    ...onward(args),
    form,
    input: (profiledetails) => ({ applicationid: asked(args).applicationid, details: { profiledetails } }),
  });
}

/** Whether an SSN is already stored, so that the step need not ask for it. */
async function hasSsn(args: ActionFunctionArgs): Promise<boolean> {
  const { profile } = await perform(args, getApplicationSteps, asked(args));
  return !profile || profile.ssn !== null;
}

/** After a refused form, the page's data is not loaded again, except for a document that has been replaced. */
export function shouldRevalidate({ actionStatus = 200, formData }: ShouldRevalidateFunctionArgs) {
  return actionStatus < 400 || (actionStatus === 409 && formData?.get(intentField) === stepIntents.consent);
}

type Key = StepData['steps'][number]['step_key'];

const wholeTitle = 'Background Check Application';

const titles: Partial<Record<Key, string>> & { review: string } = {
  esign: 'Sign electronically',
  disclosure: 'Disclosure about your background check',
  authorization: 'Authorize your background check',
  jurisdictions: 'Where have you lived?',
  name: 'Your name',
  address: 'Your addresses',
  idverification: 'Verify your identity',
  submit: 'Review and submit',
  manual: wholeTitle,
  review: 'Thank you.',
};

export default function ApplicationStep() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const { timeZone } = useRoot();
  const step = page.steps.find((each) => each.esign_step_number === page.workflowstep);
  if (!step) return null;
  const back = page.workflowstep > 1 ? `/user/application/${page.workflowstep - 1}${search}` : null;
  const saved = page.saved_dts && page.now ? whenSaved(page.saved_dts, page.now, timeZone) : null;
  const opened = new Date(page.now ?? 0).toISOString();
  const drafting = { step: page.workflowstep, search, timeZone, opened, saved };
  return (
    <div className="inner inner-narrow calm">
      <Flow
        label="Application"
        steps={railOf(page, search)}
        rest={isReceived(page) ? null : minutesLeft(page)}
      >
        <div className="stack stack-8">
          {titleIn(page) === wholeTitle ? null : <p className="small faint">{wholeTitle}</p>}
          <PageTitle>{titleIn(page)}</PageTitle>
        </div>
        {page.rejected_package ? <PackageRejected rejected={page.rejected_package} /> : null}
        {page.correction ? (
          <Banner tone="warn" title="Please correct your application.">
            {page.correction}
          </Banner>
        ) : null}
        {step.page_type === 'manual_signature_review' && page.manual_package ? (
          <ManualStep page={page} awaited={page.manual_package} result={result} />
        ) : step.page_type === 'manual_signature_review' ? (
          <PaperReady result={result} />
        ) : null}
        {page.consent &&
        step.page_type === 'digital_signature_choice' &&
        page.signature_choice === 'paper' ? (
          <PaperChosen result={result} next={`/user/application/${page.workflowstep + 1}${search}`} />
        ) : page.consent ? (
          <ConsentStep
            key={page.consent.consent_form_id}
            consent={page.consent}
            provider={page.application.provider}
            signer={page.signer}
            today={page.now ? formatDate(page.now, timeZone) : ''}
            next={`/user/application/${page.workflowstep + 1}${search}`}
            back={back}
            saved={saved}
            result={result}
          />
        ) : null}
        {isToSign(page) ? <PaperInstead result={result} /> : null}
        {step.step_key === 'jurisdictions' ? (
          <JurisdictionsStep page={page} draft={drafting} result={result} />
        ) : null}
        {step.step_key === 'name' && page.profile ? (
          <NameStep page={page} profile={page.profile} draft={drafting} result={result} />
        ) : null}
        {step.step_key === 'address' && page.profile ? (
          <AddressStep page={page} draft={drafting} result={result} />
        ) : null}
        {step.step_key === 'submit' && page.profile ? (
          <SubmitStep
            page={page}
            profile={page.profile}
            texts={page.texts}
            back={back}
            saved={saved}
            search={search}
            result={result}
          />
        ) : null}
        {step.page_type === 'review_inprogress' ? (
          <ReviewStep page={page} progress={page.progress} texts={page.texts} result={result} />
        ) : null}
      </Flow>
    </div>
  );
}

/** Whether the step asks for a signature, or for the consent to sign electronically, which the person has not given. */
function isToSign({ consent, signature_choice, steps, workflowstep }: StepData): boolean {
  if (!consent || signature_choice === 'paper') return false;
  const step = steps.find((each) => each.esign_step_number === workflowstep);
  const isChoice = step?.page_type === 'digital_signature_choice';
  return isChoice || (consent.requires_signature && consent.signed_dts === null);
}

function titleIn(
  page: Pick<StepData, 'application' | 'applicationstatus' | 'signature_choice' | 'steps' | 'workflowstep'>,
): string {
  const step = page.steps.find((each) => each.esign_step_number === page.workflowstep);
  if (!step) return titles.review;
  if (step.page_type === 'review_inprogress' && page.applicationstatus === 'pending') return 'Please Wait';
  if (step.step_key === 'review') return titleOf(page.application);
  if (step.page_type === 'digital_signature_choice' && page.signature_choice === 'paper')
    return 'Sign on paper';
  // The step for the notice of a state has the title from the catalogue.
  return titles[step.step_key] ?? step.title;
}

function titleOf({ composite_status_code: code }: StepData['application']): string {
  return code === 'submitted' || code === 'inprogress' ? titles.review : 'Your background check';
}

/** A signed package was received, so the person has nothing to do but wait. */
function isReceived({ manual_package: awaited }: Pick<StepData, 'manual_package'>): boolean {
  return awaited !== null && awaited.submitted_manual_package_dts !== null;
}

function railOf(page: Pick<StepData, 'steps' | 'workflowstep' | 'manual_package'>, search: string): Step[] {
  const last = page.steps.at(-1)?.esign_step_number === page.workflowstep;
  const onTheWay = last || page.manual_package !== null;
  return page.steps.map((step) => {
    const current = step.esign_step_number === page.workflowstep;
    const done = step.completed && !current;
    return {
      label: step.title,
      state: current ? 'current' : done ? 'done' : 'open',
      note: current && !isReceived(page) ? stepMinutes(step.step_key) : null,
      ...(done && !onTheWay ? { to: `/user/application/${step.esign_step_number}${search}` } : {}),
    };
  });
}
