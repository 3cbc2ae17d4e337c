import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#modules/portal.ts';
import { declaredSealedColumns } from '#modules/platform/index.ts';

/** A key rotation must know every column with encrypted values, so each is declared with `sealedColumn`. */

const root = join(import.meta.dirname, '..', '..');

/** Encrypted with each person's own key, which a rotation encrypts again (`person_key.wrapped`). */
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

/** The columns of the schema whose names say that they are encrypted. */
function sealedByName(schema: string): string[] {
  return [...schema.matchAll(/^create table (\S+) \(\n([\s\S]*?)^\);/gm)].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/^ {2}(\w+_(?:sealed|encrypted)) /gm)].map(([, column]) => `${table}.${column}`),
  );
}

/** Where source code encrypts or decrypts with a place that is written as a literal text. */
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
