// Takes long: it reads the source of all modules.
import { expect, test } from 'vitest';
import { operations } from './operation-list.ts';
import { reachableRefusals } from './reachable-refusals.ts';

/** The reference of the calls lists what each of them may refuse with. */
test('every operation’s refusals are those that its source can reach', async () => {
  const reachable = reachableRefusals();
  const names = operations.map(({ name }) => name).sort();
  const lines = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(reachable.get(name))}`);
  expect(names.filter((name) => !reachable.has(name))).toEqual([]);
  await expect(
    `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`,
    'write it with: npx vitest run test/checks/call-refusals.test.ts -u',
  ).toMatchFileSnapshot('../../modules/call-refusals.json');
});
