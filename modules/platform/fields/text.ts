import { z } from 'zod';
import { isOneLine } from '../browser.ts';
import { countCharacters, isWithin, tooLong } from './length.ts';
import { cleanTerm, longestTerm } from './search.ts';
import { hasSsn, ssnInText } from './ssn.ts';

/**
 * Texts that are not form fields: search terms, tokens, flags. Each has a maximum length and no characters that
 * PostgreSQL cannot store. Form fields are in kinds.ts and schema.ts.
 */

/** YES / NO in calls, a boolean inside (D2). Encodes answers and decodes inputs. */
export const yesNo = z.codec(z.enum(['YES', 'NO']), z.boolean(), {
  decode: (value) => value === 'YES',
  encode: (value) => (value ? 'YES' : 'NO'),
});

const oneLine = { message: 'Use one line of plain text' };

/** Whether PostgreSQL can store a text: it has no NUL and no unpaired surrogate. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/**
 * A text of at most `max` characters. A longer one is not checked further, because patterns are slow on very long texts
 * and would block other requests.
 */
export function atMost(text: z.ZodString, max: number, error: z.core.$ZodErrorMap | string): z.ZodString {
  return text.refine((value) => isWithin(value, max), { error, abort: true }).meta({ maxLength: max });
}

/** A text of at least `min` characters. */
export function atLeast(text: z.ZodString, min: number, error: string): z.ZodString {
  return text.refine((value) => countCharacters(value) >= min, { error }).meta({ minLength: min });
}

/** A text that PostgreSQL can store, of at most `max` characters. */
export function plainText(max: number, min = 0) {
  return atMost(z.string().min(min), max, tooLong(max)).refine(isStorable, { message: 'Not a text' });
}

/** A text of one line, without white space around it. */
export function trimmed(max: number, min = 0) {
  return z
    .string()
    .max(max * 2, tooLong(max))
    .trim()
    .pipe(plainText(max, min).refine(isOneLine, oneLine));
}

/**
 * What is typed into a search box, as it is shown. `readSearchTerm` reads it. A longer text, which is in no name, is
 * looked for by its beginning: a list without its search would show what nobody asked for.
 */
export function searchText(min = 0) {
  return z.string().max(MOST_IN_ADDRESS).overwrite(beginningOf).pipe(plainText(longestTerm, min));
}

/** No address of a page is longer, because Node.js takes at most 16 kB of headers. */
const MOST_IN_ADDRESS = 16_384;

function beginningOf(typed: string): string {
  const clean = cleanTerm(typed.slice(0, longestTerm * 4).toWellFormed());
  return [...clean].slice(0, longestTerm).join('').trim();
}

/** A free text that a call takes: storable, and without an SSN (D149). */
export function freeText(max: number, min = 0) {
  return plainText(max, min).refine((value) => !hasSsn(value), { message: ssnInText });
}

/** A free text of one line that a call takes. */
export function freeLine(max: number, min = 0) {
  return trimmed(max, min).refine((value) => !hasSsn(value), { message: ssnInText });
}
