import type pg from 'pg';
import { kept, type Replacement } from './replacements.ts';

/** What a copy without personal data has of each table. Each module declares its own tables. */

export type ColumnCopies = Readonly<Record<string, Replacement>>;

interface Reading {
  /** Columns by which the rows are read, so that the replacements of one row can know those before it. */
  order?: readonly string[];
  /** Further values of each row for its replacements, in SQL; `t` is the table. */
  also?: Readonly<Record<string, string>>;
  /** Is called once for each copy. */
  columns: () => ColumnCopies;
}

/** All rows, read in a way of their own. */
export class CopiedRows {
  readonly order: readonly string[];
  readonly also: Readonly<Record<string, string>>;
  readonly columns: () => ColumnCopies;

  constructor({ order = [], also = {}, columns }: Reading) {
    this.order = order;
    this.also = also;
    this.columns = columns;
  }
}

/** No row comes over: secrets, and what lasts for hours. */
export const leftOut = 'left out';

/** Each table with the replacement of each column, by its name. */
export type TableCopies = Readonly<Record<string, ColumnCopies | CopiedRows | typeof leftOut>>;

/** @returns null for a table of which no row comes over, and for one that is not declared */
export function copiedRows(copies: TableCopies, table: string): CopiedRows | null {
  const copy = copies[table];
  if (copy === undefined || copy === leftOut) return null;
  return copy instanceof CopiedRows ? copy : new CopiedRows({ columns: () => copy });
}

export interface TellingColumn {
  table: string;
  column: string;
  /** Whether the database accepts only encrypted values in it. */
  sealed: boolean;
}

/**
 * The columns of the real schema that can hold something about a person: text, bytes, JSON and addresses, and days of
 * birth; without those that the database computes or limits to a list of words.
 */
export async function listTellingColumns(client: pg.ClientBase): Promise<TellingColumn[]> {
  const { rows } = await client.query<TellingColumn>(`
    select c.relname as table, a.attname as column,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
        and pg_get_constraintdef(k.oid) ~ 'is_sealed') as sealed
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'mikro_orm_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (t.typcategory in ('S', 'I', 'A') or t.typname in ('bytea', 'json', 'jsonb', 'citext', 'xml')
        or (t.typname = 'date' and a.attname ~ 'birth'))
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\['))
    order by 1, 2`);
  return rows;
}

/** What the declarations lack, one sentence for each column or table. */
export function findUndeclaredColumns(
  telling: readonly TellingColumn[],
  tables: readonly string[],
  copies: TableCopies,
): string[] {
  const how = 'declare in its module’s anonymized.ts whether it is kept, and what a copy has instead if not';
  const undeclared = telling.flatMap(({ table, column, sealed }) => {
    const copy = copiedRows(copies, table);
    if (!copy) return [];
    const replacement = copy.columns()[column];
    if (!replacement) return [`${table}.${column} can hold something about a person: ${how}`];
    return sealed && replacement === kept
      ? [`${table}.${column} is encrypted, so that it cannot be kept`]
      : [];
  });
  return [
    ...undeclared,
    ...tables.filter((table) => !(table in copies)).map((table) => `${table} is new: ${how}`),
    ...Object.keys(copies)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} is no longer there: take its lines out`),
  ];
}
