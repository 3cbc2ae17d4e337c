import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every feature of the list has a test or a journey that names it, such as `F26: ...` or `F25, F26: ...`. */

const list = 'test/checks/features.tsv';
const root = join(import.meta.dirname, '..', '..');

/** The features named in the titles of a test file. */
function featuresNamedIn(source: string): string[] {
  const titles = source.matchAll(
    /\b(?:test|it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(F\d+(?:, F\d+)*): /g,
  );
  return [...titles].flatMap(([, , features = '']) => features.split(', '));
}

test('a title names one feature or several', () => {
  expect(featuresNamedIn(`test('F1: a', ...)`)).toEqual(['F1']);
  expect(featuresNamedIn(`describe("F2, F30: b", ...)`)).toEqual(['F2', 'F30']);
  expect(featuresNamedIn('it.each([\n  1,\n])(\n  `F4: %s`, ...)')).toEqual(['F4']);
  expect(featuresNamedIn(`// F5: no title\nexpect('F6: no title')`)).toEqual([]);
});

test('each listed feature has a test that is named after it', () => {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(test|spec)\.ts$/.test(file),
  );
  const named = new Set(
    files.flatMap((file) => featuresNamedIn(readFileSync(join(root, 'test', file), 'utf8'))),
  );
  const listed = readFileSync(join(root, list), 'utf8').trimEnd().split('\n').slice(1);
  const faults = listed
    .map((line) => line.split('\t'))
    .filter(([feature = '']) => !named.has(feature))
    .map(([feature, what]) => `${feature} (${what}): no test is named after it`);
  expect(faults).toEqual([]);
  expect(listed.length).toBeGreaterThan(30);
});
