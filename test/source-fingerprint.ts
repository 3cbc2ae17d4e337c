import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Identifies the present state of sources, for what is made from them once and then kept.
 * @param sources files and folders, as paths from the root of the repository
 * @param more anything else that it depends on
 * @returns 16 hexadecimal digits
 */
export async function fingerprintOf(sources: readonly string[], more = ''): Promise<string> {
  const hash = createHash('sha256').update(more);
  for (const source of sources) {
    const path = join(root, source);
    const files = (await stat(path)).isFile() ? [path] : await listFiles(path);
    for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
