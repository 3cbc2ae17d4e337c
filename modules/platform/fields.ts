import { z } from 'zod';
import { isOneLine } from './browser.ts';

/**
 * The fields that calls share. Every text is bounded and free of the characters that PostgreSQL cannot keep, so that
 * nothing unchecked comes near a query.
 */

/** YES / NO at the edge, a boolean inside (D2). Answers are encoded with it, inputs decoded. */
export const yesNo = z.codec(z.enum(['YES', 'NO']), z.boolean(), {
  decode: (value) => value === 'YES',
  encode: (value) => (value ? 'YES' : 'NO'),
});

const oneLine = { message: 'Use one line of plain text' };

/** A text that PostgreSQL can store: no NUL, no lone surrogate, at most `max` characters. */
export function plainText(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), { message: 'Not a text' });
}

/** A text of one line, without white space around it. */
export function trimmed(max: number, min = 0) {
  return z
    .string()
    .max(max * 2)
    .trim()
    .pipe(plainText(max, min).refine(isOneLine, oneLine));
}

/** The documents' pattern for an e-mail address: a top-level domain of 2 to 24 letters (doc1 §5). */
export const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[A-Za-z]{2,24}$/;

/** An e-mail address, lower-cased. */
export function emailAddress() {
  return z
    .string()
    .max(254)
    .trim()
    .toLowerCase()
    .pipe(plainText(254, 3).regex(emailPattern, 'Invalid Email Address').refine(isOneLine, oneLine));
}

/** Ten digits, however they were typed (doc1 §5). */
export function phoneNumber() {
  return z
    .string()
    .max(40)
    .transform((value) => value.replace(/[^\d]/g, ''))
    .pipe(z.string().regex(/^\d{10}$/, 'Enter all 10 digits'));
}

/** A plain date yyyy-MM-dd that exists. */
export const isoDate = () => z.iso.date();
