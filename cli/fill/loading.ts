import type pg from 'pg';

interface Dropped {
  table: string;
  name: string;
  definition: string;
}

/**
 * Loads tables without their secondary indexes, foreign keys and triggers, in one transaction, and then restores all of
 * these. A foreign key is checked for all rows when it is added again, so a row that violates one fails the load. The
 * tables must be empty. They are truncated first, so that a server with minimal WAL does not have to log the rows.
 * @param tables the tables to load, including those that they refer to and those that refer to them
 */
export async function loadInBulk(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  await client.query('begin');
  await client.query(`set local maintenance_work_mem = '512MB'; set local work_mem = '256MB';
    set local max_parallel_maintenance_workers = 2; set local statement_timeout = 0; set local timezone = 'UTC'`);
  const keys = await listForeignKeys(client, tables);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const indexes = await listSecondaryIndexes(client, tables);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  await load();
  for (const { definition } of indexes) await client.query(definition);
  for (const table of tables) await client.query(`analyze ${table}`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await client.query('commit');
}

async function listForeignKeys(client: pg.Client, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by conrelid::regclass::text, conname`,
    [tables],
  );
  return rows;
}

async function listSecondaryIndexes(client: pg.Client, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select indrelid::regclass::text as "table", indexrelid::regclass::text as name,
       pg_get_indexdef(indexrelid) as definition
     from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1, 2`,
    [tables],
  );
  return rows;
}
