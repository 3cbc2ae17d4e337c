import { data, redirect } from '@remix-run/node';
import { deleteLogo, saveLogo } from '#modules/admin/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';

/** The answer to a file that was refused. It has no values, because a browser never fills in a file again. */
function refused(text: string, status: number) {
  return data({ error: { logo: [text] }, initialValue: { form: 'logo' } }, { status });
}

/** @param companyid the company whose logo it is; null for the portal's own */
export async function uploadLogo(args: ReadActionArgs, companyid: string | null, back: string) {
  await requireAllowed(args, saveLogo);
  const file = args.formData.get('logo');
  if (!(file instanceof File)) {
    return refused(enterpriseTexts['console.logo-not-an-image'], 400);
  }
  if (file.size > logoBytes) return refused(enterpriseTexts['console.logo-too-large'], 413);
  const image = Buffer.from(await file.arrayBuffer()).toString('base64');
  const saved = await attempt(args, saveLogo, { companyid, image });
  if (!saved.ok) return refused(saved.refusal.text, saved.refusal.status);
  flash(args.context.visit, 'Logo saved');
  return redirect(back);
}

export async function dropLogo(args: ReadActionArgs, companyid: string | null, back: string) {
  await perform(args, deleteLogo, { companyid });
  flash(args.context.visit, 'Logo removed');
  return redirect(back);
}
