import pg from 'pg';

/** Only the portal's own objects: not those of the queue or of extensions, and not the list of executed migrations. */
const ours = `n.nspname in ('public', 'sandbox')`;
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** Rows (kind, object, line). Sorting by them makes the dump independent of the order in which the migrations ran. */
const query = `
  select part, object, place, line from (
  select 1 as part, c.oid::regclass::text as object, 0 as place, a.attname::text as name,
    '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(def.adbin, def.adrelid) || ') stored'
         when def.adbin is not null then ' default ' || pg_get_expr(def.adbin, def.adrelid) else '' end
      || case when a.attnotnull then ' not null' else '' end as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef def on def.adrelid = c.oid and def.adnum = a.attnum
  where ${ours} and c.relkind in ('r', 'p') and c.relname not like 'mikro_orm%' and ${notOfExtension('pg_class', 'c.oid')}
  union all
  select 1, c.oid::regclass::text, 1, con.conname::text, '  constraint ' || con.conname || ' ' || pg_get_constraintdef(con.oid)
  from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and con.contype <> 'n' and c.relname not like 'mikro_orm%'
  union all
  select 1, c.oid::regclass::text, 2, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) || ';'
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and c.relname not like 'mikro_orm%'
    and not exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype in ('p', 'u', 'x'))
  union all
  select 1, c.oid::regclass::text, 3, t.tgname::text, pg_get_triggerdef(t.oid) || ';'
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and not t.tgisinternal
  union all
  select 2, p.oid::regprocedure::text, 0, '', rtrim(pg_get_functiondef(p.oid), E'\\n') || ';'
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${ours} and p.prokind in ('f', 'p') and ${notOfExtension('pg_proc', 'p.oid')}
  union all
  select 3, c.oid::regclass::text, 0, '', 'create view ' || c.oid::regclass || ' as ' || pg_get_viewdef(c.oid)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('v', 'm')
  union all
  select 3, t.oid::regtype::text, 0, '', 'create type or domain ' || t.oid::regtype || ';'
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${ours} and t.typtype in ('d', 'e', 'r') and ${notOfExtension('pg_type', 't.oid')}
  ) as dumped order by part, object collate "C", place, name collate "C", line collate "C"`;

interface Line {
  part: number;
  object: string;
  place: number;
  line: string;
}

/**
 * The schema of a migrated database as text: tables with their columns and constraints, indexes, triggers, functions.
 * The same schema always gives the same text, so a change of the schema appears as changed lines.
 */
export async function dumpSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Line>(query);
    return [...Map.groupBy(rows, ({ part, object }) => `${part} ${object}`).values()]
      .map((lines) => (lines[0]?.part === 1 ? tableOf(lines) : lines.map(({ line }) => line).join('\n')))
      .map((text) => `${text}\n`)
      .join('\n');
  } finally {
    await client.end();
  }
}

function tableOf(lines: readonly Line[]): string {
  const inside = lines.filter(({ place }) => place < 2).map(({ line }) => line);
  const after = lines.filter(({ place }) => place >= 2).map(({ line }) => line);
  return [`create table ${lines[0]?.object} (\n${inside.join(',\n')}\n);`, ...after].join('\n');
}
