import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditActions, detailWords, doerWords } from '#app/routes/admin/audit-words.ts';

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

test('an amount is read as money, and an id as it is', () => {
  expect(detailWords({ amount_cents: 7900, transaction: 'pi_BPr3Ml66nw_N2u' })).toBe(
    'amount: $79, transaction: pi_BPr3Ml66nw_N2u',
  );
});

test('who did it is named, whoever signs in by the address, and the portal where there is neither', () => {
  const nobody = { actor: null, admin: null, address: null };
  expect(doerWords({ ...nobody, actor: 'Dana Whitfield', address: '192.0.2.1' })).toBe(
    'By Dana Whitfield from 192.0.2.1',
  );
  expect(doerWords({ ...nobody, actor: 'Dana Whitfield', admin: 'Ada Minton' })).toBe(
    'By Dana Whitfield (Ada Minton, in an admin session)',
  );
  expect(doerWords({ ...nobody, address: '192.0.2.1' })).toBe('From 192.0.2.1');
  expect(doerWords(nobody)).toBe('By the portal');
});
