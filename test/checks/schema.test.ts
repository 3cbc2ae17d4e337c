import { Migration } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { migrations, schema } from '#migrations/index.ts';
import { connect } from '#modules/platform/database/connect.ts';
import { dumpSchema } from '#modules/platform/database/dump.ts';
import { migrateDatabase, rollbackMigration } from '#modules/platform/database/schema.ts';
import { emptyDatabase } from '#test/database.ts';
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

/** Everything in a database by its name without its number, with what a dump does not show of tables and columns. */
async function listObjects(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ object: string }>(String.raw`
      select regexp_replace(object, '\d{5,}', '…') as object from (
        select distinct pg_describe_object(classid, objid, objsubid) as object from pg_depend where objid >= 16384
        union all
        select concat_ws(' ', c.oid::regclass, relkind, relpersistence, relreplident, relrowsecurity, relacl)
          from pg_class c where c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
        union all
        select concat_ws(' ', a.attrelid::regclass, a.attname, attstorage, attcompression, attoptions, attacl)
          from pg_attribute a join pg_class c on c.oid = a.attrelid
          where c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and a.attnum > 0 and not a.attisdropped
        union all
        select concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
      ) as described order by 1`);
    return rows.map(({ object }) => object);
  } finally {
    await client.end();
  }
}

test('migrations/schema.sql makes what the migrations make one after the other', async () => {
  const migrated = await emptyDatabase();
  try {
    await migrateDatabase(migrated, migrations);
    expect(await dumpSchema(migrated.ownerUrl), 'refresh it: npm run shield -- db dump-schema').toBe(schema);
    expect(await dumpSchema(portal.ownerUrl)).toBe(schema);
    expect(await listObjects(portal.ownerUrl)).toEqual(await listObjects(migrated.ownerUrl));
  } finally {
    await migrated.drop();
  }
});

test('a migration after schema.sql runs in an empty database, and alone in one that has the others', async () => {
  class Migration900Column extends Migration {
    override up(): void {
      this.addSql('alter table account add column nickname text');
    }
    override down(): void {
      this.addSql('alter table account drop column nickname');
    }
  }
  const list = [...migrations, Migration900Column];
  const database = await emptyDatabase();
  try {
    expect(await migrateDatabase(database, list, schema)).toEqual(list.map(({ name }) => name));
    expect(await dumpSchema(database.ownerUrl)).toContain('nickname text');
    expect(await rollbackMigration(database, list)).toBe('Migration900Column');
    expect(await dumpSchema(database.ownerUrl)).toBe(schema);
    expect(await migrateDatabase(database, list, schema)).toEqual(['Migration900Column']);
    expect(await migrateDatabase(database, list, schema)).toEqual([]);
  } finally {
    await database.drop();
  }
});

test('a release before schema.sql migrates an empty database step by step', async () => {
  const database = await emptyDatabase();
  try {
    expect(await migrateDatabase(database, migrations.slice(0, 1), schema)).toHaveLength(1);
  } finally {
    await database.drop();
  }
});
