import { data } from '@remix-run/node';
import { profileForm } from '#modules/identity/forms.ts';
import { type ProfileName, profileNames, updateProfile } from '#modules/identity/index.ts';
import { Refusal, storedText } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';
import { attempt, errorPage, requireAllowed } from '../../door.server.ts';
import { keeping } from '../../kept-text.server.ts';
import type { Saved } from './saved-field.tsx';

/** Saves one field of the profile, unless it was changed elsewhere since the page showed it. */
export async function saveField(args: ReadActionArgs) {
  const read = (name: string) => String(args.formData.get(name) ?? '');
  const field = profileNames.find((name) => name === read('field'));
  const typed = { fields: profileForm.fields, payload: () => (field ? { [field]: read('value') } : {}) };
  await keeping(args, typed, () => requireAllowed(args, updateProfile));
  if (!field) throw errorPage(new Refusal('invalid-input', { detail: 'unknown field' }));
  const only = (value: string): Partial<Record<ProfileName, string>> => ({ [field]: value });
  const saved = await attempt(args, updateProfile, {
    profileobject: only(read('value')),
    seen: only(read('seen')),
  });
  if (saved.ok) {
    const stored = storedText(profileForm.fields[field], read('value'));
    return data({ field, error: null, stored } satisfies Saved);
  }
  const { text, status, options } = saved.refusal;
  const error = options.issues?.[`profileobject.${field}`]?.[0] ?? options.issues?.[field]?.[0] ?? text;
  return data({ field, error, stored: null } satisfies Saved, { status });
}
