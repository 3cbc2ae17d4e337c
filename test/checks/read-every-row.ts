import type { TestPortal } from '#test/portal.ts';

export async function readEveryRow(pool: TestPortal['pool']): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const found: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}
