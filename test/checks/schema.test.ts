import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dumpSchema } from '#modules/platform/database/dump.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

interface Column {
  type: string;
  isNullable: boolean;
  isKey: boolean;
  /** Without quotes and type. */
  default: string | null;
}

/** The differences, one sentence for each column. Tables and columns are matched by name. */
function compare(entities: Map<string, Column>, migrated: Map<string, Column>): string[] {
  return [...new Set([...entities.keys(), ...migrated.keys()])].sort().flatMap((name) => {
    const entity = entities.get(name);
    const column = migrated.get(name);
    if (!entity) return [`${name} is in no entity`];
    if (!column) return [`${name} is in no migration`];
    return [
      ...(entity.type === column.type ? [] : [`${name} is ${column.type}, the entity says ${entity.type}`]),
      ...(entity.isNullable === column.isNullable
        ? []
        : [`${name} is ${column.isNullable ? 'nullable' : 'not null'}, the entity says otherwise`]),
      ...(entity.isKey === column.isKey ? [] : [`${name} is a primary key in one of the two only`]),
      // An insert may leave out columns that have a default in the entity.
      ...(entity.default === null || entity.default === column.default
        ? []
        : [`${name} is '${column.default}' by default, the entity says '${entity.default}'`]),
    ];
  });
}

async function readEntities(): Promise<Map<string, Column>> {
  const columns = [...portal.orm.getMetadata().getAll().values()].flatMap((meta) =>
    meta.props.flatMap((property) =>
      property.persist === false
        ? []
        : property.fieldNames.map((field, index) => ({
            name: `${meta.tableName}.${field}`,
            type: property.columnTypes[index] ?? '',
            isNullable: property.nullable === true,
            isKey: property.primary === true,
            default: property.default?.toString() ?? null,
          })),
    ),
  );
  // PostgreSQL names the types the same way for both sides. It always stores instants with full precision, whatever the
  // mapper declares.
  const { rows } = await portal.pool.query<{ type: string | null }>(
    'select format_type(to_regtype(asked), null) as type from unnest($1::text[]) with ordinality as t(asked, at) order by at',
    [columns.map(({ type }) => type.replace(/\(\d+\)/, ''))],
  );
  return new Map(
    columns.map(({ name, ...rest }, at) => [name, { ...rest, type: rows[at]?.type ?? rest.type }]),
  );
}

async function readMigrated(): Promise<Map<string, Column>> {
  const { rows } = await portal.pool.query<Column & { name: string }>(String.raw`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable",
      (select trim('''' from regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[\w ]+(\[\])?$', ''))
        from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum) as default,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'mikro_orm%'`);
  return new Map(rows.map(({ name, ...column }) => [name, column]));
}

test('the entities have the columns that the migrations make', async () => {
  const migrated = await readMigrated();
  expect(migrated.size).toBeGreaterThan(100);
  expect(compare(await readEntities(), migrated)).toEqual([]);
});

test('a column that differs in name, type, nullability or default is told', async () => {
  const migrated = await readMigrated();
  const column = { type: 'text', isNullable: false, isKey: false, default: 'x' };
  const planted = new Map([
    ...migrated,
    ['account.nickname', column],
    ['account.city', { ...column, type: 'integer', default: null }],
  ]);
  planted.set('account.firstname', { ...column, isNullable: true });
  planted.delete('account.lastname');
  expect(compare(planted, migrated)).toEqual([
    'account.city is text, the entity says integer',
    'account.firstname is not null, the entity says otherwise',
    "account.firstname is 'null' by default, the entity says 'x'",
    'account.lastname is in no entity',
    'account.nickname is in no migration',
  ]);
});

test('migrations/schema.sql shows the schema as it is', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../migrations/schema.sql'), 'utf8');
  const actual = await dumpSchema(portal.databaseUrl);
  expect(actual, 'refresh it: npm run shield -- db dump-schema').toBe(committed);
});
