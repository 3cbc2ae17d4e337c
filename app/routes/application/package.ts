import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getApplicationSteps, readOwnPackage, savePackage } from '#modules/applications/index.ts';
import { attempt, leave, perform, requireAllowed } from '../../door.server.ts';
import { download } from '../../download.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { pathOf } from './addresses.ts';
import { applicationIn } from './asked-step.ts';
import { type PackageProblem, problemField, problemOf, readPackageFile } from './package-file.ts';
import { pdfAnswer } from './pdf-answer.ts';

/** The received paper application with its signature. */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readOwnPackage, { applicationid: applicationIn(args.request) ?? '' });
  return pdfAnswer(pdf, 'signed-application.pdf');
}

/** Receives the signed paper application as a file of a form. */
export async function action(args: ActionFunctionArgs) {
  await requireAllowed(args, savePackage);
  const applicationid = applicationIn(args.request) ?? '';
  const refused = await handIn(args, applicationid);
  // Redirects to the step itself, because a page that redirects again would lose the message.
  const { workflowstep } = await perform(args, getApplicationSteps, { applicationid });
  const to = pathOf(workflowstep, applicationid);
  if (refused && 'problem' in refused) return redirect(`${to}&${problemField}=${refused.problem}#package`);
  if (refused) throw leave(args, refused.words, to);
  flash(args.context.visit, 'Your signed application is uploaded');
  return redirect(to);
}

type Refused = { problem: PackageProblem } | { words: string };

/**
 * @returns the reason why the file was not accepted, shown at the field if it is about the file, otherwise on the page;
 * null if it was accepted
 */
async function handIn(args: ActionFunctionArgs, applicationid: string): Promise<Refused | null> {
  const file = await readPackageFile(await readForm(args.request));
  if ('problem' in file) return file;
  const saved = await attempt(args, savePackage, { applicationid, package: file.body });
  if (saved.ok) return null;
  const problem = problemOf(saved.code);
  return problem ? { problem } : { words: saved.refusal.text };
}
