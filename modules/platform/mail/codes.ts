import { type KeyRing, SealError } from '../crypto/index.ts';
import { readEmailAddress } from '../fields/email.ts';
import { isMailList, type MailList } from './groups.ts';

/**
 * The codes in the links of a mail's footer. They are encrypted with the key ring, so that no one can read the address
 * or forge a code, and no row is stored. Removing a key from the ring makes all codes made with it invalid.
 */
const PREFERENCES = 'mail.preferences';
const UNSUBSCRIBE = 'mail.unsubscribe';
/** The purpose of signed, unencrypted tokens, which are still in invitations that people have received. */
const SIGNED_UNSUBSCRIBE = 'network.unsubscribe';

/** The code in /emailpreferences/{preferencecode}, for the mails to an address. */
export function preferenceCode(keys: KeyRing, emailaddress: string): string {
  return keys.encrypt(sameForm(emailaddress), PREFERENCES);
}

/** @returns the address, or null if we did not make the code */
export function readPreferenceCode(keys: KeyRing, preferencecode: string): string | null {
  const emailaddress = open(keys, preferencecode, PREFERENCES);
  return emailaddress && sameForm(emailaddress);
}

/** The token in /unsubscribe/{token}. It unsubscribes one address from one list of mails. */
export function unsubscribeToken(keys: KeyRing, list: MailList, emailaddress: string): string {
  return keys.encrypt(`${list} ${sameForm(emailaddress)}`, UNSUBSCRIBE);
}

export interface Unsubscription {
  list: MailList;
  emailaddress: string;
}

/** @returns null if we did not make the token */
export function readUnsubscribeToken(keys: KeyRing, token: string, now: Date): Unsubscription | null {
  const signed = keys.unsign(SIGNED_UNSUBSCRIBE, token, now);
  if (signed !== null) return { list: 'invitations', emailaddress: sameForm(signed) };
  const [list, emailaddress] = open(keys, token, UNSUBSCRIBE)?.split(' ') ?? [];
  if (!list || !emailaddress || !isMailList(list)) return null;
  return { list, emailaddress: sameForm(emailaddress) };
}

/** A link in an old mail may hold the address in another form. An account may have one that no form reads. */
const sameForm = (emailaddress: string) => readEmailAddress(emailaddress) ?? emailaddress.toLowerCase();

function open(keys: KeyRing, sealed: string, purpose: string): string | null {
  try {
    return keys.decrypt(sealed, purpose);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
