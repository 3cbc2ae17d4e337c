import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getApplicationSteps, savePackage } from '#modules/applications/index.ts';
import { person } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, leave, perform, requireCaller } from '../../door.server.ts';
import { requireFilesAllowed, withFiles } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';
import { pathOf } from './addresses.ts';
import { applicationIn } from './asked-step.ts';
import { type PackageProblem, problemField, problemOf } from './package-file.ts';
import { packageIn, packageLimits } from './package-in.server.ts';

/** Redirects to the step: the address is that of a form, to which accepting new terms leads back. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  const applicationid = applicationIn(args.request);
  return redirect(`/user/application${applicationid ? `?applicationid=${applicationid}` : ''}`);
}

/** Receives the signed paper application as files of a form. */
export const action = (args: ActionFunctionArgs) =>
  withFiles(
    args,
    {
      operation: savePackage,
      about: () => ({ applicationid: applicationIn(args.request) ?? '' }),
      files: packageLimits,
      refused: (refusal) => backToStep(args, { words: refusal.text }),
    },
    async (read) => backToStep(args, await handIn(read)),
  );

type Refused = { problem: PackageProblem } | { words: string };

/** Redirects to the step itself, because a page that redirects again would lose the message. */
async function backToStep(args: ActionFunctionArgs, refused: Refused | null) {
  const applicationid = applicationIn(args.request) ?? '';
  const { workflowstep } = await perform(args, getApplicationSteps, { applicationid });
  const to = pathOf(workflowstep, applicationid);
  if (refused && 'problem' in refused) return redirect(`${to}&${problemField}=${refused.problem}#package`);
  if (refused) throw leave(args, refused.words, to);
  flash(args.context.visit, 'Your signed application is uploaded');
  return redirect(to);
}

/**
 * @returns the reason why the file was not accepted, shown at the field if it is about the file, otherwise on the page;
 * null if it was accepted
 */
async function handIn(args: ReadActionArgs): Promise<Refused | null> {
  await requireFilesAllowed(args, savePackage);
  const read = packageIn(args.files);
  if ('problem' in read) return read;
  const applicationid = applicationIn(args.request) ?? '';
  const saved = await attempt(args, savePackage, { applicationid, package: read.chosen });
  if (saved.ok) return null;
  const problem = problemOf(saved.code);
  return problem ? { problem } : { words: saved.refusal.text };
}

/** Shows nothing of its own. It is a page so that an answer that is not a redirect is shown as one. */
export default function HandInPackage() {
  return null;
}
