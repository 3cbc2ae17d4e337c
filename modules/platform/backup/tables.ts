import pg from 'pg';

/** The tables of a portal as a backup sees them. */

export interface CopiedTable {
  /** With its schema, quoted where SQL needs it. */
  name: string;
  /** Without those that the database computes. */
  columns: string[];
}

/**
 * What the migrations write themselves, and what belongs to processes that no longer run after a restore.
 */
const notCopied = ['public.mikro_orm_migrations', 'graphile_worker.migrations'];
const schemas = ['public', 'sandbox', 'graphile_worker'];

/** All tables with rows of their own: those of the portal, of the sandboxes, and the jobs of the queue. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and format('%I.%I', n.nspname, c.relname) <> all($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [schemas, notCopied],
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  );
  return rows;
}

export async function listRanMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}

/** The version of the queue's tables. */
export async function queueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  );
  return rows[0]?.id ?? 0;
}

/** Makes the text of rows independent of how the server and the role are configured. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s';
    set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'`);
}

export const columnList = ({ columns }: Pick<CopiedTable, 'columns'>): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');
