import { profileFields, provenFields } from './fields.ts';

/** The name of each field of a person's profile, in the order of the form. */
export type ProfileName = keyof typeof profileFields;

/** A profile as its form has it: texts, empty where nothing was given. */
export type ProfileValues = Record<ProfileName, string>;

export const profileNames = Object.keys(profileFields) as ProfileName[];

/** The fields of a profile out of a record that has more. A date of birth that was never given is an empty text. */
export function profileOf(
  record: Omit<ProfileValues, 'dateofbirth'> & { dateofbirth?: string | null },
): ProfileValues {
  const values = profileNames.map((name) => [name, record[name] ?? '']);
  return Object.fromEntries(values) as ProfileValues;
}

/** Whether codes and calls reach the person by the field. */
export function isContact(name: ProfileName): boolean {
  return name === 'mobile' || name === 'businessphone';
}

/** Whether the first accepted check locks the field, which only staff can change then (doc2 §2.2, D98). */
export function isProven(name: ProfileName): boolean {
  return Object.hasOwn(provenFields, name);
}
