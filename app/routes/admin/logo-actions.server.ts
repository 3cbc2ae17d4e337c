import { redirect } from '@remix-run/node';
import { deleteLogo, saveLogo } from '#modules/admin/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import type { Refusal } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, perform } from '../../door.server.ts';
import { refusedForm, requireFilesAllowed } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';

/** @param companyid the company whose logo it is; null for the portal's own */
export const logoFiles = (companyid: string | null) => ({
  operation: saveLogo,
  about: { companyid },
  files: { bytes: logoBytes, count: 1 },
  refused: (refusal: Refusal) => refusedForm('logo', refusal, 'logo'),
});

/** @param companyid the company whose logo it is; null for the portal's own */
export async function uploadLogo(args: ReadActionArgs, companyid: string | null, back: string) {
  await requireFilesAllowed(args, saveLogo);
  const chosen = args.files.one('logo');
  const missing = { text: enterpriseTexts['console.logo-not-an-image'], status: 400 };
  if (!chosen) return refusedForm('logo', missing, 'logo');
  const saved = await attempt(args, saveLogo, { companyid, image: chosen.file });
  if (!saved.ok) return refusedForm('logo', saved.refusal, 'logo');
  flash(args.context.visit, 'Logo saved');
  return redirect(back);
}

export async function dropLogo(args: ReadActionArgs, companyid: string | null, back: string) {
  await perform(args, deleteLogo, { companyid });
  flash(args.context.visit, 'Logo removed');
  return redirect(back);
}
