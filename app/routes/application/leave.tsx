import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getApplicationSteps } from '#modules/applications/index.ts';
import { person } from '#modules/platform/index.ts';
import { attempt, leave, requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { pathOf } from './addresses.ts';
import { draftedStepIn, saveDraft } from './save-draft.server.ts';

/**
 * Redirects to the step, because the address is that of a form, to which accepting new terms leads back. Without such a
 * step, it leads to the open one, or home.
 */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  const { workflowstep, applicationid } = draftedStepIn(args.request);
  const isStep = Number.isInteger(workflowstep) && workflowstep > 0;
  const known = isStep && (await attempt(args, getApplicationSteps, { workflowstep, applicationid })).ok;
  return redirect(known ? pathOf(workflowstep, applicationid) : '/user/application');
}

/** Saves what was typed in a step, and then goes back or leaves the application (doc2 §2.9). */
export async function action(args: ActionFunctionArgs) {
  const { workflowstep, applicationid } = draftedStepIn(args.request);
  const back = new URL(args.request.url).searchParams.get('to') === 'back';
  const to = back ? pathOf(Math.max(1, workflowstep - 1), applicationid) : '/user';
  const refusal = await saveDraft(args);
  if (refusal) throw leave(args, refusal.text, to);
  if (!back) flash(args.context.visit, 'Your application is saved');
  return redirect(to);
}

/** Shows nothing of its own. It is a page so that an answer that is not a redirect is shown as one. */
export default function LeaveApplication() {
  return null;
}
