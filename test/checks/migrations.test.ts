import pg from 'pg';
import { expect, test } from 'vitest';
import { migrations } from '#migrations/index.ts';
import { listMigrations, migrateDatabase, rollbackMigration } from '#modules/platform/database/schema.ts';
import { emptyDatabase } from '#test/database.ts';

test('the migrations go down to nothing and up again to the same schema', async () => {
  const database = await emptyDatabase();
  try {
    await migrateDatabase(database.url, migrations);
    const first = await describeSchema(database.url);
    expect(first.length).toBeGreaterThan(100);
    while (await rollbackMigration(database.url, migrations)) {
      // One at a time, to the last.
    }
    expect((await listMigrations(database.url, migrations)).filter(({ executedAt }) => executedAt)).toEqual(
      [],
    );
    expect(await describeSchema(database.url), 'what the migrations made is gone').toEqual([]);
    await migrateDatabase(database.url, migrations);
    expect(await describeSchema(database.url)).toEqual(first);
  } finally {
    await database.drop();
  }
});

/** Every object of our schema in words: columns, constraints, indexes, triggers, functions, types, views. */
async function describeSchema(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(`
      select format('%s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public' and table_name not like 'mikro_orm%'
      union all
      select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'mikro_orm%'
          and conrelid <> 0
      union all
      select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'mikro_orm%'
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select format('type %s %s', typname, typtype) from pg_type t where typnamespace = 'public'::regnamespace
        and typtype in ('e', 'd') and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
      union all
      select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
      order by 1`);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}
