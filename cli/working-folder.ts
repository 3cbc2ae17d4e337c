import { join, resolve } from 'node:path';
import process from 'node:process';

/** Where a command was typed. */
const typedIn = process.cwd();

/**
 * Makes the project's folder the working one, as the units of deploy/systemd do. A library looks for its settings in the
 * working folder and those above it: it fails where the portal's user may not read, and runs the code of whoever put a
 * file of that name there.
 */
export function workInProject(): void {
  process.chdir(join(import.meta.dirname, '..'));
}

/** Reads a path as it was typed. The address of a bucket (s3://...) stays as it is. */
export const typedPath = (path: string): string => (path.startsWith('s3://') ? path : resolve(typedIn, path));
