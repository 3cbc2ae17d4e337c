import { expect, test } from 'vitest';
import { writeReference } from '#cli/reference.ts';

test('the page of the commands says what the program does, with the shape of each JSON', async () => {
  await expect(
    await writeReference(),
    'write it with: npx vitest run test/cli/reference.test.ts -u',
  ).toMatchFileSnapshot('../../docs/commands.md');
});
