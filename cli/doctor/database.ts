import { column, type Portal, sql, statement } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

const settings = statement({
  name: 'cli.read-database-settings',
  row: {
    encoding: column.text,
    fsync: column.text,
    full_page_writes: column.text,
    synchronous_commit: column.text,
    connections: column.integer,
    used: column.count,
  },
  sql: () => sql`
    select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('max_connections')::int as connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used`,
});

/** Settings with which committed data could be lost, and whether enough connections are left. */
export async function checkSettings({ db, config }: Portal): Promise<Answer> {
  const [found] = (await settings().execute(db)).rows;
  if (!found) throw new Error('The database returned no row');
  if (found.encoding !== 'UTF8')
    return wrong(`the encoding is ${found.encoding}`, 'Recreate the database with the encoding UTF8.');
  const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => found[name] === 'off',
  );
  if (unsafe.length > 0) {
    const words = `${unsafe.join(', ')} off: a crash can lose what was committed`;
    const mend = unsafe.map((name) => `alter system set ${name} = on`).join('; ');
    return config.environment === 'production' ? wrong(words, mend) : ok(`${words}, as in development`);
  }
  const left = found.connections - found.used;
  const words = `${found.used} of ${found.connections} connections used`;
  return left < config.databasePool
    ? warning(words, 'Raise max_connections, or lower DATABASE_POOL.')
    : ok(words);
}

const rights = statement({
  name: 'cli.read-role-rights',
  row: { role: column.text, superuser: column.boolean, owns: column.boolean, rewrites: column.boolean },
  sql: () => sql`
    select current_user::text as role,
      (select rolsuper from pg_roles where rolname = current_user) as superuser,
      has_schema_privilege('public', 'create') or exists (
        select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and pg_has_role(relowner, 'member')) as owns,
      has_table_privilege('audit_entry', 'update') or has_table_privilege('audit_entry', 'delete') as rewrites`,
});

/** Whether the role that the portal works with could change the tables, or the audit log. */
export async function checkRights({ db, config }: Portal): Promise<Answer> {
  const [found] = (await rights().execute(db)).rows;
  if (!found) throw new Error('The database returned no row');
  const faults = [
    ...(found.superuser ? ['is a superuser'] : []),
    ...(found.owns ? ['may change tables'] : []),
    ...(found.rewrites ? ['may change the audit log'] : []),
  ];
  if (faults.length === 0) return ok(`${found.role} may change rows, and no tables`);
  const words = `${found.role} ${faults.join(', ')}`;
  return config.environment === 'production'
    ? wrong(words, 'Make a role that owns nothing for DATABASE_URL, then: shield db migrate')
    : warning(words, 'Fine in development. Production needs a role that owns nothing for DATABASE_URL.');
}
