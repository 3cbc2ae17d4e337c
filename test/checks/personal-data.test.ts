import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { personalData } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import {
  aboutNobody,
  exportedNames,
  findPersonalTables,
  findUndeclared,
  findUnnamed,
  type SchemaColumn,
  type SchemaReference,
  whoseInExport,
} from './personal-tables.ts';

const portal = await testPortal();

const declared = personalData.of(portal);

const { rows: references } = await portal.pool.query<SchemaReference>(`
  select conrelid::regclass::text as table, confrelid::regclass::text as to
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
const { rows: columns } = await portal.pool.query<SchemaColumn>(`
  select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`);
const personal = findPersonalTables(references, columns);

test('every table that holds something about a person is declared by a module', () => {
  expect(personal.size).toBeGreaterThan(30);
  expect(findUndeclared(personal, declared)).toEqual([]);
});

test('a table of a person that no module declares is found, also one that refers to another table of the person', () => {
  const planted = findPersonalTables(
    [...references, { table: 'pet', to: 'application' }, { table: 'collar', to: 'pet' }],
    [...columns, { table: 'letter', column: 'to_email' }],
  );
  expect(findUndeclared(planted, declared).map((fault) => fault.split(' ')[0])).toEqual([
    'collar',
    'letter',
    'pet',
  ]);
});

test('whatever an export can say about somebody else is listed with whose data it is', () => {
  expect(findUnnamed(declared)).toEqual([]);
  const names = exportedNames(declared);
  for (const [column, reason] of Object.entries(whoseInExport)) {
    expect(names, `${column} is no longer exported: take its line out`).toContain(column);
    expect(reason.length).toBeGreaterThan(3);
  }
});

test('an exported column that names somebody else is found', () => {
  const [first] = declared;
  if (!first?.tables[0]) throw new Error('no module declares anything');
  const planted = { ...first.tables[0], table: 'pet', columns: ['name', 'fed_by', 'agent', 'vet_address'] };
  const found = findUnnamed([{ ...first, tables: [planted] }]).map((fault) => fault.split(' ')[0]);
  expect(found).toEqual(['pet.agent', 'pet.fed_by', 'pet.vet_address']);
});

test('a table is declared once, by the module that owns it', async () => {
  const [first] = declared;
  if (!first) throw new Error('no module declares anything');
  expect(findUndeclared(personal, [...declared, first])).toEqual(
    first.tables.map(({ table }) => `${table} is declared twice`),
  );
  const root = join(import.meta.dirname, '../../modules');
  const files = (await readdir(root, { recursive: true })).filter((path) =>
    path.endsWith('personal-data.ts'),
  );
  for (const path of files) {
    const module = path.split(sep)[0] ?? '';
    const named = /personalTables\('(\w+)'\)/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
    if (named) expect(named, path).toBe(module);
    if (named) expect(declared.map((data) => data.module)).toContain(module);
  }
});

test('what is listed as about nobody is still there', () => {
  const tables = new Set(columns.map(({ table }) => table));
  for (const [table, reason] of Object.entries(aboutNobody)) {
    expect(tables.has(table), `${table} is gone: take its line out`).toBe(true);
    expect(reason.length).toBeGreaterThan(10);
  }
});
