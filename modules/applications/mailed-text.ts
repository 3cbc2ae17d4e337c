import { Refusal } from './refusals.ts';

/** What looks like a whole SSN. */
const wholeSsn = /\b\d{3}[- ]?\d{2}[- ]?\d{4}\b/;

/**
 * Checks that a text written by staff, which a mail will quote, contains no whole SSN (D44).
 * @param field of the form, for the refusal
 * @throws Refusal invalid-input
 */
export function requireNoSsn(field: string, text: string): void {
  if (!wholeSsn.test(text)) return;
  const message = 'Leave the number out: this text goes out by email';
  throw new Refusal('invalid-input', { field, issues: { [field]: [message] }, message });
}
