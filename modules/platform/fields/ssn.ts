import { withPlainDigits } from './reading.ts';

/*
 * Social Security numbers in texts that have no field for one (D149). What staff, companies and mails show of a text
 * would show the number with it.
 */

const space = '[^\\S\\r\\n]';
/**
 * A space; one or two hyphens, dashes, dots, slashes or other marks that people put between groups, also with a space on
 * either side; a comma or a colon, which with a space are those of a sentence.
 */
const separator = `(?:${space}?[-./\\\\_|*+=~)\\u00b7\\u2010-\\u2015\\u2022\\u2212]{1,2}${space}?|[,:]|${space})`;

/** Digits in groups of three, two and four. A country code before them, or more groups after a hyphen, is another number. */
const grouped = new RegExp(
  `(?<!\\d)(?<!\\d[-.])(?<!\\+\\d{1,3}${space})\\d{3}${separator}\\d{2}${separator}\\d{4}(?!\\d|[-.]\\d)`,
  'u',
);

/** Nine digits that are no part of a longer number, and no ShieldID, which has exactly two letters before them. */
const alone = /(?<![\p{L}\d])(?<!\d[-.])(?<!(?<!\p{L})[A-Z]{2}-)\d{9}(?![\p{L}\d]|[-.]\d)/u;
const named = /(?<=ssn|social|itin)\d{9}(?![\p{L}\d]|[-.]\d)/iu;

/** Nine digits with a space, a dot or a hyphen after each. */
const apart = /(?<!\d|\d[ .-])\d(?:[ .-]\d){8}(?!\d|[ .-]\d)/u;

const patterns = [grouped, alone, named, apart];

/** What makes a sign of a digit (a keycap), and characters that nobody sees. */
const unseen = /\p{Cf}|\ufe0f|\u20e3/gu;

/** Whether a text has a number that looks like an SSN, in digits of any script and width. */
export function hasSsn(text: string): boolean {
  const plain = withPlainDigits(text.normalize('NFKC')).replaceAll(unseen, '');
  return patterns.some((pattern) => pattern.test(plain));
}

export const ssnInText =
  'Leave the Social Security number out. If it is another number, group its digits by threes';
