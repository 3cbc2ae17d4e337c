import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type AcceptanceStep, acceptanceSteps } from '#modules/applications/fields.ts';
import { approvalProofForm } from '#modules/applications/forms.ts';
import {
  getApplicationFromCode,
  proveApproval,
  saveAcceptFromCode,
  scoreApproval,
} from '#modules/applications/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { intents, submit } from '../../action.server.ts';
import { attempt, callerOf, errorPage, leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { AllCaughtUp, ScoreAcceptance } from './acceptance.tsx';
import { decisions } from './decision.ts';
import { ProveYourself } from './prove.tsx';
import { linkIntents } from './score-intents.ts';
import { admitStep, stepOfNumber } from './steps.ts';

export const meta = titled('Review your ShieldScore');
export const handle: SoloHandle = { wide: true };

const end = { to: '/login', label: 'Return to Login' };

function codeOf({ params }: LoaderFunctionArgs | ActionFunctionArgs): string {
  return params.approvalcode ?? '';
}

const pathOf = (code: string) => (step: AcceptanceStep) =>
  `/scoreapproval/${encodeURIComponent(code)}/${acceptanceSteps[step]}`;

/** After a failed lookup redirects to /login (doc1 §8), or home for a signed-in person. */
async function lookUp(args: LoaderFunctionArgs) {
  const found = await attempt(args, scoreApproval, { approvalcode: codeOf(args) });
  if (found.ok) return found.output;
  if (found.code !== 'not-found' && found.code !== 'invalid-input') throw errorPage(found.refusal);
  throw leave(args, platformTexts['edge.not-found'], (await callerOf(args)) ? '/user' : '/login');
}

export async function loader(args: LoaderFunctionArgs) {
  const code = codeOf(args);
  const found = await lookUp(args);
  const decided = { code, proofNeeded: false, open: null };
  if (!found.application) return decided;
  if (found.proof_needed) {
    return { ...decided, proofNeeded: found.pendingapprovalcode !== '-1' };
  }
  const { application, pendingapproval } = await perform(args, getApplicationFromCode, {
    pendingapprovalcode: code,
  });
  if (!pendingapproval) return decided;
  const step = admitStep(pendingapproval, args.params.step);
  if (String(acceptanceSteps[step]) !== args.params.step) throw redirect(pathOf(code)(step));
  return { ...decided, open: { application, approval: pendingapproval, step } };
}

export const action = intents(linkIntents, {
  proof: (args) =>
    submit(args, {
      form: approvalProofForm,
      operation: proveApproval,
      input: (value) => ({ ...value, approvalcode: codeOf(args) }),
      done: () => redirect(pathOf(codeOf(args))('intro')),
    }),
  ...decisions(async (args, form, decision) => {
    const code = codeOf(args);
    const { application } = await perform(args, getApplicationFromCode, { pendingapprovalcode: code });
    const by = { applicationid: application.applicationid, pendingapprovalcode: code };
    return submit(args, {
      form,
      operation: saveAcceptFromCode,
      input: (value) => ({ ...by, ...decision(value) }),
      done: ({ nextstep }) => redirect(pathOf(code)(stepOfNumber(nextstep))),
    });
  }),
});

export default function ScoreByCode() {
  const { code, proofNeeded, open } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (proofNeeded) return <ProveYourself result={result} />;
  if (!open) return <AllCaughtUp end={end} />;
  return (
    <ScoreAcceptance
      {...open}
      result={result}
      pathOf={pathOf(code)}
      report={`/scoreapproval/${encodeURIComponent(code)}/report`}
      end={end}
    />
  );
}
