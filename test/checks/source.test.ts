import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOffenses, sourceRules } from './source-rules.ts';

const root = join(import.meta.dirname, '..', '..');

function listSource(): string[] {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', flags, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|css|md)$/.test(path));
}

test('the source holds nothing that it may not', () => {
  const offenses = listSource().flatMap((path) => {
    try {
      return findOffenses(path, readFileSync(join(root, path), 'utf8'));
    } catch {
      // Listed, and deleted since.
      return [];
    }
  });
  expect(offenses).toEqual([]);
});

test.each(sourceRules)('$name: seen in a planted line', ({ name, planted }) => {
  expect(findOffenses(planted.path, planted.line).join()).toContain(name);
});

test.each(['modules/network/rules.ts', 'app/styles/shell.css'])('%s is seen when it is too long', (path) => {
  expect(findOffenses(path, '\n'.repeat(401))).toHaveLength(1);
});
