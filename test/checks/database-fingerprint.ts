import type { Portal } from '#modules/platform/index.ts';

/**
 * The tables that a refused request may write to: counts of tries, the time of a session's last use, how often outside
 * services answered, and which files were stored.
 */
const mayChange: Record<string, readonly string[]> = {
  throttle: ['*'],
  login_failure: ['*'],
  session: ['last_used_at'],
  provider_state: ['*'],
  provider_hour: ['*'],
  stored_file: ['*'],
};

/**
 * A hash for each table. Equal hashes mean equal rows.
 * @param lenient leaves out what a refused request may write
 */
export async function fingerprintDatabase(portal: Portal, lenient = true): Promise<Record<string, string>> {
  const tables = await portal.pool.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text order by 1) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and (table_schema = 'public' or table_name = '_private_jobs')
      and table_name not like 'mikro_orm%'
    group by 1 order by 1`);
  const parts = tables.rows.flatMap(({ name, columns }) => {
    const without = lenient ? (mayChange[name.replace(/^public\./, '').replaceAll('"', '')] ?? []) : [];
    if (without.includes('*')) return [];
    const kept = columns.filter((column) => !without.includes(column)).map((column) => `t."${column}"`);
    return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(row(${kept.join(', ')})::text, 0)), 0)
      as content from ${name} t`;
  });
  const { rows } = await portal.pool.query<{ name: string; content: string }>(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** The tables whose rows differ. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}
