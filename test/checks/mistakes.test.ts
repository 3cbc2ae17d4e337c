import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listMistakes } from '#test/faults/mistakes/index.ts';

test('each mistake of the list can still be planted in the sources', () => {
  const { planted, outdated } = listMistakes(join(import.meta.dirname, '..', '..'));
  expect(outdated, 'Mend the pieces in test/faults/mistakes').toEqual([]);
  expect(planted.length).toBeGreaterThan(100);
});
