import { data, redirect } from '@remix-run/node';
import { removePhoto, savePhoto } from '#modules/identity/index.ts';
import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';

/** The answer to a file that was refused. It has no values, because a browser never fills in a file again. */
function refused(text: string, status: number) {
  return data({ error: { photo: [text] }, initialValue: { form: 'photo' } }, { status });
}

export async function uploadPhoto(args: ReadActionArgs) {
  await requireAllowed(args, savePhoto);
  const file = args.formData.get('photo');
  if (!(file instanceof File)) {
    return refused(identityTexts['profile.photo-not-an-image'], 400);
  }
  if (file.size > photoBytes) return refused(identityTexts['profile.photo-too-large'], 413);
  const image = Buffer.from(await file.arrayBuffer()).toString('base64');
  const saved = await attempt(args, savePhoto, { image });
  if (!saved.ok) return refused(saved.refusal.text, saved.refusal.status);
  flash(args.context.visit, 'Photo saved');
  return redirect('/user/profile');
}

export async function dropPhoto(args: ReadActionArgs) {
  await perform(args, removePhoto, {});
  flash(args.context.visit, 'Photo removed');
  return redirect('/user/profile');
}
