import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** README.md and the guides: what they lead to exists, and README.md stays short. */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guides = globSync(['README.md', 'docs/**/*.md', 'modules/*/README.md'], { cwd: root }).sort();

/** Links to other files, and paths in code such as `modules/network/rules.ts:49`. Patterns and placeholders are no paths. */
function namedFiles(path: string, content: string): string[] {
  const links = [...content.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  );
  const paths = content.matchAll(
    /`((?:app|cli|docs|embedded-database|jobs|migrations|modules|sandboxes|test)\/[\w./-]+)(?::\d+)?`/g,
  );
  return [...links, ...[...paths].map(([, target = '']) => target)];
}

function listMissing(path: string, content: string): string[] {
  return namedFiles(path, content)
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${path} names ${file}, which does not exist`);
}

test('each file that the guides name exists', () => {
  expect(guides.flatMap((path) => listMissing(path, read(path)))).toEqual([]);
});

test('a link and a path that lead nowhere are found', () => {
  const content =
    'See [it](gone.md#part), [this](a.test.md), `modules/gone.ts:3`, `modules/*/gone.ts` and `test/run.ts`.';
  expect(listMissing('docs/a.md', content)).toEqual([
    'docs/a.md names docs/gone.md, which does not exist',
    'docs/a.md names docs/a.test.md, which does not exist',
    'docs/a.md names modules/gone.ts, which does not exist',
  ]);
});

test('each recipe is in the index', () => {
  const listed = new Set(namedFiles('docs/README.md', read('docs/README.md')));
  const recipes = guides.filter((path) => path.startsWith('docs/recipes/'));
  expect(recipes.filter((path) => !listed.has(path))).toEqual([]);
  expect(recipes.length).toBeGreaterThan(10);
});

test('README.md has both commands and stays short', () => {
  const lines = read('README.md').split('\n');
  expect(lines).toContain('npm ci && npm start');
  expect(lines).toContain('npm ci && npm test');
  expect(lines.length).toBeLessThanOrEqual(200);
  // Tables and pictures cannot be wrapped.
  expect(lines.filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
});
