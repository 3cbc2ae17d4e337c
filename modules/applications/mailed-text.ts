import { maskedSsn } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';

/** Texts that people write outside the fields for an SSN. They must not contain one (D44). */

/** What looks like a whole SSN. A ZIP code of nine digits has its hyphen elsewhere. */
const wholeSsn = /\b(?:\d{3}[- ]\d{2}[- ]\d{4}|\d{9})\b/g;

/**
 * Checks that a text written by staff, which a mail will quote, contains no whole SSN (D44).
 * @param field of the form, for the refusal
 * @throws Refusal invalid-input
 */
export function requireNoSsn(field: string, text: string): void {
  if (text.search(wholeSsn) < 0) return;
  throw withSsn(field, 'Leave the number out: this text goes out by email');
}

/**
 * That a text about a person holds no whole SSN. Nine digits in a row may be the number of a court case: they are taken
 * for an SSN where they end as the person's does.
 * @param field of the form, for the refusal
 * @throws Refusal invalid-input
 */
export async function requireNoSsnOf(
  work: Pick<Work, 'db' | 'portal'>,
  accountId: string,
  field: string,
  text: string,
): Promise<void> {
  const found = text.match(wholeSsn) ?? [];
  if (found.length === 0) return;
  const own = (await maskedSsn(work, accountId))?.slice(-4);
  const isSsn = (number: string) => /[- ]/.test(number) || (own !== undefined && number.endsWith(own));
  if (found.some(isSsn)) throw withSsn(field, 'Leave the Social Security number out');
}

/**
 * That names and addresses hold no whole SSN, which would be printed and shown with them.
 * @param texts by the name of their field
 * @throws Refusal invalid-input
 */
export function requireNoSsnIn(texts: Readonly<Record<string, string>>): void {
  const found = Object.entries(texts).find(([, text]) => text.search(wholeSsn) >= 0);
  if (found) throw withSsn(found[0], 'Leave the Social Security number out');
}

function withSsn(field: string, message: string): Refusal {
  return new Refusal('invalid-input', { field, issues: { [field]: [message] }, message });
}
