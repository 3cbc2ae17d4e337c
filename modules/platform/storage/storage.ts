import type { Readable } from 'node:stream';

/** The files themselves, without addresses for browsers. */
export interface StoredFiles {
  /** Writes the complete file or nothing. Replaces an existing file. */
  put(key: string, body: Uint8Array | SizedStream, options: { contentType: string }): Promise<void>;
  /** @throws StoredFileMissing */
  get(key: string): Promise<StoredFile>;
  /** The keys that begin with `prefix`, or all with an empty one. What is stored meanwhile may be among them. */
  list(prefix: string): AsyncIterable<string>;
}

/** Stores files in a folder or an S3-compatible storage. */
export interface Storage extends StoredFiles {
  /** Those keys of `list` whose file was last written before a moment, by the storage's own time. */
  listOlder(prefix: string, before: Date): AsyncIterable<string>;
  /** No error if the file does not exist. */
  delete(key: string): Promise<void>;
  /** A URL from which the file can be fetched without a session until it expires. */
  signedGet(key: string, options: SignedGet): Promise<string>;
  /** A URL to which a browser may PUT a file until it expires. */
  signedPut(key: string, options: SignedPut): Promise<string>;
  /** @throws if the storage cannot be reached or does not let this process write */
  check(): Promise<void>;
  close(): void;
}

/** A stream of known length, because S3 needs the length before the first byte. */
export interface SizedStream {
  stream: Readable;
  bytes: number;
}

export interface StoredFile {
  body: Readable;
  contentType: string;
  bytes: number;
}

export interface SignedGet {
  /** Milliseconds; at most 7 days. */
  expiresIn: number;
  /** The file name that a browser suggests for saving. */
  filename: string;
  /** Shown in the browser instead of saved. Only for images. */
  inline?: boolean;
}

export interface SignedPut {
  /** Milliseconds; at most 7 days. */
  expiresIn: number;
  /**
   * The greatest length. S3 enforces a length only if it is exact, so whoever takes the file checks the length again.
   */
  most: number;
  /** The exact length, if the browser announced it. */
  bytes?: number | undefined;
  /** The only type that is taken; any if absent. */
  contentType?: string | undefined;
}

export class StoredFileMissing extends Error {
  override name = 'StoredFileMissing';
  /** It is an answer of a storage that works. */
  readonly unavailable = false;

  constructor(key: string) {
    super(`No file is stored at '${key}'`);
  }
}

const segments = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const MAX_KEY = 512;
const MAX_EXPIRY = 7 * 24 * 60 * 60 * 1000;

/**
 * Checks a key: segments of letters, digits, dot, dash and underscore that begin with a letter or digit, so that no key
 * can name a parent folder or a hidden file.
 * @throws RangeError
 */
export function checkKey(key: string): string {
  if (key.length > MAX_KEY || !segments.test(key)) throw new RangeError('Not a key of a stored file');
  return key;
}

/** @throws RangeError */
export function checkLength({ most, bytes = most }: Pick<SignedPut, 'most' | 'bytes'>): void {
  if (!(bytes > 0 && bytes <= most)) throw new RangeError('A length above what the address may take');
}

/** @throws RangeError */
export function checkExpiry(expiresIn: number): number {
  if (!Number.isSafeInteger(expiresIn) || expiresIn <= 0 || expiresIn > MAX_EXPIRY) {
    throw new RangeError('A signed address must be valid for at least a millisecond and at most seven days');
  }
  return expiresIn;
}

/** Content-Disposition with a plain name for old programs and the full one in UTF-8 (RFC 6266). */
export function disposition(filename: string, inline: boolean): string {
  const name = filename.replaceAll(/[\p{Cc}"\\/]/gu, '_').slice(0, 150);
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_');
  const full = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${full}`;
}
