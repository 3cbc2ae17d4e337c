import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { deleteLogo, saveLogo } from '#modules/admin/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import type { Refusal } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, perform } from '../../door.server.ts';
import { refusedForm, requireFilesAllowed } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';

/** Finds the company whose logo an address is about; null for the portal's own. */
type FindCompany = (args: ActionFunctionArgs) => Promise<string | null>;

export const logoFiles = (args: ActionFunctionArgs, findCompany: FindCompany) => ({
  operation: saveLogo,
  about: async () => ({ companyid: await findCompany(args) }),
  files: { bytes: logoBytes, count: 1 },
  refused: (refusal: Refusal) => refusedForm('logo', refusal, 'logo'),
});

export async function uploadLogo(args: ReadActionArgs, findCompany: FindCompany, back: string) {
  // Before the company is looked up, which leads to the log-in after the end of a session and keeps nothing.
  await requireFilesAllowed(args, saveLogo);
  const companyid = await findCompany(args);
  const chosen = args.files.one('logo');
  const missing = { text: enterpriseTexts['console.logo-not-an-image'], status: 400 };
  if (!chosen) return refusedForm('logo', missing, 'logo');
  const saved = await attempt(args, saveLogo, { companyid, image: chosen.file });
  if (!saved.ok) return refusedForm('logo', saved.refusal, 'logo');
  flash(args.context.visit, 'Logo saved');
  return redirect(back);
}

export async function dropLogo(args: ReadActionArgs, findCompany: FindCompany, back: string) {
  const companyid = await findCompany(args);
  await perform(args, deleteLogo, { companyid });
  flash(args.context.visit, 'Logo removed');
  return redirect(back);
}
