import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { declaredStatements } from '#modules/platform/index.ts';
import type { TestPortal } from '#test/portal.ts';
import { describeStatement } from '#test/statements.ts';

/**
 * What the code of a release reads and writes, as it is kept in migrations/release.json when the release is made. The next
 * one must work beside it on the new schema: its processes run on while the others are replaced, and a step back is only
 * a change of the code.
 */
export interface Release {
  /** The newest migration. */
  migration: string;
  /** Each table with its columns and their types, without those that the database computes. */
  tables: Record<string, Record<string, string>>;
  /** What refuses a row: checks, keys, unique indexes, by table and name. */
  rules: string[];
  /** Each declared statement with its forms. */
  statements: Record<string, { sql: string; answers: Record<string, string> }[]>;
}

const file = join(import.meta.dirname, '../../migrations/release.json');

export function readRelease(): Release {
  return JSON.parse(readFileSync(file, 'utf8')) as Release;
}

/** One line for each table, statement and rule, so that a change is seen in review. */
export function writeRelease(release: Release): void {
  const part = (name: keyof Release, values: readonly string[], [open, close]: readonly [string, string]) =>
    `"${name}": ${open}\n${values.join(',\n')}\n${close}`;
  const lines = (values: object) =>
    Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const parts = [
    `"migration": ${JSON.stringify(release.migration)}`,
    part('tables', lines(release.tables), ['{', '}']),
    part(
      'rules',
      release.rules.map((each) => JSON.stringify(each)),
      ['[', ']'],
    ),
    part('statements', lines(release.statements), ['{', '}']),
  ];
  writeFileSync(file, `{\n${parts.join(',\n')}\n}\n`);
}

interface Column {
  table: string;
  name: string;
  type: string;
  isComputed: boolean;
  isRequired: boolean;
}

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, t.typname as type,
      a.attgenerated <> '' or a.attidentity = 'a' as "isComputed",
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'mikro_orm%'
    order by 1, 2`);
  return rows;
}

interface Rule {
  name: string;
  table: string;
  columns: string[];
}

/** Constraints, and unique indexes that are none. NOT NULL is no rule of its own here. */
async function readRules(client: pg.Client): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(`
    select c.relname || '.' || r.name as name, c.relname as table, array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(r.columns)) as columns
    from (
      select conrelid as relation, conname::text as name, coalesce(conkey, '{}') as columns
      from pg_constraint where contype in ('c', 'u', 'x', 'f', 'p')
      union
      select indrelid, indexrelid::regclass::text, indkey::int2[] from pg_index where indisunique
        and not exists (select from pg_constraint where conindid = indexrelid)
    ) r join pg_class c on c.oid = r.relation
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'mikro_orm%' order by 1`);
  return rows;
}

/** What the code that is loaded now reads and writes. */
export async function collectRelease(portal: TestPortal, migration: string): Promise<Release> {
  return onClient(portal.databaseUrl, async (client) => {
    const columns = (await readColumns(client)).filter(({ isComputed }) => !isComputed);
    const tables = Object.groupBy(columns, ({ table }) => table);
    const statements: Release['statements'] = {};
    for (const { name, forms } of declaredStatements) {
      if (/^(grid\.)?test\b/.test(name)) continue;
      const kept = [];
      for (const form of forms()) {
        const sql = form.textFor(portal.db);
        kept.push({ sql, answers: answersOf(await describeStatement(client, sql)) });
      }
      statements[name] = kept;
    }
    return {
      migration,
      tables: Object.fromEntries(
        Object.entries(tables).map(([table, of = []]) => [
          table,
          Object.fromEntries(of.map(({ name, type }) => [name, type])),
        ]),
      ),
      rules: (await readRules(client)).map(({ name }) => name),
      statements: Object.fromEntries(
        Object.entries(statements).sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    };
  });
}

/**
 * What the code of a release could not do on a database: one sentence for each column, rule and statement.
 * @param judged rules that are newer than the release, which its code keeps to
 */
export async function findReleaseFaults(
  release: Release,
  databaseUrl: string,
  judged: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  return onClient(databaseUrl, async (client) => {
    const faults: string[] = [];
    const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');
    for (const [table, columns] of Object.entries(release.tables)) {
      const names = Object.keys(columns);
      const places = names.map((_, at) => `$${at + 1}`).join(', ');
      const target = pg.escapeIdentifier(table);
      const read = await describe(client, `select ${quoted(names)} from ${target}`);
      if (typeof read === 'string') faults.push(`${table} cannot be read: ${read}`);
      else faults.push(...differences(table, columns, read));
      const written = await describe(client, `insert into ${target} (${quoted(names)}) values (${places})`);
      if (typeof written === 'string' && typeof read !== 'string')
        faults.push(`${table} cannot be written: ${written}`);
    }
    for (const { table, name, isRequired } of await readColumns(client))
      if (isRequired && release.tables[table] && !release.tables[table][name])
        faults.push(`${table}.${name} is new and required, and the release before does not write it`);
    for (const { table, name, columns } of await readRules(client)) {
      const known = release.tables[table];
      if (!known || release.rules.includes(name) || judged[name]) continue;
      if (columns.every((each) => known[each]))
        faults.push(`${name} may refuse what the release before writes`);
    }
    for (const [name, forms] of Object.entries(release.statements))
      for (const { sql, answers } of forms) {
        const described = await describe(client, sql);
        if (typeof described === 'string') faults.push(`${name}: ${described}`);
        else faults.push(...differences(name, answers, described));
      }
    return faults;
  });
}

const answersOf = (described: readonly { name: string; type: string }[]) =>
  Object.fromEntries(described.map(({ name, type }) => [name, type]));

/** @returns the columns and their types, or why PostgreSQL cannot prepare it */
function describe(client: pg.Client, sql: string): Promise<Record<string, string> | string> {
  return describeStatement(client, sql).then(answersOf, (error: Error) => error.message);
}

/** Columns that are new do not disturb who does not ask for them. */
function differences(name: string, was: Record<string, string>, is: Record<string, string>): string[] {
  return Object.entries(was).flatMap(([column, type]) =>
    is[column] === type ? [] : [`${name}: ${column} was ${type} and is ${is[column] ?? 'gone'}`],
  );
}

async function onClient<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
