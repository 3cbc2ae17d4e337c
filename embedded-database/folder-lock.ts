import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exitCodes, StartError } from '#modules/platform/start-error.ts';

export interface Lock {
  release(): void;
}

/**
 * Takes a lock that the operating system holds (through SQLite). It always ends with the process, so there are no stale
 * lock files.
 * @returns null if another process has it
 */
export function tryLock(file: string): Lock | null {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * Allows only one process at a time to use a data folder.
 * @throws StartError that names the process that holds it
 */
export function lockFolder(folder: string): Lock {
  const lock = tryLock(join(folder, 'lock'));
  if (!lock) {
    const holder = findHolder(folder);
    const who = holder === null ? 'another start' : `process ${holder}`;
    throw new StartError(
      `The data folder ${folder} is in use by ${who}: stop it first, or set DATA_FOLDER to another one.`,
      exitCodes.inUse,
    );
  }
  const holderFile = join(folder, 'lock.json');
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid }));
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.release();
    },
  };
}

/** The process that was last recorded as the holder of the lock. It may not run any more. */
function findHolder(folder: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? pid : null;
  } catch {
    return null;
  }
}
