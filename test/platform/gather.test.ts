import { expect, test } from 'vitest';
import { gather } from '#modules/platform/index.ts';

/** A reader that doubles its keys, and records the keys of each query. */
function doubling() {
  const queries: number[][] = [];
  const find = gather(async (keys: readonly number[]) => {
    queries.push([...keys]);
    return keys.map((key) => key * 2);
  });
  return { find, queries };
}

test('what is asked for in one turn is read by one query, and everybody gets the value of their own key', async () => {
  const { find, queries } = doubling();
  const answers = await Promise.all([find(1), find(2), find(1)]);
  expect(answers).toEqual([2, 4, 2]);
  expect(queries).toEqual([[1, 2, 1]]);
});

test('what is asked for later is read by a query of its own', async () => {
  const { find, queries } = doubling();
  await find(1);
  await find(2);
  expect(queries).toEqual([[1], [2]]);
});

test('a query reads at most a hundred keys', async () => {
  const { find, queries } = doubling();
  const keys = Array.from({ length: 250 }, (_, at) => at);
  expect(await Promise.all(keys.map(find))).toEqual(keys.map((key) => key * 2));
  expect(queries.map((each) => each.length)).toEqual([100, 100, 50]);
});

test('a query that fails fails for everybody who asked in that turn, and for nobody after them', async () => {
  let broken = true;
  const find = gather(async (keys: readonly number[]) => {
    if (broken) throw new Error('the database is gone');
    return keys;
  });
  const refused = await Promise.allSettled([find(1), find(2)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await find(3)).toBe(3);
});

test('an answer of the wrong length is nobody’s', async () => {
  const find = gather(async (keys: readonly number[]) => keys.slice(1));
  await expect(find(1)).rejects.toThrow('0 of 1 keys were read');
});
