import { buffer } from 'node:stream/consumers';
import type { KeyRing } from '../crypto/key-ring.ts';
import { type Storage, StoredFileMissing } from './storage.ts';

/** Files that are encrypted with the key ring before they are stored: reports, applications, exports. */

interface Vault {
  keys: KeyRing;
  storage: Storage;
}

const placeOf = (key: string) => `storage:${key}`;

/** Encrypts a file and stores it; replaces an existing one. */
export async function keepSealed({ keys, storage }: Vault, key: string, file: Uint8Array): Promise<void> {
  const sealed = keys.encryptBytes(Buffer.from(file), placeOf(key));
  await storage.put(key, Buffer.from(sealed), { contentType: 'application/octet-stream' });
}

/**
 * Encrypts a stored file again if it is under an older key.
 * @returns whether it was; also false if the file no longer exists
 * @throws SealError
 */
export async function resealFile(vault: Vault, key: string): Promise<boolean> {
  const { keys, storage } = vault;
  try {
    const { body } = await storage.get(key);
    const sealed = (await buffer(body)).toString('utf8');
    if (keys.isCurrent(sealed)) return false;
    await keepSealed(vault, key, keys.decryptBytes(sealed, placeOf(key)));
    return true;
  } catch (error) {
    if (error instanceof StoredFileMissing) return false;
    throw error;
  }
}

/** The id of the key that a stored file is encrypted with; null if the file does not exist or is not encrypted. */
export async function keyOfFile(storage: Storage, key: string): Promise<string | null> {
  try {
    const { body } = await storage.get(key);
    for await (const chunk of body) return /^v1\.([^.]+)\./.exec(String(chunk))?.[1] ?? null;
    return null;
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
