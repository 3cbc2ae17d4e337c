import { createHmac } from 'node:crypto';
import { checkDigit } from '../checkdigit.ts';
import type { KeyRing } from '../crypto/key-ring.ts';

/*
 * Values that stand for those of people in a copy without personal data. The same original has the same one everywhere
 * in one copy, so that what belongs together stays together; another copy has others, because each has a secret of its
 * own, which nobody keeps.
 */

/** Nobody can register a name under it (RFC 2606), so no mail to such an address arrives anywhere. */
const DOMAIN = 'people.example';

const consonants = 'bcdfghjklmnprstvz';
const vowels = 'aeiou';

export interface MadeUpOptions {
  /** Of the copy. */
  keys: KeyRing;
  /** At least 32 random bytes. */
  secret: Buffer;
  /** Of the password that everybody has in the copy. */
  passwordHash: string;
}

export class MadeUp {
  readonly keys: KeyRing;
  readonly passwordHash: string;
  readonly #secret: Buffer;

  constructor({ keys, secret, passwordHash }: MadeUpOptions) {
    this.keys = keys;
    this.passwordHash = passwordHash;
    this.#secret = secret;
  }

  /** 32 bytes that only this copy has for the value. */
  bytes(kind: string, value: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${kind}\0${value}`, 'utf8').digest();
  }

  /** A whole number from 0 to below a limit of at most 2 to the 48th. */
  number(kind: string, value: string, below: number): number {
    return this.bytes(kind, value).readUIntBE(0, 6) % below;
  }

  /** Hexadecimal digits that are another text for each value. */
  hex(kind: string, value: string, digits = 24): string {
    return this.bytes(kind, value).toString('hex').slice(0, digits);
  }

  /** The key under which texts about a person are encrypted in the copy. */
  personKey(personId: string): Buffer {
    return this.bytes('person-key', personId);
  }

  firstname(person: string): string {
    return `${this.#syllables('firstname', person, 2)}nix`;
  }

  lastname(person: string): string {
    return `${this.#syllables('lastname', person, 2)}rvex`;
  }

  fullName(person: string): string {
    return `${this.firstname(person)} ${this.lastname(person)}`;
  }

  company(id: string): string {
    return `${this.#syllables('company', id, 3)}plex Inc.`;
  }

  street(of: string): string {
    return `${1 + this.number('house', of, 999)} ${this.#syllables('street', of, 2)}lix Street`;
  }

  city(of: string): string {
    return `${this.#syllables('city', of, 2)}ville`;
  }

  /** Begins with 000, as no ZIP code does. */
  postalcode(of: string): string {
    return `000${String(this.number('postalcode', of, 100)).padStart(2, '0')}`;
  }

  email(address: string): string {
    return `${this.hex('email', address.toLowerCase(), 16)}@${DOMAIN}`;
  }

  /** One of the 80,000 numbers 555-0100 to 555-0199 of some area, which are kept for fiction. */
  phone(number: string): string {
    const chosen = this.number('phone', number, 80_000);
    return `${200 + Math.floor(chosen / 100)}55501${String(chosen % 100).padStart(2, '0')}`;
  }

  /** Nine digits that were never issued: they begin with 9. Equal numbers stay equal. */
  ssn(original: string): string {
    return `9${String(this.number('ssn', original, 100_000_000)).padStart(8, '0')}`;
  }

  /**
   * Another ShieldID or ShieldLink ID with the same letters and a right check digit; two originals never become one.
   * @param number two letters and nine digits
   */
  shieldNumber(number: string): string {
    const half = 10_000;
    let [left, right] = [Number(number.slice(2, 6)), Number(number.slice(6, 10))];
    // A Feistel network maps the eight digits to each other one to one.
    for (let round = 0; round < 8; round += 1)
      [left, right] = [right, (left + this.number(`shield-number ${round}`, String(right), half)) % half];
    const digits = [left, right].map((part) => String(part).padStart(4, '0')).join('');
    return `${number.slice(0, 2)}${digits}${checkDigit(digits)}`;
  }

  /** Of a network that is kept for documentation (RFC 5737). */
  address(original: string): string {
    return `198.51.100.${1 + this.number('address', original, 254)}`;
  }

  /** Another id of an outside service; its lowercase prefix stays, as `pi_` does. */
  opaque(id: string): string {
    return `${/^[a-z]+_/.exec(id)?.[0] ?? ''}${this.hex('id', id)}`;
  }

  /** A code that opens a link or a purchase in the copy. @param alphabet of at most 256 letters */
  code(kind: string, id: string, alphabet: string, length: number): string {
    const bytes = this.bytes(kind, id);
    return Array.from({ length }, (_, at) => alphabet.charAt((bytes[at] ?? 0) % alphabet.length)).join('');
  }

  #syllables(kind: string, value: string, count: number): string {
    const bytes = this.bytes(kind, value);
    const letter = (of: string, at: number) => of.charAt((bytes[at] ?? 0) % of.length);
    const word = Array.from(
      { length: count },
      (_, at) => letter(consonants, 2 * at) + letter(vowels, 2 * at + 1),
    ).join('');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
}
