import { expect, test } from 'vitest';
import { copiesOfModules, tableCopies } from '#modules/anonymized.ts';
import { copiedRows, findUndeclaredColumns, listTellingColumns } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

/** What a copy without personal data has of each column (`shield db anonymize`) is declared for the whole real schema. */

const portal = await testPortal();
const client = await portal.pool.connect();
const telling = await listTellingColumns(client).finally(() => client.release());
const { rows } = await portal.pool.query<{ name: string }>(`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'mikro_orm_migrations'`);
const tables = rows.map(({ name }) => name);

test('every column that can hold something about a person is declared, and no other table', () => {
  expect(telling.length).toBeGreaterThan(200);
  expect(findUndeclaredColumns(telling, tables, tableCopies)).toEqual([]);
});

test('a new column, an encrypted one that is kept, a new table and one that is gone are found', () => {
  const planted = [
    ...telling,
    { table: 'account', column: 'nickname', sealed: false },
    { table: 'setting', column: 'value', sealed: true },
  ];
  const found = findUndeclaredColumns(planted, [...tables, 'pet'], { ...tableCopies, fax: {} });
  expect(found.map((fault) => fault.split(' ')[0])).toEqual([
    'account.nickname',
    'setting.value',
    'pet',
    'fax',
  ]);
});

test('the columns are those of the schema, by type and by what a birthday is called', () => {
  const names = telling.map(({ table, column }) => `${table}.${column}`);
  for (const name of [
    'account.emailaddress',
    'account.dateofbirth',
    'api_key.allowed_addresses',
    'audit_entry.detail',
    'throttle.key_hash',
  ])
    expect(names).toContain(name);
  expect(names).not.toContain('account.role');
});

test('each table is declared once, and with columns that it has', async () => {
  const declared = Object.values(copiesOfModules).flatMap((copies) => Object.keys(copies));
  expect(declared.filter((table, place) => declared.indexOf(table) !== place)).toEqual([]);
  const { rows: stored } = await portal.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const there = new Set(stored.map(({ name }) => name));
  const named = tables.flatMap((table) =>
    Object.keys(copiedRows(tableCopies, table)?.columns() ?? {}).map((column) => `${table}.${column}`),
  );
  expect(named.filter((name) => !there.has(name))).toEqual([]);
});
