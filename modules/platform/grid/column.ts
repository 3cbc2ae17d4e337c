import type { z } from 'zod';
import type { Column as Kind, StatementRow } from '../database/column.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import type { Filter } from './filter.ts';
import type { Sort } from './place.ts';

/** A column of the CSV file. */
export interface CsvCell<T> {
  head: string;
  /** The text of a value, with dates in `timeZone`. By default MM/dd/yyyy, Yes or No, and '' for null. */
  cell?(value: T, timeZone: string): string;
}

/** Optional parts of a column. */
export interface ColumnTraits<T> {
  csv?: CsvCell<T>;
  sort?: Sort;
  filter?: Filter;
}

/** A column's SQL expression over the grid's tables; a function if it depends on the time. */
export type Expression = RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>);

/** One field of a grid's row that is read from the database. */
export interface Column<T = unknown> extends ColumnTraits<T> {
  kind: Kind<T>;
  sql: Expression;
}

export type Columns = Readonly<Record<string, Column>>;

/**
 * Declares one field of a grid's row that is read from the database.
 * @param kind type in the database and schema in the answer, such as `column.text.nullable()`
 * @param from a column such as `c.score`, or an expression
 * @param traits its column in the CSV file, its order and its filter, if it has them
 */
export function gridColumn<V, const T extends ColumnTraits<V> = object>(
  kind: Kind<V>,
  from: string | Expression,
  traits?: T,
): { kind: Kind<V>; sql: Expression } & T {
  const expression = typeof from === 'string' ? sql.ref(from) : from;
  return { kind, sql: expression, ...(traits as T) };
}

/** The columns' kinds by name, in the form that `statement` takes as `row`. */
export type KindsOf<C extends Columns> = { [K in keyof C]: C[K]['kind'] };

export function kindsOf<C extends Columns>(columns: C): KindsOf<C> {
  return Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind])) as KindsOf<C>;
}

/** A row as it is read from the database. */
export type RowOf<C extends Columns> = StatementRow<KindsOf<C>>;

/** A field of the answer that is computed from the row's columns, such as the possible actions. */
export interface Derived<Row, Context, S extends z.ZodType = z.ZodType> {
  schema: S;
  from(row: Row, context: Context): z.output<S>;
}

export function derived<Row, Context, S extends z.ZodType>(
  schema: S,
  from: (row: Row, context: Context) => z.output<S>,
): Derived<Row, Context, S> {
  return { schema, from };
}

/** The select list of columns, each named after its field. */
export function selectList(columns: Columns, now: Date): RawBuilder<unknown>[] {
  return Object.entries(columns).map(([name, { sql: from }]) => {
    const expression = typeof from === 'function' ? from(now) : from;
    return sql`${expression} as ${sql.ref(name)}`;
  });
}
