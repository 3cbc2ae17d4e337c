import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exitCodes, StartError } from '../start-error.ts';

export interface FolderLock {
  release(): void;
}

/**
 * One start at a time for a data folder. The lock is the operating system's own (SQLite takes it), so that it ends
 * with the process however that ends, and no stale lock file has to be judged.
 * @throws StartError that names the process which holds it
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const holderFile = join(folder, 'lock.json');
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const holder = findHolder(folder);
    const who = holder === null ? 'another start' : `process ${holder}`;
    throw new StartError(
      `The data folder ${folder} is in use by ${who}: stop it first, or set DATA_FOLDER to another one.`,
      exitCodes.inUse,
    );
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid }));
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** The process that wrote itself down as the holder last; it need not live. */
function findHolder(folder: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? pid : null;
  } catch {
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}
