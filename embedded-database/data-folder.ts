import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Binaries, bareEnvironment } from './binaries.ts';

/** Gives a file or folder to the user that PostgreSQL runs as. */
function own({ owner: { uid, gid } }: Binaries, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/**
 * Makes the files of a new PostgreSQL server. Sorting and case are those of one locale, so that they are the same for
 * everybody.
 * @param folder is emptied if it exists
 * @param password of the role `postgres`
 * @param settings that the files keep, such as `scram_iterations`
 */
export async function makeDataFolder(
  binaries: Binaries,
  folder: string,
  { password, settings = {} }: { password: string; settings?: Readonly<Record<string, string>> },
): Promise<void> {
  const passwordFile = `${folder}.password`;
  rmSync(folder, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  own(binaries, folder);
  own(binaries, passwordFile);
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${folder}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
        '--no-instructions',
        // Not needed: the system writes the files within seconds, and if the machine fails before that, only a new
        // database is lost.
        '--no-sync',
      ],
      { ...binaries.owner, cwd: '/', env: bareEnvironment() },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
