import { expect, test } from 'vitest';
import { compareLines, onlyChanges } from '#modules/platform/index.ts';

const shown = (before: string, after: string) =>
  compareLines([...before], [...after]).map(
    ({ kind, text }) => `${{ kept: ' ', added: '+', removed: '-' }[kind]}${text}`,
  );

test.each([
  ['abc', 'abc', [' a', ' b', ' c']],
  ['', 'ab', ['+a', '+b']],
  ['ab', '', ['-a', '-b']],
  ['abcd', 'axcd', [' a', '-b', '+x', ' c', ' d']],
  ['abcd', 'bcda', ['-a', ' b', ' c', ' d', '+a']],
  ['aa', 'aaa', [' a', ' a', '+a']],
  ['xay', 'zaw', ['-x', '+z', ' a', '-y', '+w']],
  ['aby', 'xabz', ['+x', ' a', ' b', '-y', '+z']],
  ['xaby', 'abz', ['-x', ' a', ' b', '-y', '+z']],
])('%s to %s', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

/** How many lines two texts can keep at most. */
function mostKept([old, ...before]: string[], after: string[]): number {
  if (old === undefined || after.length === 0) return 0;
  const found = after.indexOf(old);
  const without = mostKept(before, after);
  return found === -1 ? without : Math.max(without, 1 + mostKept(before, after.slice(found + 1)));
}

test('either text is made of its own lines, in their order, and no line is changed that could be kept', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  for (let round = 0; round < 200; round += 1) {
    const text = () => Array.from({ length: random() % 9 }, () => 'abc'.charAt(random() % 3));
    const [before, after] = [text(), text()];
    const lines = compareLines(before, after);
    expect(lines.filter(({ kind }) => kind !== 'added').map((line) => line.text)).toEqual(before);
    expect(lines.filter(({ kind }) => kind !== 'removed').map((line) => line.text)).toEqual(after);
    expect(lines.filter(({ kind }) => kind === 'kept')).toHaveLength(mostKept(before, after));
  }
});

test('long texts without a common line are given whole', () => {
  const [before, after] = ['old', 'new'].map((word) =>
    Array.from({ length: 3000 }, (_, at) => `${word} ${at}`),
  );
  expect(compareLines(before ?? [], after ?? [])).toHaveLength(6000);
});

test('a line is found again in texts of up to 2,000 lines, all others of which changed', () => {
  const kept = (length: number) => {
    const lines = (word: string) =>
      ['first', 'same', ...Array(length - 2).fill('')].map((line, at) =>
        line === 'same' ? line : `${word} ${at}`,
      );
    return compareLines(lines('old'), lines('new')).filter(({ kind }) => kind === 'kept').length;
  };
  expect([kept(2_000), kept(2_001)]).toEqual([1, 0]);
});

test('far from a change lines are left out, once between two changes', () => {
  const lines = onlyChanges(compareLines([...'abcdefgh'], [...'aBcdefGh']));
  expect(lines.map((line) => line?.text ?? '...')).toEqual(['a', 'b', 'B', 'c', '...', 'f', 'g', 'G', 'h']);
  expect(onlyChanges(compareLines(['a'], ['a']))).toEqual([]);
});

test.each([
  ['abcd', 'Abcd', ['a', 'A', 'b']],
  ['bcd', 'Abcd', ['A', 'b']],
  ['abcd', 'abcD', ['c', 'd', 'D']],
  ['abc', 'abcD', ['c', 'D']],
])(
  'before the first change and after the last one from %s to %s nothing stands for the rest',
  (before, after, shown) => {
    const lines = onlyChanges(compareLines([...before], [...after]));
    expect(lines.map((line) => line?.text ?? '...')).toEqual(shown);
  },
);
