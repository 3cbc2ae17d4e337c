import type { Portal, Work } from './contract.ts';
import { TemporaryFile } from './files/index.ts';
import { Refusal } from './refusals.ts';
import { StoredFileMissing } from './storage/index.ts';

/**
 * Stores a file and runs the transaction that writes the row that refers to it. If `refer` fails, the file is deleted
 * again. If only the commit fails, the file stays, because the row may have been written before the connection was
 * lost.
 * @param work without a transaction, so that none is open while the file is stored
 * @throws what `refer` throws
 */
export async function storeReferred<C>(
  work: Work<C>,
  { key, body, contentType }: { key: string; body: TemporaryFile; contentType: string },
  refer: (inside: Work<C>) => Promise<void>,
): Promise<void> {
  const { storage } = work.portal;
  await storage.put(key, { stream: body.stream(), bytes: body.bytes }, { contentType });
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

/** What the browser says about an upload by PUT, and the limit for it. */
interface Upload {
  key: string;
  /** The HTTP status of the PUT, as the browser reports it. */
  uploadstatus: number;
  /** Bytes. */
  most: number;
  tooLarge(): Error;
}

/**
 * Takes an uploaded file out of the storage, even if it is refused. The caller closes it.
 * @throws Refusal invalid-input if the upload failed, not-found if nothing was uploaded; the error of `tooLarge` if it
 * is too large
 */
export async function takeUpload(
  { storage }: Pick<Portal, 'storage'>,
  upload: Upload,
): Promise<TemporaryFile> {
  try {
    return await readUpload(storage, upload);
  } finally {
    await storage.delete(upload.key);
  }
}

async function readUpload(
  storage: Portal['storage'],
  { key, uploadstatus, most, tooLarge }: Upload,
): Promise<TemporaryFile> {
  if (uploadstatus !== 200) {
    throw new Refusal('invalid-input', { detail: `upload ended with ${uploadstatus}` });
  }
  try {
    const { body, bytes } = await storage.get(key);
    if (bytes > most) {
      body.destroy();
      throw tooLarge();
    }
    return await TemporaryFile.of(body);
  } catch (error) {
    if (error instanceof StoredFileMissing) {
      throw new Refusal('not-found', { detail: 'nothing was uploaded' });
    }
    throw error;
  }
}
