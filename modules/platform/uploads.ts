import type { Portal, Work } from './contract.ts';
import { Refusal } from './refusals.ts';
import { StoredFileMissing } from './storage/index.ts';

/**
 * Stores a file and runs the transaction by which a row refers to it. If that fails, the file is deleted again. It stays
 * where only the commit failed: when the connection is lost then, the row may have been written.
 * @param work outside a transaction: none is open while the file is stored
 * @throws what `refer` throws
 */
export async function storeReferred<C>(
  work: Work<C>,
  { key, body, contentType }: { key: string; body: Uint8Array; contentType: string },
  refer: (inside: Work<C>) => Promise<void>,
): Promise<void> {
  const { storage } = work.portal;
  await storage.put(key, body, { contentType });
  let isReferred = false;
  try {
    await work.apart(async (inside) => {
      await refer(inside);
      isReferred = true;
    });
  } catch (error) {
    if (isReferred) throw error;
    await storage.delete(key).catch((problem) => work.log.error({ err: problem }, 'a file was left behind'));
    throw error;
  }
}

/** What is known of an upload by PUT, and what it may be. */
interface Upload {
  key: string;
  /** The HTTP status with which the PUT ended, as the browser tells it. */
  uploadstatus: number;
  /** Bytes. */
  most: number;
  tooLarge(): Error;
}

/**
 * Reads an uploaded file and deletes it, also if it is refused.
 * @throws Refusal invalid-input for an upload that failed, not-found when nothing was uploaded; what `tooLarge` makes
 */
export async function takeUpload({ storage }: Pick<Portal, 'storage'>, upload: Upload): Promise<Buffer> {
  try {
    return await readUpload(storage, upload);
  } finally {
    await storage.delete(upload.key);
  }
}

async function readUpload(
  storage: Portal['storage'],
  { key, uploadstatus, most, tooLarge }: Upload,
): Promise<Buffer> {
  if (uploadstatus !== 200) {
    throw new Refusal('invalid-input', { detail: `upload ended with ${uploadstatus}` });
  }
  try {
    const { body, bytes } = await storage.get(key);
    if (bytes > most) {
      body.destroy();
      throw tooLarge();
    }
    return Buffer.concat(await body.toArray());
  } catch (error) {
    if (error instanceof StoredFileMissing) {
      throw new Refusal('not-found', { detail: 'nothing was uploaded' });
    }
    throw error;
  }
}
