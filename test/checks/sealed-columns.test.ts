import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#modules/portal.ts';
import { declaredSealedColumns } from '#modules/platform/index.ts';

/** A rotation of the keys has to know every column of encrypted values: `sealedColumn` declares it. */

const root = join(import.meta.dirname, '..', '..');

/** Under each person's own key, which a rotation encrypts anew (`person_key.wrapped`). */
const underPersonsKey = [
  'admin_note.note_sealed',
  'audit_entry.detail_sealed',
  'check_transfer.reason_sealed',
  'cra_order.correction_sealed',
  'expiration_change.note_sealed',
  'id_verification.note_sealed',
  'id_verification.result_sealed',
  'manual_package.reason_sealed',
  'staff_session.reason_sealed',
];

/** The columns of the schema that say by their name that they are sealed. */
function sealedByName(schema: string): string[] {
  return [...schema.matchAll(/^create table (\S+) \(\n([\s\S]*?)^\);/gm)].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/^ {2}(\w+_(?:sealed|encrypted)) /gm)].map(([, column]) => `${table}.${column}`),
  );
}

/** Where a source encrypts or decrypts with a place that it writes itself. */
const handWrittenPlace = /\.(?:en|de)crypt(?:Bytes)?\([^;]*?`[a-z_]+\.[a-z_]+:\$\{/;

test('each column that is sealed by its name is declared, or under a person’s own key', () => {
  const declared = declaredSealedColumns.map(({ table, column }) => `${table}.${column}`);
  const named = sealedByName(readFileSync(join(root, 'migrations', 'schema.sql'), 'utf8'));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((column) => ![...declared, ...underPersonsKey].includes(column))).toEqual([]);
  expect(new Set(declared).size).toBe(declared.length);
});

test('no source encrypts for a place that is not declared', () => {
  expect(handWrittenPlace.test(['keys.encrypt(text, `a.b:$', '{id}`)'].join(''))).toBe(true);
  expect(handWrittenPlace.test('keys.encrypt(text, sealedAt(id))')).toBe(false);
  const files = readdirSync(join(root, 'modules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(
    files.filter((file) => handWrittenPlace.test(readFileSync(join(root, 'modules', file), 'utf8'))),
  ).toEqual([]);
});
