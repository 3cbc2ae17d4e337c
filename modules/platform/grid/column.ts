import type { z } from 'zod';
import type { Column as Kind, StatementRow } from '../database/column.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import type { Filter } from './filter.ts';
import type { Sort } from './place.ts';

/** What a CSV file says of one value. */
export interface CsvCell<T> {
  head: string;
  /** Dates are written in `timeZone`. By default a date as MM/dd/yyyy, a flag as Yes or No, nothing for null. */
  cell?(value: T, timeZone: string): string;
}

/** What a column can do beside being shown. */
export interface ColumnTraits<T> {
  csv?: CsvCell<T>;
  sort?: Sort;
  filter?: Filter;
}

/** A column's expression over the grid's tables; a function where it depends on the time. */
export type Expression = RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>);

/** One field of a grid's row that the database reads. */
export interface Column<T = unknown> extends ColumnTraits<T> {
  kind: Kind<T>;
  sql: Expression;
}

export type Columns = Readonly<Record<string, Column>>;

/**
 * One field of a grid's row that the database reads: answer, list, CSV file, order, filter and address follow from it.
 * @param kind of the value, such as `column.text.nullable()`: its type in the database and its schema in the answer
 * @param from a column such as `c.score`, or an expression
 */
export function gridColumn<V, const T extends ColumnTraits<V> = object>(
  kind: Kind<V>,
  from: string | Expression,
  traits?: T,
): { kind: Kind<V>; sql: Expression } & T {
  const expression = typeof from === 'string' ? sql.ref(from) : from;
  return { kind, sql: expression, ...(traits as T) };
}

/** The kinds of columns, as a statement declares them. */
export type KindsOf<C extends Columns> = { [K in keyof C]: C[K]['kind'] };

export function kindsOf<C extends Columns>(columns: C): KindsOf<C> {
  return Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind])) as KindsOf<C>;
}

/** A row as the database gives it. */
export type RowOf<C extends Columns> = StatementRow<KindsOf<C>>;

/** A field of the answer that is worked out from the columns, e.g. the actions that are possible. */
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

/** The select list of columns, each under its field's name. */
export function selectList(columns: Columns, now: Date): RawBuilder<unknown>[] {
  return Object.entries(columns).map(([name, { sql: from }]) => {
    const expression = typeof from === 'function' ? from(now) : from;
    return sql`${expression} as ${sql.ref(name)}`;
  });
}
