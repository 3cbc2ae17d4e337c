import { z } from 'zod';
import { isOneLine } from '../browser.ts';
import { lengths } from './kinds.ts';

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

/** A text that PostgreSQL can store, of at most `max` characters. */
export function plainText(max: number, min = 0) {
  return z.string().min(min).max(max).refine(isStorable, { message: 'Not a text' });
}

/** A text of one line, without white space around it. */
export function trimmed(max: number, min = 0) {
  return z
    .string()
    .max(max * 2)
    .trim()
    .pipe(plainText(max, min).refine(isOneLine, oneLine));
}

/** The pattern for an email address that the documents give: a top-level domain of 2 to 24 letters (doc1 §5). */
export const emailPattern = new RegExp(
  `^[^\\s@<>()[\\]\\\\,;:"]+@[^\\s@<>()[\\]\\\\,;:"]+\\.[A-Za-z]{${lengths.topLevelDomain.join()}}$`,
);
