import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Config, Portal } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

/** In bytes. Files are on disk while they are handled. */
const LEAST_FREE = 1_000_000_000;

/**
 * The disks that the portal itself writes to.
 * @param leastFree bytes
 */
export async function checkDisk(
  { storage }: Pick<Config, 'storage'>,
  leastFree = LEAST_FREE,
): Promise<Answer> {
  const folders = [tmpdir(), ...(storage.kind === 'folder' ? [storage.folder] : [])];
  const disks = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(presentFolder(folder));
      const free = bavail * bsize;
      return { isFull: free < leastFree, words: `${(free / 1e9).toFixed(1)} GB free in ${folder}` };
    }),
  );
  const words = disks.map((disk) => disk.words).join(', ');
  return disks.some(({ isFull }) => isFull)
    ? warning(words, 'Free some space, or set TMPDIR or STORAGE_FOLDER to another disk.')
    : ok(words);
}

/** A folder is made when the first file is put into it. */
function presentFolder(folder: string): string {
  return existsSync(folder) ? folder : presentFolder(dirname(folder));
}

/** `disk_full` of PostgreSQL. */
const DISK_FULL = '53100';

/** Sorts a few megabytes with little memory, so that PostgreSQL writes a temporary file beside its tables. */
const spill = 'select md5(n::text) as word from generate_series(1, 40000) n order by word offset 40000';

/**
 * Whether PostgreSQL can still write.
 * @param write a statement that writes; the portal's role may make no table for it
 */
export async function checkDatabaseDisk({ pool }: Pick<Portal, 'pool'>, write = spill): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query("begin read only; set local work_mem = '64kB'");
    await client.query(write);
    return ok('PostgreSQL can write');
  } catch (error) {
    if ((error as { code?: unknown }).code !== DISK_FULL) throw error;
    return wrong(
      'The disk of PostgreSQL is full',
      'Make room on it: docs/operations/troubles.md, "Disk full".',
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}
