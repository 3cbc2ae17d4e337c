import type { Field, FieldKind } from './field.ts';

/*
 * The lengths of texts. No input cuts off what is typed or pasted: a text that is too long is refused with its limit, in
 * the browser while it is typed and on the server.
 */

/** The characters of a text as its limits count them, and as PostgreSQL does: code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has at most `max` characters. Does not read very long texts to their end. */
export function isWithin(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max);
}

export const tooLong = (max: number) => `Use at most ${max} characters`;

/** The kinds of which a text may be kept as it was typed. The others have a format, and are refused in its words. */
const asTyped: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'line',
  'key',
  'name',
  'legalName',
  'note',
  'email',
  'password',
  'newPassword',
  'webAddress',
  'hostLabel',
  'timeZone',
]);

/** What to say at once about a text that is too long for its field; undefined if it is not. */
export function lengthError({ kind, max }: Field, typed: string): string | undefined {
  const text = kind === 'password' || kind === 'newPassword' ? typed : typed.trim();
  return !asTyped.has(kind) || isWithin(text, max) ? undefined : tooLong(max);
}
