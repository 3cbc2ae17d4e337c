import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type AcceptanceStep, acceptanceSteps } from '#modules/applications/fields.ts';
import { getMyApplication, listMyApplications, saveAccept } from '#modules/applications/index.ts';
import { intents, submit } from '../../action.server.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import type { FlowHandle } from '../shell/flow.tsx';
import { ScoreAcceptance } from './acceptance.tsx';
import { decisions } from './decision.ts';
import { decisionIntents } from './score-intents.ts';
import { admitStep, stepOfNumber } from './steps.ts';

export const meta = titled('Review your ShieldScore');
export const handle: FlowHandle = { exit: exitWords };

/** After the decision there is no 'Decide later'. */
function exitWords(data: unknown): string {
  const page = data as { step?: AcceptanceStep } | undefined;
  return acceptanceSteps[page?.step ?? 'intro'] < acceptanceSteps.correction ? 'Decide later' : 'Exit';
}

const undecided = new Set(['newrequiresapproval', 'monitorrequiresapproval', 'correctionrequest']);

/** The application in the URL, or otherwise the one whose score is waiting. */
async function applicationOf(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<string> {
  const named = new URL(args.request.url).searchParams.get('applicationid');
  if (named) return named;
  const { applications } = await perform(args, listMyApplications, {});
  const waiting = applications.find((each) => undecided.has(each.composite_status_code));
  if (!waiting) throw redirect('/user');
  return waiting.applicationid;
}

function pathOf(step: AcceptanceStep, applicationid: string): string {
  return `/user/scoreapproval/${acceptanceSteps[step]}?applicationid=${applicationid}`;
}

export async function loader(args: LoaderFunctionArgs) {
  const applicationid = await applicationOf(args);
  const { application, pendingapproval } = await perform(args, getMyApplication, { applicationid });
  if (!pendingapproval) throw redirect(`/user/application/next?applicationid=${applicationid}`);
  const step = admitStep(pendingapproval, args.params.step);
  if (String(acceptanceSteps[step]) !== args.params.step) throw redirect(pathOf(step, applicationid));
  return { application, approval: pendingapproval, step };
}

export const action = intents(
  decisionIntents,
  decisions(async (args, form, decision) => {
    const applicationid = await applicationOf(args);
    return submit(args, {
      form,
      operation: saveAccept,
      input: (value) => ({ applicationid, ...decision(value) }),
      done: ({ nextstep }) => redirect(pathOf(stepOfNumber(nextstep), applicationid)),
    });
  }),
);

export default function OwnScore() {
  const { application, approval, step } = useLoaderData<typeof loader>();
  const { applicationid } = application;
  return (
    <ScoreAcceptance
      application={application}
      approval={approval}
      step={step}
      result={useActionData<typeof action>()}
      pathOf={(next) => pathOf(next, applicationid)}
      report={`/application/downloadreport/${applicationid}`}
      end={{ to: '/user', label: 'Done' }}
    />
  );
}
