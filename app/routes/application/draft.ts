import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import { getApplicationSteps, updateApplicationDetails } from '#modules/applications/index.ts';
import { buttonForm, echoOf } from '#modules/platform/fields/form.ts';
import { attempt, errorPage, leave, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { parseForm, readForm } from '../../form.server.ts';
import { formName } from '../../intents.ts';
import { keeping } from '../../kept-text.server.ts';
import { pathOf } from './addresses.ts';
import { applicationIn } from './asked-step.ts';
import { draftedSteps, isDrafted, isSame, valuesOf } from './step-values.ts';

/**
 * Saves what was typed in a step, complete or not, and then goes back, leaves the application, or stays (doc2 §2.9).
 */
export async function action(args: ActionFunctionArgs) {
  const { formData } = await readForm(args);
  const { searchParams } = new URL(args.request.url);
  const step = formData.get(formName);
  const workflowstep = Number(searchParams.get('step') ?? '');
  const fields = isDrafted(step) ? draftedSteps[step] : {};
  const payload = () => parseForm(formData, buttonForm.schema).payload;
  await keeping(args, { fields, payload }, () => requireAllowed(args, updateApplicationDetails));
  if (!isDrafted(step) || !Number.isInteger(workflowstep)) return data(null, { status: 400 });
  const applicationid = applicationIn(args.request);
  const back = searchParams.get('to') === 'back';
  const to = back ? pathOf(Math.max(1, workflowstep - 1), applicationid) : '/user';

  const page = await perform(args, getApplicationSteps, { workflowstep, applicationid });
  const values = echoOf(fields, payload());
  if (!isSame(fields, values, valuesOf(step, page))) {
    const saved = await attempt(args, updateApplicationDetails, {
      applicationid,
      details: { draft: { step, values, opened_dts: searchParams.get('opened') ?? undefined } },
    });
    if (!saved.ok && !searchParams.has('to')) throw errorPage(saved.refusal);
    if (!saved.ok) throw leave(args, saved.refusal.text, to);
  }
  if (!searchParams.has('to')) return Response.json({ saved_dts: args.context.portal.clock.now() });
  if (!back) flash(args.context.visit, 'Your application is saved');
  return redirect(to);
}
