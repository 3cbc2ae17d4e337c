import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { businessMistakes } from './business.ts';
import { doorMistakes } from './doors.ts';
import { identityMistakes } from './identity.ts';

const mistakes = [...identityMistakes, ...businessMistakes, ...doorMistakes];

/** The mistakes of the lists as faults of the sources as they are now, each with the test file that has to see it. */
export function listMistakes(root: string): { fault: Fault; test: string }[] {
  return mistakes.map(({ what, file, before, after, test }) => {
    const source = readFileSync(join(root, file), 'utf8');
    const start = source.indexOf(before);
    if (start < 0 || source.includes(before, start + 1)) {
      throw new Error(`Mend test/faults/mistakes: ${file} must hold this once, for "${what}":\n${before}`);
    }
    const line = source.slice(0, start).split('\n').length;
    const end = start + before.length;
    return { fault: { file, line, kind: what, start, end, before, after, functions: [] }, test };
  });
}
