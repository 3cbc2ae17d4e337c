import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { readOwnPackage, savePackage } from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { attempt, denialOf, errorPage, leave } from '../../door.server.ts';
import { download } from '../../download.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { applicationIn } from './asked-step.ts';
import { pdfAnswer } from './pdf-answer.ts';

/** The signed paper application that was received. */
export async function loader(args: LoaderFunctionArgs) {
  const { pdf } = await download(args, readOwnPackage, { applicationid: applicationIn(args.request) ?? '' });
  return pdfAnswer(pdf, 'signed-application.pdf');
}

/** Takes the signed paper application as a file of a form. */
export async function action(args: ActionFunctionArgs) {
  const denied = await denialOf(args, savePackage);
  if (denied) throw errorPage(denied);
  const applicationid = applicationIn(args.request) ?? '';
  const to = `/user/application/next?applicationid=${applicationid}`;
  const file = (await readForm(args.request)).get('package');
  if (!(file instanceof File) || file.size === 0)
    throw leave(args, applicationsTexts['application.package-not-a-pdf'], to);
  if (file.size > packageBytes) throw leave(args, applicationsTexts['application.package-too-large'], to);
  const body = Buffer.from(await file.arrayBuffer()).toString('base64');
  const saved = await attempt(args, savePackage, { applicationid, package: body });
  if (!saved.ok) throw leave(args, saved.refusal.text, to);
  flash(args.context.visit, 'Your signed application is uploaded');
  return redirect(to);
}
