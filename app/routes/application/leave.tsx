import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { person } from '#modules/platform/index.ts';
import { leave, requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { pathOf } from './addresses.ts';
import { draftedStepIn, saveDraft } from './save-draft.server.ts';

/** Redirects to the step: the address is that of a form, to which accepting new terms leads back. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  const { workflowstep, applicationid } = draftedStepIn(args.request);
  if (!Number.isInteger(workflowstep) || workflowstep < 1) return redirect('/user/application');
  return redirect(pathOf(workflowstep, applicationid));
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
