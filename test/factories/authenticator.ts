import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options that a page's script gets, with the fields that an authenticator reads. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** How a hostile answer differs from that of a browser. */
export interface Otherwise {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The authenticator has not verified the person. */
  unverified?: boolean;
  userHandle?: string;
  credentialId?: string;
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest();

type Cbor = number | string | Buffer | [number | string, Cbor][];

/** CBOR (RFC 8949) for the values in attestation objects and COSE keys. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = value.flatMap(([key, of]) => [cbor(key), cbor(of)]);
  return Buffer.concat([head(5, value.length), ...pairs]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}

/** A device that creates one passkey and signs with it (WebAuthn §6), for one browser at one origin. */
export class Authenticator {
  readonly #origin: string;
  readonly #counts: number;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly credentialId = base64url(randomBytes(32));
  counter = 0;
  userHandle = '';

  /** @param counts by how much each use increases the counter; many devices do not count at all */
  constructor(origin: string, counts = 1) {
    this.#origin = origin;
    this.#counts = counts;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  make(options: string, otherwise: Otherwise = {}): string {
    const asked: Options = JSON.parse(options);
    this.userHandle = asked.user?.id ?? '';
    const id = Buffer.from(otherwise.credentialId ?? this.credentialId, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey()]);
    const data = this.#data(asked.rp?.id ?? '', otherwise, attested);
    return this.#answer(otherwise, {
      clientDataJSON: this.#clientData('webauthn.create', asked, otherwise),
      attestationObject: base64url(
        cbor([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', data],
        ]),
      ),
      transports: ['internal'],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  sign(options: string, otherwise: Otherwise = {}): string {
    const asked: Options = JSON.parse(options);
    this.counter += this.#counts;
    const data = this.#data(asked.rpId ?? '', otherwise);
    const clientDataJSON = this.#clientData('webauthn.get', asked, otherwise);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))]);
    return this.#answer(otherwise, {
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#key)),
      userHandle: otherwise.userHandle ?? this.userHandle,
    });
  }

  #answer({ credentialId = this.credentialId }: Otherwise, response: object): string {
    return JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }

  #clientData(type: string, asked: Options, { challenge, origin }: Otherwise): string {
    const json = JSON.stringify({
      type,
      challenge: challenge ?? asked.challenge,
      origin: origin ?? this.#origin,
      crossOrigin: false,
    });
    return base64url(Buffer.from(json));
  }

  #data(rpId: string, otherwise: Otherwise, attested?: Buffer): Buffer {
    const flags =
      USER_PRESENT | (otherwise.unverified ? 0 : USER_VERIFIED) | (attested === undefined ? 0 : ATTESTED);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(otherwise.counter ?? this.counter);
    return Buffer.concat([
      sha256(otherwise.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      attested ?? Buffer.alloc(0),
    ]);
  }

  /** ES256 in COSE (RFC 9053 §7.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }
}
