import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { KeyRing } from '../crypto/key-ring.ts';
import { SEAL_HEAD } from '../crypto/seal.ts';
import { TemporaryFile } from '../files/temporary-file.ts';
import { type Storage, StoredFileMissing } from './storage.ts';

/** Files that are encrypted with the key ring before they are stored: reports, applications, exports. */

interface Vault {
  keys: KeyRing;
  storage: Storage;
}

const placeOf = (key: string) => `storage:${key}`;

/** Encrypts a file and stores it; replaces an existing one. */
export async function keepSealed({ keys, storage }: Vault, key: string, file: Uint8Array): Promise<void> {
  await storage.put(key, sealFile(keys, key, file), { contentType: SEALED_TYPE });
}

/** The media type under which encrypted files are stored. */
export const SEALED_TYPE = 'application/octet-stream';

/** The bytes that are stored for a file. */
export const sealFile = (keys: KeyRing, key: string, file: Uint8Array): Buffer =>
  Buffer.from(keys.encryptBytes(Buffer.from(file), placeOf(key)));

/** The same for a file that people sent, which is never held in memory as a whole. */
export async function keepSealedFile(
  { keys, storage }: Vault,
  key: string,
  file: TemporaryFile,
): Promise<void> {
  const { prefix, iv, cipher } = keys.sealing(placeOf(key));
  await using body = await TemporaryFile.of(file.stream().compose(cipher));
  const head = Buffer.concat([iv, cipher.getAuthTag()]);
  async function* sealed() {
    yield prefix;
    yield* encode(head, body.stream());
  }
  const bytes = prefix.length + Math.ceil(((head.length + body.bytes) * 4) / 3);
  const stream = Readable.from(sealed(), { objectMode: false });
  await storage.put(key, { stream, bytes }, { contentType: SEALED_TYPE });
}

/**
 * The counterpart of `keepSealedFile`. The caller closes the file.
 * @throws StoredFileMissing, SealError
 */
export async function openSealedFile({ keys, storage }: Vault, key: string): Promise<TemporaryFile> {
  const { body } = await storage.get(key);
  return TemporaryFile.of(unsealed(keys, placeOf(key), body));
}

/** Base64url, in which three bytes become four characters. */
async function* encode(head: Buffer, body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = head;
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64url', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64url');
}

async function* unsealed(keys: KeyRing, place: string, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let opened: ReturnType<KeyRing['unsealing']> | undefined;
  let [prefix, rest] = ['', ''];
  let head = Buffer.alloc(0);
  const take = (part: Buffer): Buffer => {
    if (opened) return opened.update(part);
    head = Buffer.concat([head, part]);
    if (head.length < SEAL_HEAD) return Buffer.alloc(0);
    opened = keys.unsealing(prefix, head.subarray(0, SEAL_HEAD), place);
    return opened.update(head.subarray(SEAL_HEAD));
  };
  for await (const chunk of body) {
    let text = rest + chunk.toString('latin1');
    if (prefix === '') {
      prefix = /^[^.]*\.[^.]*\./.exec(text)?.[0] ?? '';
      if (prefix === '') {
        rest = text;
        continue;
      }
      text = text.slice(prefix.length);
    }
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    yield take(Buffer.from(text.slice(0, whole), 'base64url'));
  }
  yield take(Buffer.from(rest, 'base64url'));
  yield (opened ?? keys.unsealing(prefix, head, place)).final();
}

/**
 * Encrypts a stored file again if it is under an older key, without holding it in memory as a whole.
 * @returns whether it was; also false if the file no longer exists
 * @throws SealError
 */
export async function resealFile(vault: Vault, key: string): Promise<boolean> {
  const { keys, storage } = vault;
  try {
    if (keys.isCurrent(await beginningOf(storage, key))) return false;
    await using file = await openSealedFile(vault, key);
    await keepSealedFile(vault, key, file);
    return true;
  } catch (error) {
    if (error instanceof StoredFileMissing) return false;
    throw error;
  }
}

/** The first part of a stored file, which names the key; empty for an empty file. */
async function beginningOf(storage: Storage, key: string): Promise<string> {
  const { body } = await storage.get(key);
  for await (const chunk of body) return String(chunk);
  return '';
}

/** The id of the key that a stored file is encrypted with; null if the file does not exist or is not encrypted. */
export async function keyOfFile(storage: Storage, key: string): Promise<string | null> {
  try {
    return /^v1\.([^.]+)\./.exec(await beginningOf(storage, key))?.[1] ?? null;
  } catch (error) {
    if (error instanceof StoredFileMissing) return null;
    throw error;
  }
}

/** @throws StoredFileMissing, SealError */
export async function readSealed({ keys, storage }: Vault, key: string): Promise<Buffer> {
  const { body } = await storage.get(key);
  return keys.decryptBytes((await buffer(body)).toString('utf8'), placeOf(key));
}
