import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted value that cannot be decrypted: it was altered, belongs to another place, or its key is missing. */
export class SealError extends Error {
  override name = 'SealError';
}

/**
 * AES-256-GCM.
 * @param key 32 bytes
 * @param aad where the value is stored; needed to decrypt it, so that a value cannot be moved to another row
 * @returns IV, tag and ciphertext, concatenated
 */
export function seal(key: Buffer, plain: Buffer, aad: string): Buffer {
  const { iv, cipher } = sealing(key, aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Encrypts like `seal`, part by part. The tag is known after the last part. */
export function sealing(key: Buffer, aad: string) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(aad, 'utf8'));
  return { iv, cipher };
}

/** How many bytes precede the ciphertext. */
export const SEAL_HEAD = IV_BYTES + TAG_BYTES;

/** @throws SealError */
export function unseal(key: Buffer, sealed: Buffer, aad: string): Buffer {
  const { update, final } = unsealing(key, sealed.subarray(0, SEAL_HEAD), aad);
  return Buffer.concat([update(sealed.subarray(SEAL_HEAD)), final()]);
}

/**
 * Decrypts like `unseal`, part by part. Nothing of it may be used before `final` has returned.
 * @param head IV and tag
 * @throws SealError
 */
export function unsealing(key: Buffer, head: Buffer, aad: string) {
  if (head.length < SEAL_HEAD) throw new SealError('A sealed value is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(aad, 'utf8'));
  decipher.setAuthTag(head.subarray(IV_BYTES));
  return {
    update: (body: Buffer) => decipher.update(body),
    final() {
      try {
        return decipher.final();
      } catch {
        throw new SealError('A sealed value does not open: altered, or sealed with other associated data');
      }
    },
  };
}
