import pg from 'pg';
import {
  declaredFileColumns,
  declaredSealedColumns,
  type KeyRing,
  keepSealed,
} from '#modules/platform/index.ts';
import type { TestPortal } from '#test/portal.ts';

/**
 * Rows with a value in every encrypted column and a file in every column of files, made from the schema alone, so that
 * none can be forgotten.
 */

export interface SealedValue {
  table: string;
  column: string;
  /** The key of the row. */
  id: string;
  plain: string;
}

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** Its place in the primary key; null outside of it. */
  key: number | null;
}

const columnsSql = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
    array_position(i.indkey::int2[], a.attnum) as key
  from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;

/** What a required column of a type gets in row `n`. */
const fillers: Record<string, (n: number) => unknown> = {
  uuid: (n) => uuid(n),
  text: (n) => `text ${n}`,
  citext: (n) => `text${n}@example.com`,
  integer: (n) => n,
  smallint: (n) => n,
  bigint: (n) => n,
  boolean: () => false,
  date: () => '2026-01-01',
  'timestamp with time zone': () => '2026-01-01T00:00:00Z',
  jsonb: () => '{}',
  bytea: (n) => Buffer.alloc(32, `${n} `),
  'text[]': () => [],
};

const uuid = (n: number) => `0f000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/**
 * Adds rows to each table with encrypted values or files. Foreign keys and checks are dropped first, except
 * those that look at encrypted values. The triggers, which may refuse a change of such rows, are off during the load.
 * @param count of rows for each table, numbered from 1
 */
export async function fillEverySealedColumn(
  portal: TestPortal,
  { count }: { count: number },
): Promise<{ values: SealedValue[]; files: (SealedValue & { key: string })[] }> {
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  try {
    const filler = new Filler(owner, portal);
    const tables = new Set([...declaredSealedColumns, ...declaredFileColumns].map(({ table }) => table));
    for (const table of tables) await filler.fill(table, count);
    return filler;
  } finally {
    await owner.end();
  }
}

class Filler {
  readonly values: SealedValue[] = [];
  readonly files: (SealedValue & { key: string })[] = [];
  readonly #owner: pg.Client;
  readonly #portal: TestPortal;

  constructor(owner: pg.Client, portal: TestPortal) {
    this.#owner = owner;
    this.#portal = portal;
  }

  async fill(table: string, count: number): Promise<void> {
    await this.#dropConstraints(table);
    const { rows: columns } = await this.#owner.query<Column>(columnsSql, [table]);
    const rows = [];
    for (let n = 1; n <= count; n += 1) rows.push(await this.#row(table, columns, n));
    await this.#owner.query(`alter table ${table} disable trigger user`);
    for (const row of rows) {
      const names = Object.keys(row);
      await this.#owner.query(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
         values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      );
    }
    await this.#owner.query(`alter table ${table} enable trigger user`);
  }

  async #dropConstraints(table: string): Promise<void> {
    const { rows } = await this.#owner.query<{ name: string; on: string }>(
      `select quote_ident(conname) as name, conrelid::regclass::text as on from pg_constraint
       where contype = 'f' and $1::regclass in (conrelid, confrelid)
         or contype = 'c' and conrelid = $1::regclass and pg_get_constraintdef(oid) !~ 'is_sealed'`,
      [table],
    );
    for (const { name, on } of rows) await this.#owner.query(`alter table ${on} drop constraint ${name}`);
  }

  async #row(table: string, columns: readonly Column[], n: number): Promise<Record<string, unknown>> {
    const row: Record<string, unknown> = {};
    for (const { name, type, required } of columns) {
      const filler = fillers[type];
      if (required && !filler) throw new Error(`no value for a column of the type ${type}: ${table}.${name}`);
      if (required) row[name] = filler?.(n);
    }
    const keys = columns
      .filter(({ key }) => key !== null)
      .sort((one, other) => Number(one.key) - Number(other.key));
    const id = keys.map(({ name }) => String(row[name])).join(':');
    for (const sealed of declaredSealedColumns.filter((each) => each.table === table)) {
      const plain = `secret ${n} of ${table}.${sealed.column}`;
      const value = this.#portal.keys.encrypt(plain, sealed.place(id));
      const isJson = columns.some(({ name, type }) => name === sealed.column && type === 'jsonb');
      row[sealed.column] = isJson ? JSON.stringify({ sealed: value }) : value;
      this.values.push({ table, column: sealed.column, id, plain });
    }
    for (const { column } of declaredFileColumns.filter((each) => each.table === table)) {
      const [plain, key] = [`file ${n} of ${table}.${column}`, `every/${table}-${column}-${n}.sealed`];
      await keepSealed(this.#portal, key, Buffer.from(plain));
      row[column] = key;
      this.files.push({ table, column, id, plain, key });
    }
    return row;
  }
}

/** The text of a value with this ring; the stored value itself if it does not open. */
export async function readSealedValue(
  portal: TestPortal,
  keys: KeyRing,
  { table, column, id }: SealedValue,
): Promise<{ opened: string } | { kept: string }> {
  const sealed = declaredSealedColumns.find((each) => each.table === table && each.column === column);
  if (!sealed) throw new Error(`no such column: ${table}.${column}`);
  const [row] = await portal.work('test.read', (work) => work.rows(sealed.statements.lock([id])));
  if (!row) throw new Error(`no row ${id} in ${table}`);
  try {
    return { opened: keys.decrypt(row.sealed, sealed.place(id)) };
  } catch {
    return { kept: row.sealed };
  }
}
