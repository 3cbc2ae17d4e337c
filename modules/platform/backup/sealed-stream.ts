import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SealError } from '../crypto/seal.ts';

/*
 * The encryption of a backup file, in the way of the age format: a line that names the key, then parts of 64 KiB, each
 * encrypted with AES-256-GCM under a key of this file alone. The nonce counts the parts and marks the last one, so that
 * none can be taken out, added, moved or cut off.
 */

const FORMAT = 'shieldhub-backup/1';
/** Bytes of plain text in one part. */
const PART = 64 * 1024;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
/** The longest first line. */
const MAX_HEAD = 200;

/** Keys of 32 bytes in base64 by id: `active` encrypts, all decrypt. */
export interface BackupKeys {
  active: string;
  keys: Record<string, string>;
}

function fileKey(keys: BackupKeys, id: string, head: string): Buffer {
  const key = keys.keys[id];
  if (key === undefined) throw new SealError(`BACKUP_KEY lacks the key '${id}', which encrypts this backup`);
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', head, 32));
}

function nonceOf(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(part, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Encrypts a stream. */
export async function* sealStream(
  keys: BackupKeys,
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const head = `${FORMAT} ${keys.active} ${randomBytes(SALT_BYTES).toString('base64url')}\n`;
  const key = fileKey(keys, keys.active, head);
  yield Buffer.from(head);
  let part = 0;
  const sealPart = (bytes: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(part, isLast), { authTagLength: TAG_BYTES });
    part += 1;
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const parts = new Parts(PART);
  for await (const chunk of plain) for (const bytes of parts.add(chunk)) yield sealPart(bytes, false);
  yield sealPart(parts.rest(), true);
}

/**
 * Decrypts a stream that `sealStream` made.
 * @throws SealError if it was altered or cut off, or its key is missing. What was given before that is authentic, but
 * not complete.
 */
export async function* unsealStream(
  keys: BackupKeys,
  sealed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const parts = new Parts(PART + TAG_BYTES);
  let key: Buffer | undefined;
  let part = 0;
  const openPart = (bytes: Buffer, isLast: boolean) => {
    if (!key || bytes.length < TAG_BYTES) throw new SealError('The backup is cut off');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(part, isLast), {
      authTagLength: TAG_BYTES,
    });
    part += 1;
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealError('The backup was altered or cut off, or BACKUP_KEY has another key with this id');
    }
  };
  let head = Buffer.alloc(0);
  for await (const chunk of sealed) {
    let body = chunk;
    if (!key) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\n') + 1;
      if (end === 0 && head.length < MAX_HEAD) continue;
      const line = head.toString('latin1', 0, end);
      const id = /^shieldhub-backup\/1 ([\w-]{1,16}) [\w-]{22}\n$/.exec(line)?.[1];
      if (id === undefined) throw new SealError('This is not a backup of a portal');
      key = fileKey(keys, id, line);
      body = head.subarray(end);
    }
    for (const bytes of parts.add(body)) yield openPart(bytes, false);
  }
  if (!key) throw new SealError('This is not a backup of a portal');
  yield openPart(parts.rest(), true);
}

/** Cuts a stream into parts of one size. A part is given once a byte after it is known, so that the last one is kept. */
class Parts {
  readonly #size: number;
  #held: Buffer[] = [];
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  *add(chunk: Buffer): Generator<Buffer> {
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#size) return;
    let all = Buffer.concat(this.#held);
    while (all.length > this.#size) {
      yield all.subarray(0, this.#size);
      all = all.subarray(this.#size);
    }
    this.#held = [all];
    this.#bytes = all.length;
  }

  rest(): Buffer {
    return Buffer.concat(this.#held);
  }
}
