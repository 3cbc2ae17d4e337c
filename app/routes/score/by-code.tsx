import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type AcceptanceStep, acceptanceSteps } from '#modules/applications/fields.ts';
import { approvalProofForm } from '#modules/applications/forms.ts';
import {
  getApplicationFromCode,
  getApprovalEnd,
  proveApproval,
  saveAcceptFromCode,
  scoreApproval,
} from '#modules/applications/index.ts';
import { intents, submit } from '../../action.server.ts';
import { DeadLink } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere, perform } from '../../door.server.ts';
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

const logIn = 'Log in to find any score that’s waiting for you on your home page.';

const deadWords = {
  expired: { title: 'This link has expired', lead: `It was for reviewing a ShieldScore. ${logIn}` },
  replaced: {
    title: 'This link was replaced',
    lead: `It was for a ShieldScore that no longer needs your review. ${logIn}`,
  },
  locked: {
    title: 'This link no longer works',
    lead: `There were too many wrong answers, so it can’t be used anymore. Your score is not affected. ${logIn}`,
  },
  unknown: {
    title: 'This link doesn’t work',
    lead: `Check that you copied the whole link from the email. ${logIn}`,
  },
};

/** A failed lookup says what to do next, and links to the login page (doc1 §8). */
export async function loader(args: LoaderFunctionArgs) {
  const code = codeOf(args);
  const looked = await attempt(args, scoreApproval, { approvalcode: code });
  const decided = { code, dead: null, proofNeeded: false, open: null };
  if (!looked.ok) {
    if (!leadsNowhere(looked.code)) throw errorPage(looked.refusal);
    const end = await attempt(args, getApprovalEnd, { approvalcode: code });
    const how = end.ok ? end.output.how : 'unknown';
    return data({ ...decided, dead: deadWords[how] }, { status: how === 'unknown' ? 404 : 410 });
  }
  const found = looked.output;
  if (!found.application) return data(decided);
  if (found.proof_needed) {
    return data({ ...decided, proofNeeded: found.pendingapprovalcode !== '-1' });
  }
  const { application, pendingapproval } = await perform(args, getApplicationFromCode, {
    pendingapprovalcode: code,
  });
  if (!pendingapproval) return data(decided);
  const step = admitStep(pendingapproval, args.params.step);
  if (String(acceptanceSteps[step]) !== args.params.step) throw redirect(pathOf(code)(step));
  return data({ ...decided, open: { application, approval: pendingapproval, step } });
}

export const action = intents(linkIntents, {
  proof: (args) =>
    submit(args, {
      form: approvalProofForm,
      operation: proveApproval,
      input: (value) => ({ ...value, approvalcode: codeOf(args) }),
      refused: { 'applications.proofs-used-up': () => pathOf(codeOf(args))('intro') },
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
  const { code, dead, proofNeeded, open } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (dead) {
    return <DeadLink {...dead} />;
  }
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
