import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exitCodes, StartError } from '../start-error.ts';
import { FolderFiles } from '../storage/folder-files.ts';
import type { StoredFiles } from '../storage/storage.ts';
import type { BackupConfig } from './config.ts';
import type { BackupPlace } from './place.ts';

const SUFFIX = '.backup';

/**
 * As `shieldhub-20260131T020000Z.backup`, which sorts by time.
 * @param kind `copy` for one without personal data, as `shieldhub-copy-20260131T020000Z.backup`
 */
export const backupName = (now: Date, kind?: 'copy'): string =>
  `shieldhub-${kind ? `${kind}-` : ''}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}${SUFFIX}`;

/** Whether this is the address of one backup, not of a place for them. */
export const isBackup = (address: string): boolean => address.endsWith(SUFFIX);

/** @throws StartError if a bucket is named and its keys are not set */
export async function openPlace(config: BackupConfig, address: string): Promise<BackupPlace> {
  const s3 = readBucket(address);
  if (!s3) return folderPlace(address);
  const { s3Place } = await import('./s3-place.ts');
  return s3Place({ ...requireBucket(config), bucket: s3.bucket }, s3.path);
}

/** The bytes of one backup. @throws StartError if there is none */
export async function readPlace(config: BackupConfig, address: string): Promise<AsyncIterable<Buffer>> {
  const s3 = readBucket(address);
  if (s3) {
    const { readS3 } = await import('./s3-place.ts');
    return readS3({ ...requireBucket(config), bucket: s3.bucket }, s3.path);
  }
  const found = await stat(address).catch(() => null);
  if (!found?.isFile()) throw new StartError(`There is no backup at ${address}.`, exitCodes.notFound);
  return createReadStream(address);
}

/** The portal's stored files, as they are kept. */
export async function openFiles({ storage }: BackupConfig): Promise<StoredFiles | null> {
  if (!storage) return null;
  if (storage.kind === 'folder') return new FolderFiles(storage.folder);
  const { S3Storage } = await import('../storage/s3.ts');
  return new S3Storage(storage);
}

function folderPlace(folder: string): BackupPlace {
  return {
    async write(name, stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      const draft = `${path}.${process.pid}.part`;
      try {
        const file = await open(draft, 'wx', 0o600);
        await pipeline(stream, file.createWriteStream({ flush: true }));
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return path;
    },
  };
}

function readBucket(address: string): { bucket: string; path: string } | null {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/(.*))?$/.exec(address);
  return found ? { bucket: found[1] ?? '', path: (found[2] ?? '').replace(/\/+$/, '') } : null;
}

function requireBucket({ bucket }: BackupConfig): NonNullable<BackupConfig['bucket']> {
  if (bucket) return bucket;
  throw new StartError(
    'Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and BACKUP_S3_ENDPOINT or BACKUP_S3_REGION.',
    exitCodes.config,
  );
}
