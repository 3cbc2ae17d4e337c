import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { approvalProofForm } from '#modules/applications/forms.ts';
import {
  getApplicationFromCode,
  proveApproval,
  saveAcceptFromCode,
  scoreApproval,
} from '#modules/applications/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { callerOf, leave, perform, submit } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { AllCaughtUp, ScoreAcceptance } from './acceptance.tsx';
import { sendDecision } from './decision.ts';
import { ProveYourself } from './prove.tsx';
import { admitStep } from './steps.ts';

export const meta = () => [{ title: 'Review your ShieldScore - ShieldHub' }];
export const handle: SoloHandle = { wide: true };

const end = { to: '/login', label: 'Return to Login' };

function codeOf({ params }: LoaderFunctionArgs | ActionFunctionArgs): string {
  return params.approvalcode ?? '';
}

const placeOf = (code: string) => (step: number) => `/scoreapproval/${encodeURIComponent(code)}/${step}`;

/** A failed lookup leads to /login (doc1 §8), a signed-in person home. */
async function lookUp(args: LoaderFunctionArgs) {
  try {
    return await perform(args, scoreApproval, { approvalcode: codeOf(args) });
  } catch (failure) {
    const lost = failure instanceof Response && (failure.status === 404 || failure.status === 400);
    if (!lost) throw failure;
    throw leave(args, platformTexts['edge.not-found'], (await callerOf(args)) ? '/user' : '/login');
  }
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
  if (String(step) !== args.params.step) throw redirect(placeOf(code)(step));
  return { ...decided, open: { application, approval: pendingapproval, step } };
}

export async function action(args: ActionFunctionArgs) {
  const code = codeOf(args);
  const formData = await readForm(args.request);
  if (formData.get('form') === 'score-proof') {
    return submit(args, {
      formData,
      schema: approvalProofForm,
      operation: proveApproval,
      input: (value) => ({ ...value, approvalcode: code }),
      done: () => redirect(placeOf(code)(1)),
    });
  }
  const { application } = await perform(args, getApplicationFromCode, { pendingapprovalcode: code });
  const by = { applicationid: application.applicationid, pendingapprovalcode: code };
  return sendDecision(formData, (schema, decision) =>
    submit(args, {
      formData,
      schema,
      operation: saveAcceptFromCode,
      input: (value) => ({ ...by, ...decision(value) }),
      done: ({ nextstep }) => redirect(placeOf(code)(nextstep)),
    }),
  );
}

export default function ScoreByCode() {
  const { code, proofNeeded, open } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (proofNeeded) return <ProveYourself result={result} />;
  if (!open) return <AllCaughtUp end={end} />;
  return (
    <ScoreAcceptance
      {...open}
      result={result}
      placeOf={placeOf(code)}
      report={`/scoreapproval/${encodeURIComponent(code)}/report`}
      end={end}
    />
  );
}
