import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const NAME = 'shieldhub-test-';
/** In bytes: several times what the templates, the clones of all workers, and the log need. */
const ROOM = 2 * 1024 ** 3;

/**
 * The folder for the test server's data. It is in memory if there is room: each test file clones a database of a
 * thousand small files, and while other programs write as well, a disk's file system takes up to nine times the
 * processor time for that.
 * @param folder the folder of this checkout's tests. The folder in memory is kept for it until the machine restarts,
 *   and is given up if `folder` is removed.
 * @param onDisk used where the machine has no such memory, or too little
 * @param memory where a file system in memory is mounted
 */
export function databaseFolder(folder: string, onDisk: string, memory = '/dev/shm'): string {
  if (!existsSync(memory)) return onDisk;
  dropAbandoned(memory);
  const note = join(folder, 'postgres.memory');
  const known = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (isHomeOf(known, folder)) return join(known, 'postgres');
  if (!hasRoom(memory)) return onDisk;
  const home = join(memory, `${NAME}${randomBytes(6).toString('hex')}`);
  // The note comes first, because another checkout may look for abandoned folders at the same time.
  writeFileSync(note, home);
  mkdirSync(home, { mode: 0o755 });
  writeFileSync(join(home, 'data-folder'), folder);
  return join(home, 'postgres');
}

function hasRoom(memory: string): boolean {
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= ROOM;
}

/** Whether both folders name each other. */
function isHomeOf(home: string, folder: string): boolean {
  const named = join(home, 'data-folder');
  return home !== '' && existsSync(named) && readFileSync(named, 'utf8') === folder;
}

/** Removes this user's folders of checkouts that are gone. */
function dropAbandoned(memory: string): void {
  for (const name of readdirSync(memory)) {
    const named = join(memory, name, 'data-folder');
    if (!name.startsWith(NAME) || !existsSync(named)) continue;
    if (statSync(named).uid !== process.getuid?.()) continue;
    const note = join(readFileSync(named, 'utf8'), 'postgres.memory');
    if (!existsSync(note) || readFileSync(note, 'utf8') !== join(memory, name))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}
