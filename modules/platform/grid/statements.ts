import { column } from '../database/column.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import { type Query, statement } from '../database/statement.ts';
import { type Columns, kindsOf, type RowOf, selectList } from './column.ts';
import type { Filter } from './filter.ts';
import { beyondSql, bySql, type Direction, orderSql, type Place, placeSql, type Sort } from './place.ts';

/** What a grid's statements read from. */
export interface Source {
  /** The grid's name, of which the names of its statements are made. */
  name: string;
  /** The table whose rows are listed, with its alias: `connection c`. */
  table: RawBuilder<unknown>;
  /** The key of that table, a uuid: `c.id`. */
  id: string;
  /** Joins that the columns need. They are applied only to the rows of a page. */
  joins: RawBuilder<unknown>;
}

/** Which rows of a grid are read, in which order. */
export interface Wanted {
  where: RawBuilder<boolean>;
  /** The grid's table, or another one under the same alias. */
  table: RawBuilder<unknown>;
  now: Date;
  sort: Sort;
  dir: Direction;
  limit: number;
  offset: number;
  /** If set, only the rows after this place (before it if `backwards`). */
  at: Place | null;
  /** Reads the rows before the place, in the opposite order. */
  backwards: boolean;
}

/** A row's place in the order: its sort value as text, and its id. */
export type Marks = { '#place': string | null; '#id': string };

/** Reads the rows of a page with the given columns and each row's place in the order. */
export function pageStatement<const C extends Columns>(
  part: string,
  { name, table, id, joins }: Source,
  columns: C,
  sorts: readonly Sort[],
): (wanted: Wanted) => Query<RowOf<C> & Marks> {
  const read = statement({
    name: `grid.${name}.${part}`,
    row: { '#place': column.text.nullable(), '#id': column.uuid, ...kindsOf(columns) },
    examples: sorts.flatMap((sort) => examplesOf(sort, table)).map((wanted): [Wanted] => [wanted]),
    sql: (wanted: Wanted) => {
      const { sort, dir, at, backwards } = wanted;
      const beyond = at ? sql`and ${beyondSql(sort, id, dir, at, backwards)}` : sql``;
      const ordered = orderSql(sort, id, dir, backwards);
      return sql`
        with page as (
          select ${sql.ref(id)} as id from ${wanted.table} where ${wanted.where} ${beyond}
          ${ordered} limit ${wanted.limit} offset ${wanted.offset}
        )
        select ${sql.join([sql`${placeSql(sort)} as "#place", page.id as "#id"`, ...selectList(columns, wanted.now)])}
        from page join ${table} on ${sql.ref(id)} = page.id ${joins} ${ordered}`;
    },
  });
  // The cast restores the two names of Marks, which the spread of generic columns hides from the compiler.
  return read as (wanted: Wanted) => Query<RowOf<C> & Marks>;
}

const everyRow = sql<boolean>`true`;

/** Every form of the statement for one order: the first page, and pages after and before a place. */
function examplesOf(sort: Sort, table: RawBuilder<unknown>): Wanted[] {
  const id = '';
  const all = { where: everyRow, table, now: new Date(0), sort, limit: 1, offset: 0 };
  const places: (Place | null)[] = [null, { value: '', id }, ...(sort.nullable ? [{ value: null, id }] : [])];
  return places.flatMap((at) =>
    (['asc', 'desc'] as const).flatMap((dir) => [
      { ...all, dir, at, backwards: false },
      ...(at ? [{ ...all, dir, at, backwards: true }] : []),
    ]),
  );
}

/**
 * Reads a page from the first `most` rows in its order, and counts those rows. One pass over an expensive search,
 * instead of one for the count and one for the rows.
 */
export function searchedStatement<const C extends Columns>(
  { name, table, id, joins }: Source,
  columns: C,
  sorts: readonly Sort[],
): (wanted: Searched) => Query<RowOf<C> & Marks & { '#found': number }> {
  const read = statement({
    name: `grid.${name}.searched`,
    row: {
      '#found': column.integer,
      '#place': column.text.nullable(),
      '#id': column.uuid,
      ...kindsOf(columns),
    },
    examples: sorts
      .flatMap((sort) => examplesOf(sort, table))
      .filter(({ at }) => at === null)
      .map((wanted): [Searched] => [{ ...wanted, most: 1 }]),
    sql: (wanted: Searched) => {
      const { sort, dir } = wanted;
      const ordered = orderSql(sort, id, dir);
      const marks = [
        sql`(select count(*) from found)::int as "#found"`,
        sql`${placeSql(sort)} as "#place"`,
        sql`page.id as "#id"`,
      ];
      return sql`
        with found as materialized (
          select ${sql.ref(id)} as id, ${bySql(sort.by)} as place from ${wanted.table} where ${wanted.where}
          ${ordered} limit ${wanted.most}
        ), page as (
          select id from found ${orderSql({ ...sort, by: 'found.place' }, 'found.id', dir)}
          limit ${wanted.limit} offset ${wanted.offset}
        )
        select ${sql.join([...marks, ...selectList(columns, wanted.now)])}
        from page join ${table} on ${sql.ref(id)} = page.id ${joins} ${ordered}`;
    },
  });
  return read as (wanted: Searched) => Query<RowOf<C> & Marks & { '#found': number }>;
}

/** A numbered page of a search. */
type Searched = Omit<Wanted, 'at' | 'backwards'> & { most: number };

/** Counts rows up to a limit. */
export function countStatement({ name, table }: Source, filters: readonly Filter[]) {
  type Counted = Pick<Wanted, 'where' | 'table' | 'limit'>;
  return statement({
    name: `grid.${name}.count`,
    row: { count: column.integer },
    examples: [everyRow, ...filters.map((filter) => filter.where(exampleOf(filter), new Date(0)))].map(
      (where): [Counted] => [{ where, table, limit: 1 }],
    ),
    sql: (counted: Counted) => sql`
      select count(*)::int as count from (
        select 1 from ${counted.table} where ${counted.where} limit ${counted.limit}
      ) as counted`,
  });
}

/** A value with which the filter adds a condition. */
function exampleOf({ control, none }: Filter): string {
  return control.options.find(({ value }) => value !== none)?.value ?? 'two words';
}

/** Reads one row with all columns. */
export function rowStatement<const C extends Columns>({ name, table, joins }: Source, columns: C) {
  return statement({
    name: `grid.${name}.row`,
    row: kindsOf(columns),
    examples: [[everyRow, new Date(0)]],
    sql: (where: RawBuilder<boolean>, now: Date) => sql`
      select ${sql.join(selectList(columns, now))} from ${table} ${joins} where ${where}`,
  });
}
