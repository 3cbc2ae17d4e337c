import type { ActionFunctionArgs } from '@remix-run/node';
import { getApplicationSteps, updateApplicationDetails } from '#modules/applications/index.ts';
import { buttonForm, echoOf } from '#modules/platform/fields/form.ts';
import { Refusal } from '#modules/platform/index.ts';
import { attempt, errorPage, perform, requireAllowed } from '../../door.server.ts';
import { parseForm, readForm } from '../../form.server.ts';
import { formName } from '../../intents.ts';
import { keeping } from '../../kept-text.server.ts';
import { applicationIn } from './asked-step.ts';
import { draftedSteps, isDrafted, isSame, valuesOf } from './step-values.ts';

/** The step that the address of a draft names. */
export function draftedStepIn(request: Request): { workflowstep: number; applicationid: string | undefined } {
  const workflowstep = Number(new URL(request.url).searchParams.get('step') ?? '');
  return { workflowstep, applicationid: applicationIn(request) };
}

/**
 * Saves what was typed in a step, complete or not (doc2 §2.9).
 * @returns the refusal, if it was not saved
 * @throws Response 400 for a form that is none of a step, and like `perform`
 */
export async function saveDraft(args: ActionFunctionArgs): Promise<Refusal | null> {
  const { formData } = await readForm(args);
  const { workflowstep, applicationid } = draftedStepIn(args.request);
  const step = formData.get(formName);
  const fields = isDrafted(step) ? draftedSteps[step] : {};
  const payload = () => parseForm(formData, buttonForm.schema).payload;
  await keeping(args, { fields, payload }, () => requireAllowed(args, updateApplicationDetails));
  if (!isDrafted(step) || !Number.isInteger(workflowstep)) throw errorPage(new Refusal('invalid-input'));
  const page = await perform(args, getApplicationSteps, { workflowstep, applicationid });
  const values = echoOf(fields, payload());
  if (isSame(fields, values, valuesOf(step, page))) return null;
  const opened = new URL(args.request.url).searchParams.get('opened') ?? undefined;
  const saved = await attempt(args, updateApplicationDetails, {
    applicationid,
    details: { draft: { step, values, opened_dts: opened } },
  });
  return saved.ok ? null : saved.refusal;
}
