import pg from 'pg';
import { exitCodes, StartError } from '../start-error.ts';
import type { DatabaseAddress } from './address.ts';
import { connect } from './connect.ts';

/** What the portal's role may do with one table. */
interface TableRights {
  name: string;
  /** Privileges as in GRANT, or null for none. */
  rights: string;
}

const schemas = ['public', 'sandbox', 'graphile_worker'];

/**
 * What the portal may do with each table: read and write rows, except what a trigger of the table refuses in every
 * case. Such a trigger, whose function is named `…refuse…change`, makes a table append-only or protects columns that
 * must never change. The list of executed migrations can only be read.
 */
const tableRights = `
  with refusal as (
    select t.tgrelid as relation, (t.tgtype & 8) <> 0 as deletes, (t.tgtype & 16) <> 0 as updates,
      t.tgattr::int2[] as columns
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.proname like '%refuse%change'
  ), refused as (
    select relation, bool_or(deletes) as deletes, bool_or(updates and cardinality(columns) = 0) as updates,
      array(select unnest(columns) from refusal r where r.relation = refusal.relation and updates) as columns
    from refusal group by relation
  )
  select c.oid::regclass::text as name,
    case when c.relname in ('mikro_orm_migrations', 'migrations') then 'select'
    else concat_ws(', ', 'select', 'insert',
      case when not coalesce(r.deletes, false) then 'delete' end,
      case when r.columns <> '{}' and not r.updates then
        'update (' || (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnum <> all(r.columns)) || ')'
      when not coalesce(r.updates, false) then 'update' end)
    end as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join refused r on r.relation = c.oid
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v')`;

/**
 * Grants the role that the portal works with what it needs in a migrated database, and revokes everything else: it may
 * change rows of tables but not the tables. Tables that are created later can be read and written at once. Running it
 * again changes nothing.
 * @param owner a connection of the role that owns the tables
 * @throws StartError if the portal's role does not exist
 */
export async function grantRights(owner: pg.Client, { url }: DatabaseAddress): Promise<void> {
  const role = decodeURIComponent(new URL(url).username);
  // One role for both purposes, as a developer may have it.
  if (role === owner.user) return;
  const { rows: found } = await owner.query<{ there: boolean }>(
    'select exists (select from pg_roles where rolname = $1) as there',
    [role],
  );
  if (!found[0]?.there) {
    throw new StartError(
      `DATABASE_URL: the database has no role "${role}". An administrator makes it: create role ${role} login password '...'`,
      exitCodes.config,
    );
  }
  const statements = await grantsFor(owner, role);
  await owner.query(`begin; ${statements.join('; ')}; commit`);
}

async function grantsFor(owner: pg.Client, role: string): Promise<string[]> {
  const to = pg.escapeIdentifier(role);
  const { rows: found } = await owner.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [schemas],
  );
  const { rows: tables } = await owner.query<TableRights>(tableRights, [schemas]);
  const { rows: hidden } = await owner.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid)`);
  const database = pg.escapeIdentifier(owner.database ?? '');
  return [
    `revoke create, temporary on database ${database} from public, ${to}`,
    ...found.flatMap(({ name }) => [
      `revoke create on schema ${name} from public, ${to}`,
      `grant usage on schema ${name} to ${to}`,
      `revoke all on all tables in schema ${name} from ${to}`,
      `grant usage on all sequences in schema ${name} to ${to}`,
    ]),
    ...[...Map.groupBy(tables, ({ rights }) => rights)].map(
      ([rights, of]) => `grant ${rights} on ${of.map(({ name }) => name).join(', ')} to ${to}`,
    ),
    // The queue's tables hide their rows from everybody except their owner unless a policy allows them. The privileges
    // then decide.
    ...hidden.map(({ name }) => `create policy as_granted on ${name} using (true)`),
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${to}`,
  ];
}

/**
 * Refuses a role that could change what only migrations may change: the triggers that protect the audit log, and all
 * tables.
 * @param url the address with the role that the portal works with
 * @throws StartError if it owns a table of the portal or may become its owner
 */
export async function requireRestrictedRole(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ role: string; owns: boolean }>(`
      select current_user as role, has_schema_privilege('public', 'create') or exists (
        select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and pg_has_role(relowner, 'member')) as owns`);
    if (!rows[0]?.owns) return;
    throw new StartError(
      `DATABASE_URL: the role "${rows[0].role}" may change the tables themselves, and with them the audit log. ` +
        'Production must work with a role that owns nothing: docs/operations.md says how to make it, under "Two roles in the database".',
      exitCodes.config,
    );
  } finally {
    await client.end();
  }
}
