import { expect, test } from 'vitest';
import { writeReference } from '#cli/reference.ts';
import { writeRetention } from '#cli/retention-page.ts';

test('the page of the commands says what the program does, with the shape of each JSON', async () => {
  await expect(
    await writeReference(),
    'write it with: npx vitest run test/cli/reference.test.ts -u',
  ).toMatchFileSnapshot('../../docs/commands.md');
});

test('the page of what is kept how long says what the modules declare', async () => {
  await expect(
    writeRetention(),
    'write it with: npx vitest run test/cli/reference.test.ts -u',
  ).toMatchFileSnapshot('../../docs/retention.md');
});
