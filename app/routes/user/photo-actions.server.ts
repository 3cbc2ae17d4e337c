import { redirect } from '@remix-run/node';
import { removePhoto, savePhoto } from '#modules/identity/index.ts';
import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import type { Refusal } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, perform } from '../../door.server.ts';
import { refusedForm, requireFilesAllowed } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';

export const photoFiles = () => ({
  operation: savePhoto,
  files: { bytes: photoBytes, count: 1 },
  refused: (refusal: Refusal) => refusedForm('photo', refusal, 'photo'),
});

export async function uploadPhoto(args: ReadActionArgs) {
  await requireFilesAllowed(args, savePhoto);
  const chosen = args.files.one('photo');
  const missing = { text: identityTexts['profile.photo-not-an-image'], status: 400 };
  if (!chosen) return refusedForm('photo', missing, 'photo');
  const saved = await attempt(args, savePhoto, { image: chosen.file });
  if (!saved.ok) return refusedForm('photo', saved.refusal, 'photo');
  flash(args.context.visit, 'Photo saved');
  return redirect('/user/profile');
}

export async function dropPhoto(args: ReadActionArgs) {
  await perform(args, removePhoto, {});
  flash(args.context.visit, 'Photo removed');
  return redirect('/user/profile');
}
