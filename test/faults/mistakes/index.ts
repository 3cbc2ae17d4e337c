import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { attackMistakes } from './attacks.ts';
import { businessMistakes } from './business.ts';
import { doorMistakes } from './doors.ts';
import { identityMistakes } from './identity.ts';
import { mishaps } from './mishaps.ts';
import { moneyBackMistakes } from './money-back.ts';
import { teamMistakes } from './teams.ts';

const mistakes = [
  ...attackMistakes,
  ...mishaps,
  ...identityMistakes,
  ...teamMistakes,
  ...businessMistakes,
  ...doorMistakes,
  ...moneyBackMistakes,
];

/**
 * The mistakes of the lists as faults in the current sources, each with the test file that has to find it.
 * @returns `outdated`: those whose text is not in the sources exactly once any more, or whose test is not one of those
 * that `npm test` runs
 */
export function listMistakes(root: string): {
  planted: { fault: Fault; test: string }[];
  outdated: string[];
} {
  const outdated: string[] = [];
  const planted = mistakes.flatMap(({ what, file, before, after, test }) => {
    const source = readFileSync(join(root, file), 'utf8');
    const start = source.indexOf(before);
    if (start < 0 || source.includes(before, start + 1)) {
      outdated.push(`${what}: ${file} does not hold this once: ${before.trim()}`);
      return [];
    }
    if (!existsSync(join(root, test)) || test.endsWith('.long.test.ts')) {
      outdated.push(`${what}: npm test does not run ${test}`);
      return [];
    }
    const line = source.slice(0, start).split('\n').length;
    const end = start + before.length;
    return [{ fault: { file, line, kind: what, start, end, before, after, functions: [] }, test }];
  });
  return { planted, outdated };
}
