import { createHmac, hkdfSync } from 'node:crypto';
import { SealError, seal, sealing, unseal, unsealing } from './seal.ts';
import { sameSecret } from './tokens.ts';

export interface KeyRingOptions {
  /** The id of the key that encrypts. All other keys only decrypt. */
  active: string;
  /** Keys of 32 bytes in base64, by id. */
  keys: Record<string, string>;
  /** Key of the lookup hashes. It is not rotated with the ring, because stored hashes would no longer match. */
  lookupKey: string;
  /** The first signs cookies, URLs and files. What the others have signed still counts. */
  signingKeys: readonly string[];
}

/** Encrypts stored secrets, makes hashes by which they can be found, and signs cookies and URLs. */
export class KeyRing {
  readonly active: string;
  readonly #keys: Map<string, Buffer>;
  readonly #lookupKey: string;
  readonly #signingKeys: readonly string[];
  readonly #derived = new Map<string, Buffer>();

  /** @throws when a key has the wrong length or the active one is missing */
  constructor(options: KeyRingOptions) {
    this.#keys = new Map(Object.entries(options.keys).map(([id, key]) => [id, readKey(id, key)]));
    if (!this.#keys.has(options.active)) throw new Error(`The key ring has no key '${options.active}'`);
    this.active = options.active;
    this.#lookupKey = options.lookupKey;
    this.#signingKeys = options.signingKeys;
  }

  /**
   * Encrypts a text under the active key.
   * @param aad where the value is stored, as `table.column:rowId`; the same is needed to decrypt it
   * @returns `v1.<key id>.<base64url>`
   */
  encrypt(plain: string, aad: string): string {
    return this.encryptBytes(Buffer.from(plain, 'utf8'), aad);
  }

  /** @throws SealError if the value was altered, belongs to another place, or its key is not in the ring */
  decrypt(sealed: string, aad: string): string {
    return this.decryptBytes(sealed, aad).toString('utf8');
  }

  encryptBytes(plain: Buffer, aad: string): string {
    return `v1.${this.active}.${seal(this.#key(this.active), plain, aad).toString('base64url')}`;
  }

  /** @throws SealError */
  decryptBytes(sealed: string, aad: string): Buffer {
    const [version, id, body, ...rest] = sealed.split('.');
    if (version !== 'v1' || !id || !body || rest.length > 0) throw new SealError('Not a sealed value');
    return unseal(this.#key(id), Buffer.from(body, 'base64url'), aad);
  }

  has(id: string): boolean {
    return this.#keys.has(id);
  }

  /** Encrypts like `encryptBytes`, part by part: `prefix`, then base64url of IV, tag and ciphertext. */
  sealing(aad: string) {
    return { prefix: `v1.${this.active}.`, ...sealing(this.#key(this.active), aad) };
  }

  /**
   * Decrypts part by part.
   * @param prefix what precedes the base64url
   * @param head IV and tag
   * @throws SealError
   */
  unsealing(prefix: string, head: Buffer, aad: string) {
    const id = /^v1\.([^.]+)\.$/.exec(prefix)?.[1];
    if (id === undefined) throw new SealError('Not a sealed value');
    return unsealing(this.#key(id), head, aad);
  }

  /** False for a value under an older key. A rotation encrypts it again. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.active}.`);
  }

  /** A keyed hash for finding an encrypted value. Equal values with the same purpose have equal hashes. */
  lookupHash(purpose: string, value: string): string {
    return createHmac('sha256', this.#derive(this.#lookupKey, 'lookup', purpose))
      .update(value, 'utf8')
      .digest('base64url');
  }

  /** A keyed hash that authenticates a text sent along with it (signed URLs). */
  mac(purpose: string, text: string): string {
    return this.macs(purpose, text)[0] ?? '';
  }

  /** The hashes that authenticate the text: the one of `mac`, then those under former signing keys. */
  macs(purpose: string, text: string): string[] {
    return this.#signingKeys.map((key) =>
      createHmac('sha256', this.#derive(key, 'sign', purpose))
        .update(text, 'utf8')
        .digest('base64url'),
    );
  }

  /** Whether a hash was made by `mac` for this text, under any of the signing keys. */
  isMac(purpose: string, text: string, given: string): boolean {
    return this.macs(purpose, text).some((mac) => sameSecret(given, mac));
  }

  /** Signs a value for one purpose until `expiresAt`. Its holder can read but not change it. URL-safe. */
  sign(purpose: string, value: string, expiresAt?: Date): string {
    const body = `${Buffer.from(value, 'utf8').toString('base64url')}.${expiresAt?.getTime() ?? ''}`;
    return `${body}.${this.mac(purpose, body)}`;
  }

  /** Returns the value passed to `sign`, or null if it is forged, expired or was signed for another purpose. */
  unsign(purpose: string, signed: string, now: Date): string | null {
    const [value, expires, mac, ...rest] = signed.split('.');
    if (value === undefined || expires === undefined || mac === undefined || rest.length > 0) return null;
    if (!this.isMac(purpose, `${value}.${expires}`, mac)) return null;
    if (expires !== '' && Number(expires) <= now.getTime()) return null;
    return Buffer.from(value, 'base64url').toString('utf8');
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new SealError(`The key ring has no key '${id}'`);
    return key;
  }

  #derive(secret: string, use: string, purpose: string): Buffer {
    const info = `shieldhub/${use}/${purpose}`;
    const known = `${secret} ${info}`;
    let key = this.#derived.get(known);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, '', info, 32));
      this.#derived.set(known, key);
    }
    return key;
  }
}

function readKey(id: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error(`The key '${id}' of the key ring is not 32 bytes in base64`);
  return key;
}
