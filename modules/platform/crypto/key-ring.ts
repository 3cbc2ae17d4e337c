import { createHmac, hkdfSync } from 'node:crypto';
import { SealError, seal, unseal } from './seal.ts';
import { sameSecret } from './tokens.ts';

export interface KeyRingOptions {
  /** The id of the key that encrypts; every other one only decrypts. */
  active: string;
  /** Keys of 32 bytes in base64, by id. */
  keys: Record<string, string>;
  /** Makes the lookup hashes. Not rotated with the ring: a new one would orphan every stored hash. */
  lookupKey: string;
  /** Signs cookies and addresses; a new one only makes those invalid. */
  signingKey: string;
}

/** Encrypts what the database must not show, finds it by hash, and signs what leaves and comes back. */
export class KeyRing {
  readonly active: string;
  readonly #keys: Map<string, Buffer>;
  readonly #lookupKey: string;
  readonly #signingKey: string;
  readonly #derived = new Map<string, Buffer>();

  /** @throws when a key has the wrong length or the active one is missing */
  constructor(options: KeyRingOptions) {
    this.#keys = new Map(Object.entries(options.keys).map(([id, key]) => [id, readKey(id, key)]));
    if (!this.#keys.has(options.active)) throw new Error(`The key ring has no key '${options.active}'`);
    this.active = options.active;
    this.#lookupKey = options.lookupKey;
    this.#signingKey = options.signingKey;
  }

  /**
   * Encrypts a text under the active key.
   * @param aad where the value belongs, as `table.column:rowId`; the same is needed to open it
   * @returns `v1.<key id>.<base64url>`
   */
  encrypt(plain: string, aad: string): string {
    return this.encryptBytes(Buffer.from(plain, 'utf8'), aad);
  }

  /** @throws SealError when altered, made for another place, or under a key that the ring does not hold */
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

  /** False for a value under an older key, which a rotation encrypts anew. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.active}.`);
  }

  /** A keyed hash by which an encrypted value is found; equal values of one purpose have equal hashes. */
  lookupHash(purpose: string, value: string): string {
    return createHmac('sha256', this.#derive(this.#lookupKey, 'lookup', purpose))
      .update(value, 'utf8')
      .digest('base64url');
  }

  /** A keyed hash of a text that comes back beside it (signed addresses). */
  mac(purpose: string, text: string): string {
    return createHmac('sha256', this.#derive(this.#signingKey, 'sign', purpose))
      .update(text, 'utf8')
      .digest('base64url');
  }

  /** A value that its holder can read but not change, good for one purpose and until `expiresAt`. Url-safe. */
  sign(purpose: string, value: string, expiresAt?: Date): string {
    const body = `${Buffer.from(value, 'utf8').toString('base64url')}.${expiresAt?.getTime() ?? ''}`;
    return `${body}.${this.mac(purpose, body)}`;
  }

  /** The value that `sign` was given, or null when forged, expired or signed for something else. */
  unsign(purpose: string, signed: string, now: Date): string | null {
    const [value, expires, mac, ...rest] = signed.split('.');
    if (value === undefined || expires === undefined || mac === undefined || rest.length > 0) return null;
    if (!sameSecret(mac, this.mac(purpose, `${value}.${expires}`))) return null;
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
    let key = this.#derived.get(info);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, '', info, 32));
      this.#derived.set(info, key);
    }
    return key;
  }
}

function readKey(id: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error(`The key '${id}' of the key ring is not 32 bytes in base64`);
  return key;
}
