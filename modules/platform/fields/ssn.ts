/*
 * Social Security numbers in texts that have no field for one (D149). What staff, companies and mails show of a text
 * would show the number with it.
 */

const space = '[^\\S\\r\\n]';
/** A space, a dot, a slash, or a hyphen or dash of any length, also with a space on either side. */
const separator = `(?:${space}?[-./\\u2010-\\u2015\\u2212]${space}?|${space})`;

/** Digits in groups of three, two and four. A country code before them, or more groups after a hyphen, is another number. */
const grouped = new RegExp(
  `(?<!\\d)(?<!\\d[-.])(?<!\\+\\d{1,3}${space})\\d{3}${separator}\\d{2}${separator}\\d{4}(?!\\d|[-.]\\d)`,
  'u',
);

/** Nine digits that are no part of a longer number, and no ShieldID, which has exactly two letters before them. */
const alone =
  /(?:(?<![\p{L}\d])|(?<=[sS][sS][nN]))(?<!\d[-.])(?<!(?<!\p{L})[A-Z]{2}-)\d{9}(?![\p{L}\d]|[-.]\d)/u;

/** Whether a text has a number that looks like an SSN, in digits of any width. */
export function hasSsn(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  return grouped.test(plain) || alone.test(plain);
}

export const ssnInText =
  'Leave the Social Security number out. If it is another number, group its digits by threes';
