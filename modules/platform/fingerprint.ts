import { createHash } from 'node:crypto';

/**
 * A short text that changes whenever one of the values does. A page keeps the fingerprint of the record that it showed
 * and sends it with the form, so that it does not overwrite a record that somebody else has changed in the meantime.
 */
export function fingerprintOf(values: object): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 24);
}
