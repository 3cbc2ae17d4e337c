import { profileFields, provenFields } from '../fields.ts';

/** The name of each field of a person's profile, in the order of the form. */
export type ProfileName = keyof typeof profileFields;

/** A profile in the form that its form has: texts, empty if nothing was given. */
export type ProfileValues = Record<ProfileName, string>;

export const profileNames = Object.keys(profileFields) as ProfileName[];

/** The fields of a profile, taken from a record that has more. A missing date of birth becomes an empty text. */
export function profileOf(
  record: Omit<ProfileValues, 'dateofbirth'> & { dateofbirth?: string | null },
): ProfileValues {
  const values = profileNames.map((name) => [name, record[name] ?? '']);
  return Object.fromEntries(values) as ProfileValues;
}

/** Whether the field is one by which codes and calls reach the person. */
export function isContact(name: ProfileName): boolean {
  return name === 'mobile' || name === 'businessphone';
}

/** Whether the first accepted check locks the field; from then on only staff can change it (doc2 §2.2, D98). */
export function isProven(name: ProfileName): boolean {
  return Object.hasOwn(provenFields, name);
}
