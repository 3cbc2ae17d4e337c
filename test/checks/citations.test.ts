import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLostCitations, listDecisions } from './citations.ts';

const root = join(import.meta.dirname, '..', '..');

function read(patterns: string[]) {
  return globSync(patterns, { cwd: root })
    .sort()
    .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') }));
}

const readmes = read(['README.md', 'modules/*/README.md']);

test('what the source cites is explained in a README', () => {
  const folders = '{app,cli,embedded-database,jobs,migrations,modules,sandboxes,test}';
  const files = read([`${folders}/**/*.{ts,tsx,css,md}`]).filter(
    ({ path }) => !path.startsWith('test/checks/citations'),
  );
  expect(findLostCitations(files, listDecisions(readmes))).toEqual([]);
});

test('each decision is explained in one place', () => {
  const numbers = readmes.flatMap(({ path, content }) =>
    [...listDecisions([{ path, content }]).keys()].map((number) => ({ number, path })),
  );
  const twice = numbers.filter(({ number, path }) =>
    numbers.some((other) => other.number === number && other.path !== path),
  );
  expect(
    twice.map(
      ({ number, path }) => `${path}: ${number} is explained in another README too: keep one of the two`,
    ),
  ).toEqual([]);
});

test('a citation that leads nowhere is found with its place and what to add', () => {
  const files = [
    {
      path: 'modules/network/links/links.ts',
      content: 'const a = 1;\n/** Sealed (D22), as D999 says (doc4 §2). */',
    },
  ];
  expect(findLostCitations(files, new Map([['D22', 'modules/network/README.md']]))).toEqual([
    'modules/network/links/links.ts:2 cites D999: add "- **D999** rule. Why: reason." to Decisions in modules/network/README.md',
    'modules/network/links/links.ts:2 cites doc4 §2: README.md knows doc1, doc2 and doc3 only',
  ]);
});
