import { z } from 'zod';
import { isOneLine } from '../browser.ts';
import { lengths } from './kinds.ts';

/**
 * Texts that no form asks for: search terms, tokens, flags. Each is bounded and free of the characters that PostgreSQL
 * cannot keep. What a form asks for is a field: see kinds.ts and schema.ts.
 */

/** YES / NO at the edge, a boolean inside (D2). Answers are encoded with it, inputs decoded. */
export const yesNo = z.codec(z.enum(['YES', 'NO']), z.boolean(), {
  decode: (value) => value === 'YES',
  encode: (value) => (value ? 'YES' : 'NO'),
});

const oneLine = { message: 'Use one line of plain text' };

/** Whether PostgreSQL can keep a text: no NUL and no half of a character. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/** A text that PostgreSQL can keep, of at most `max` characters. */
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

/** The documents' pattern for an email address: a top-level domain of 2 to 24 letters (doc1 §5). */
export const emailPattern = new RegExp(
  `^[^\\s@<>()[\\]\\\\,;:"]+@[^\\s@<>()[\\]\\\\,;:"]+\\.[A-Za-z]{${lengths.topLevelDomain.join()}}$`,
);
