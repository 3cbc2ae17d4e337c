import { type KeyRing, SealError } from '../crypto/index.ts';
import { isUnsubscribable, type UnsubscribableGroup } from './groups.ts';

/**
 * The codes in the links of a mail's footer. They are encrypted with the key ring, so that no one can read the address
 * or forge a code, and no row is stored. Removing a key from the ring ends all codes made with it.
 */
const PREFERENCES = 'mail.preferences';
const UNSUBSCRIBE = 'mail.unsubscribe';
/** The purpose of the signed, unencrypted tokens in invitations that are already in mailboxes. */
const SIGNED_UNSUBSCRIBE = 'network.unsubscribe';

/** The code in /emailpreferences/{preferencecode} of the mails to an address. */
export function preferenceCode(keys: KeyRing, emailaddress: string): string {
  return keys.encrypt(emailaddress.toLowerCase(), PREFERENCES);
}

/** @returns the address in lower case, or null for a code that we did not make */
export function readPreferenceCode(keys: KeyRing, preferencecode: string): string | null {
  return open(keys, preferencecode, PREFERENCES);
}

/** The token in /unsubscribe/{token}: it ends one group of mails to one address. */
export function unsubscribeToken(keys: KeyRing, group: UnsubscribableGroup, emailaddress: string): string {
  return keys.encrypt(`${group} ${emailaddress.toLowerCase()}`, UNSUBSCRIBE);
}

export interface Unsubscription {
  group: UnsubscribableGroup;
  emailaddress: string;
}

/** @returns null for a token that we did not make */
export function readUnsubscribeToken(keys: KeyRing, token: string, now: Date): Unsubscription | null {
  const signed = keys.unsign(SIGNED_UNSUBSCRIBE, token, now);
  if (signed !== null) return { group: 'invitations', emailaddress: signed };
  const [group, emailaddress] = open(keys, token, UNSUBSCRIBE)?.split(' ') ?? [];
  return group && emailaddress && isUnsubscribable(group) ? { group, emailaddress } : null;
}

function open(keys: KeyRing, sealed: string, purpose: string): string | null {
  try {
    return keys.decrypt(sealed, purpose);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
