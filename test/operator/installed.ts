import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program that a test needs and npm does not install; null after it was said that the test is left out.
 * @param name such as `haproxy`
 */
export function findInstalled(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // It is in another folder, or not installed.
    }
  }
  process.stdout.write(`Left out: ${name} is not installed (Debian: apt-get install ${name})\n`);
  return null;
}
