import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#modules/portal.ts';
import { declaredFileColumns, declaredSealedColumns } from '#modules/platform/index.ts';

/**
 * A key rotation must know every column with encrypted values and every key of an encrypted file, so each is declared,
 * and the database refuses anything else in it.
 */

const root = join(import.meta.dirname, '..', '..');
const schema = readFileSync(join(root, 'migrations', 'schema.sql'), 'utf8');

/** The value by which a start recognizes a key. It stays under that key. */
const neverRotated = ['encryption_key.proof'];

const tables = [...schema.matchAll(/^create table (\S+) \(\n([\s\S]*?)^\)[^;]*;/gm)].map(
  ([, table = '', body = '']) => ({ table, body }),
);

/** `table.column`, and the constraint's name, of each column that the database checks with a function. */
const checkedBy = (condition: string) =>
  tables.flatMap(({ table, body }) =>
    [...body.matchAll(new RegExp(`constraint (\\S+) CHECK \\(${condition}\\)`, 'g'))].map(
      ([, name, column]) => ({ name, column: `${table}.${column}` }),
    ),
  );

const byRing = checkedBy('is_sealed\\((\\w+)(?: ->> .*?)?\\)');
const byPerson = checkedBy('is_sealed_for_person\\((\\w+)\\)');
const columnsOf = (checked: { column: string }[]) => checked.map(({ column }) => column);
const declared = declaredSealedColumns.map(({ table, column }) => `${table}.${column}`);

test('the database checks exactly the columns that are declared', () => {
  expect(declared.length).toBeGreaterThan(30);
  expect(columnsOf(byRing).sort()).toEqual([...declared, ...neverRotated].sort());
  expect(columnsOf(byPerson).filter((column) => declared.includes(column))).toEqual([]);
});

test('each column that is encrypted by its name is declared, or under a person’s own key', () => {
  const named = tables.flatMap(({ table, body }) =>
    [...body.matchAll(/^ {2}(\w+_(?:sealed|encrypted)) /gm)].map(([, column]) => `${table}.${column}`),
  );
  expect(named.length).toBeGreaterThan(5);
  const checked = columnsOf([...byRing, ...byPerson]);
  expect(named.filter((column) => !checked.includes(column))).toEqual([]);
});

test('the constraints are named after their columns', () => {
  const wrong = [...byRing, ...byPerson].filter(
    ({ name, column }) => name !== `${column.replace('sandbox.', '').replace('.', '_')}_sealed`,
  );
  expect(wrong).toEqual([]);
});

test('no key of an encrypted file is empty', () => {
  expect(declaredFileColumns.length).toBeGreaterThan(5);
  const named = columnsOf(checkedBy("(\\w+) <> ''::text"));
  const files = declaredFileColumns.map(({ table, column }) => `${table}.${column}`);
  expect(files.filter((column) => !named.includes(column))).toEqual([]);
});

/** Where source code encrypts or decrypts with a place that is written as a literal text. */
const handWrittenPlace = /\.(?:en|de)crypt(?:Bytes)?\([^;]*?`[a-z_]+\.[a-z_]+:\$\{/;

test('no source encrypts for a place that is not declared', () => {
  expect(handWrittenPlace.test(['keys.encrypt(text, `a.b:$', '{id}`)'].join(''))).toBe(true);
  expect(handWrittenPlace.test('keys.encrypt(text, sealedAt(id))')).toBe(false);
  const files = ['modules', 'sandboxes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  expect(files.filter((file) => handWrittenPlace.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
