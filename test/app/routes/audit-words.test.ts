import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditActions, detailWords } from '#app/routes/admin/audit-words.ts';

const root = join(import.meta.dirname, '..', '..', '..');

function actionsWritten(): string[] {
  const sources = globSync('modules/**/*.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const lines = sources.flatMap((source) => source.match(/^.*\baction: .*$/gm) ?? []);
  const written = lines.flatMap((line) =>
    [...line.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map((found) => found[1]),
  );
  return [...new Set(written.filter((action) => action !== undefined))].sort();
}

test('staff read words for every action that the modules write to the audit log', () => {
  expect(actionsWritten()).not.toHaveLength(0);
  expect(Object.keys(auditActions).sort()).toEqual(actionsWritten());
});

test('details are read as words, without what is empty', () => {
  expect(detailWords({ from: null, to: 'paid', changed: ['address1', 'previous_addresses'] })).toBe(
    'to: paid, changed: address1 and previous addresses',
  );
});
