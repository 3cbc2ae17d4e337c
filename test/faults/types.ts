import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, plant } from './fault.ts';

/** The folders in which faults are planted, and what they import. */
const copied = ['app', 'cli', 'embedded-database', 'jobs', 'migrations', 'modules', 'sandboxes'];

/** Errors about what is declared and no longer used: who plants a fault by hand removes that as well. */
const unused = new Set(['TS6133', 'TS6192', 'TS6196', 'TS6198', 'TS6199']);

/**
 * Finds out which faults the compiler refuses, so that the step 'types' of the test command fails. It compiles a copy
 * with one fault in each file, as often as needed.
 */
export function seenByTypes(root: string, faults: readonly Fault[]): Set<Fault> {
  const seen = new Set<Fault>();
  if (faults.length === 0) return seen;
  const folder = join(root, '.data', 'test', 'faults', 'types');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of [...copied, 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: copied }),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (let left = [...faults]; left.length > 0; ) {
    const round = [...new Map(left.map((fault) => [fault.file, fault])).values()];
    for (const fault of round)
      writeFileSync(join(folder, fault.file), plant(readFileSync(join(root, fault.file), 'utf8'), fault));
    const refused = filesWithErrors(folder);
    for (const fault of round) {
      if (refused.has(fault.file)) seen.add(fault);
      cpSync(join(root, fault.file), join(folder, fault.file));
    }
    left = left.filter((fault) => !round.includes(fault));
  }
  return seen;
}

function filesWithErrors(folder: string): Set<string> {
  const compiler = join(folder, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { stdout, error } = spawnSync(
    process.execPath,
    [compiler, ...'--incremental false --tsBuildInfoFile null --pretty false'.split(' ')],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (error) throw error;
  const errors = [...stdout.matchAll(/^(.+?)\(\d+,\d+\): error (TS\d+)/gm)];
  return new Set(errors.flatMap(([, file = '', code = '']) => (unused.has(code) ? [] : [file])));
}
