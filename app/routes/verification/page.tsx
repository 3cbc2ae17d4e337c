import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { verificationForm } from '#modules/applications/forms.ts';
import {
  checkMyVerification,
  completeMyVerification,
  getApplicationSteps,
  IMAGES_KEPT,
  startVerification,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { Flow, type Step } from '../../components/index.ts';
import { attempt, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { pathOf } from '../application/addresses.ts';
import { minutesLeft, stepMinutes } from '../application/minutes.ts';
import { performOnOpen } from '../application/open-application.server.ts';
import type { FlowHandle } from '../shell/flow.tsx';
import { useHashForward } from '../shell/use-hash-forward.ts';
import { VerificationStateView } from './states.tsx';
import { verificationIntents } from './verification-intents.ts';

export const meta = titled('ID verification');
export const handle: FlowHandle = { exit: 'Exit' };

const addressOf = (applicationid: string) => `/user/idverification?appid=${applicationid}`;

/** The ID verification of an application (doc2 §2.10). */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const applicationid = searchParams.get('appid') || undefined;
  if (applicationid && searchParams.has('completed')) {
    await attempt(args, completeMyVerification, { applicationid });
    throw redirect(addressOf(applicationid));
  }
  const check = await performOnOpen(args, checkMyVerification, { applicationid });
  if (!check.required) throw redirect(pathOf(check.nextstep, check.applicationid));
  const { steps } = await perform(args, getApplicationSteps, { applicationid: check.applicationid });
  const position = steps.find(({ step_key }) => step_key === 'idverification')?.esign_step_number ?? null;
  const open = check.applicationstatus !== 'clearidaction';
  if (open && position !== null && check.nextstep < position) {
    throw redirect(pathOf(check.nextstep, check.applicationid));
  }
  const keptDays = IMAGES_KEPT / DAY;
  return { check, keptDays, position, steps: open ? steps : [] };
}

export const action = intents(verificationIntents, {
  start: (args) => {
    const applicationid = new URL(args.request.url).searchParams.get('appid') ?? '';
    return submit(args, {
      form: verificationForm,
      operation: startVerification,
      input: () => ({ applicationid }),
      done: () => redirect(addressOf(applicationid)),
    });
  },
  enclose: (args) => {
    const applicationid = new URL(args.request.url).searchParams.get('appid') ?? '';
    return submit(args, {
      form: buttonForm,
      operation: updateApplicationDetails,
      input: () => ({ applicationid, details: { id_copy: 'YES' as const } }),
      done: ({ workflowstep }) => redirect(pathOf(workflowstep, applicationid)),
      refused: { 'applications.moved-on': () => addressOf(applicationid) },
    });
  },
});

/** The hash `#appid=ID` from the documents (doc2 §2.10). */
const routeOf = (name: string, value: string) => (name === 'appid' && value ? addressOf(value) : null);

export default function IdVerification() {
  const { check, keptDays, position, steps } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useHashForward(routeOf);
  const back = position && position > 1 ? pathOf(position - 1, check.applicationid) : null;
  const view = (
    <VerificationStateView
      check={check}
      keptDays={keptDays}
      action={addressOf(check.applicationid)}
      next={pathOf(check.nextstep, check.applicationid)}
      back={back}
      result={result}
    />
  );
  return (
    <div className="inner inner-narrow calm">
      {steps.length > 0 ? (
        <Flow
          label="Application"
          steps={railOf(steps, position, check.applicationid)}
          rest={position ? minutesLeft({ steps, workflowstep: position }) : null}
        >
          {view}
        </Flow>
      ) : (
        view
      )}
    </div>
  );
}

type Steps = Awaited<ReturnType<typeof getApplicationSteps.run>>['steps'];

function railOf(steps: Steps, position: number | null, applicationid: string): Step[] {
  return steps.map((step) => {
    const current = step.esign_step_number === position;
    const done = step.completed && !current;
    return {
      label: step.title,
      state: current ? 'current' : done ? 'done' : 'open',
      note: current ? stepMinutes(step.step_key) : null,
      ...(done ? { to: pathOf(step.esign_step_number, applicationid) } : {}),
    };
  });
}
