import { z } from 'zod';
import type { GridFilterControl, pageSizes } from '../browser.ts';
import type { Work } from '../contract.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import { plainText } from '../fields/text.ts';
import type { JsonObject } from '../json.ts';
import { platformLimits } from '../limits.ts';
import {
  type FilterValues,
  filterControls,
  filterDetail,
  filterDetailInWords,
  filterSql,
  isFiltered,
  isSearched,
  type PageInput,
  pageShape,
  readAddress,
} from './address.ts';
import { type Columns, type Derived, kindsOf, type RowOf } from './column.ts';
import { csvText } from './csv.ts';
import { type Filter, filterShape } from './filter.ts';
import { type Place, readCursor, type Sort, writeCursor } from './place.ts';
import {
  countStatement,
  type Marks,
  pageStatement,
  rowStatement,
  searchedStatement,
  type Wanted,
} from './statements.ts';

/** Up to this number of rows the count is exact and pages are numbered (D85). */
const COUNTED = 10_000;
/** Lower for a search, in which counting a row costs more. */
const COUNTED_IN_SEARCH = 1_000;
/** Rows per batch of an export. */
const BATCH = 1_000;

type Deriveds<Row> = Record<string, Derived<Row, unknown>>;

/** What the derived fields need in addition to the row; undefined if they need nothing. */
type ContextOf<D> = {
  [K in keyof D]: D[K] extends Derived<infer _Row, infer Context>
    ? unknown extends Context
      ? undefined
      : Context
    : undefined;
}[keyof D];
type Context<D> = [Exclude<ContextOf<D>, undefined>] extends [never]
  ? undefined
  : Exclude<ContextOf<D>, undefined>;

type SortName<C extends Columns> = {
  [K in keyof C]: C[K] extends { sort: Sort<infer N> } ? N : never;
}[keyof C];

type FiltersOf<C extends Columns, F extends readonly Filter[]> =
  | F[number]
  | { [K in keyof C]: C[K] extends { filter: infer One extends Filter } ? One : never }[keyof C];

/** The columns that have a head in the CSV file. */
type InExport<C extends Columns> = {
  [K in keyof C as C[K] extends { csv: { head: string } } ? K : never]: C[K];
};

interface Declaration<
  C extends Columns,
  F extends readonly Filter[],
  D extends Deriveds<RowOf<C>>,
  N extends string,
  I extends Columns,
> {
  /** Unique among all grids: the cookie of hidden columns is named after it. */
  name: string;
  /** The table whose rows are listed, with its alias: `connection c`. */
  table: RawBuilder<unknown>;
  /** The key of that table, a uuid: `c.id`. */
  id: string;
  /** Joins that the columns need. They are applied only to the rows of a page. */
  joins?: RawBuilder<unknown>;
  columns: C;
  /** Fields that `readRow` reads for the operation itself. They are in no answer. */
  internal?: I;
  /** Fields of the answer that are computed from the columns. */
  derived?: D;
  /** Filters that do not belong to a single column. */
  filters?: F;
  /** The default order. */
  order: readonly [sort: N, dir: 'asc' | 'desc'];
  /** The default number of rows per page. */
  rows?: (typeof pageSizes)[number];
  /** Up to how many rows the count is exact, in total and in a search. */
  counted?: { all?: number; search?: number };
}

interface ReadOptions {
  /** The condition for rows that the caller may see. */
  where: RawBuilder<boolean>;
  /** Replaces the grid's table under the same alias, for candidates that were found in another way. */
  table?: RawBuilder<unknown>;
  /** How many rows `where` allows, if the caller counts them itself; asked when no filter is set. */
  counted?: (() => Promise<Counted>) | undefined;
}

/** For an answer without the total of its rows. */
export const uncounted = { counted: async () => ({ total: 0, exact: true }) } satisfies Partial<ReadOptions>;

/** A number of rows, counted up to a limit. */
interface Counted {
  total: number;
  /** False if there are more than `total`. */
  exact: boolean;
}

type Reading = Pick<Work, 'rows' | 'row' | 'now'>;

/**
 * Declares a grid. The result has the input and output schemas of the operation that lists it, and functions that read
 * a page with its count, one row, the CSV file, and the input from a query string.
 * @throws Error if no column has the default order
 */
export function defineGrid<
  const C extends Columns,
  N extends SortName<C> & string,
  const F extends readonly Filter[] = [],
  D extends Deriveds<RowOf<C>> = Record<never, never>,
  const I extends Columns = Record<never, never>,
>(declared: Declaration<C, F, D, N, I>) {
  const { columns, table, order } = declared;
  const source = { ...declared, joins: declared.joins ?? sql`` };
  const sorts = Object.values(columns).flatMap(({ sort }) => sort ?? []);
  const filters = [
    ...(declared.filters ?? []),
    ...Object.values(columns).flatMap(({ filter }) => filter ?? []),
  ];
  const exported: Columns = Object.fromEntries(Object.entries(columns).filter(([, { csv }]) => csv));
  const inExport = exported as InExport<C>;
  const cellsOf = (without: readonly (keyof InExport<C>)[]) =>
    Object.entries(exported).filter(([name]) => !without.some((each) => each === name));
  const counted = {
    all: declared.counted?.all ?? COUNTED,
    search: declared.counted?.search ?? COUNTED_IN_SEARCH,
  };

  const rowSchema = z.object({ ...schemasOf(kindsOf(columns)), ...schemasOf(declared.derived ?? ({} as D)) });
  const filterInput = z.object(filterShape<FiltersOf<C, F>>(filters));
  const sortNames = sorts.map(({ name }) => name) as [SortName<C>, ...SortName<C>[]];
  const input = filterInput.extend({
    sort: z.enum(sortNames).default(order[0]),
    ...pageShape({ dir: order[1], rows: declared.rows ?? platformLimits['grid.page-size-rows'] }),
  });
  const output = z.object({
    rows: z.array(rowSchema),
    total: z.number().int(),
    /** False if there are more rows than `total`. */
    exact: z.boolean(),
    /** The `after` of the next page and the `before` of the previous one, beyond the numbered pages. */
    cursors: z.object({ next: z.string().nullable(), previous: z.string().nullable() }),
  });

  const sortOf = (name: string): Sort => {
    const sort = sorts.find((each) => each.name === name);
    if (!sort) throw new Error(`The grid ${declared.name} has no order ${name}`);
    return sort;
  };
  sortOf(order[0]);

  const pageRows = pageStatement('page', source, columns, sorts);
  const exportRows = pageStatement('export', source, inExport, sorts);
  const searchedRows = searchedStatement(source, columns, sorts);
  const countRows = countStatement(source, filters);
  const oneRow = rowStatement(source, { ...columns, ...declared.internal } as C & I);

  const wanted = (
    asked: Pick<Wanted, 'dir' | 'at' | 'offset' | 'limit'> & { sort: string; backwards?: boolean },
    options: ReadOptions,
    now: Date,
  ): Wanted => ({ table, backwards: false, ...asked, ...options, sort: sortOf(asked.sort), now });

  const count = async (
    work: Reading,
    from: { table: RawBuilder<unknown>; where: RawBuilder<boolean> },
    limit: number,
  ): Promise<Counted> => {
    const found = await work.row(countRows({ ...from, limit: limit + 1 }));
    return upTo(limit, found?.count ?? 0);
  };

  const cursorOf = (sort: string, row: Marks | undefined) =>
    row ? writeCursor(sortOf(sort), { value: row['#place'], id: row['#id'] }) : null;

  return {
    name: declared.name,
    /** The names of the orders, for the column headers. */
    sorts: sortNames,
    /** The input of an operation that lists the grid, and its output. */
    input,
    output,
    /** The filters alone: the input of an operation that starts an export. */
    filterInput,
    /** The schema of one row of the answer. */
    row: rowSchema,
    /** Reads the row that `where` selects, with the internal fields. */
    readRow: (
      work: Pick<Work, 'row' | 'now'>,
      where: RawBuilder<boolean>,
    ): Promise<(RowOf<C> & RowOf<I>) | undefined> => work.row(oneRow(where, work.now)),
    /** The `after` of the page that begins behind a row. */
    cursorAfter: (sort: SortName<C>, place: Place): string => writeCursor(sortOf(sort), place),
    filterSql: (values: FilterValues, now: Date) => filterSql(filters, values, now),
    filterDetail: (values: FilterValues): JsonObject => filterDetail(filters, values),
    filterDetailInWords: (detail: FilterValues, named: (value: string) => string | undefined) =>
      filterDetailInWords(filters, detail, named),
    filterControls: (values: FilterValues): GridFilterControl[] => filterControls(filters, values),
    isFiltered: (values: FilterValues) => isFiltered(filters, values),
    /** Reads the operation's input from a query string; unknown values are replaced by defaults. */
    readAddress: (query: URLSearchParams) => readAddress(input, query),

    /** Converts a row from the database into a row of the answer. */
    present(row: RowOf<C>, context: Context<D>): z.output<typeof rowSchema> {
      const answer: Record<string, unknown> = {};
      for (const name of Object.keys(columns)) answer[name] = row[name];
      for (const [name, { from }] of Object.entries(declared.derived ?? {}))
        answer[name] = from(row, context);
      return answer as z.output<typeof rowSchema>;
    },

    /**
     * One page and the number of all rows that fit the filters: two queries, or one for a search or if the caller has
     * counted.
     * @param asked the operation's input
     * @param context what the derived fields need
     */
    async read(
      work: Reading,
      asked: PageInput & FilterValues,
      { counted: known, ...options }: ReadOptions,
      context: Context<D>,
    ) {
      const where = sql<boolean>`${options.where} and ${filterSql(filters, asked, work.now)}`;
      const from = { ...options, where };
      const after = readCursor(sortOf(asked.sort), asked.after);
      const before = after ? null : readCursor(sortOf(asked.sort), asked.before);
      const at = after ?? before;
      const backwards = before !== null;
      const offset = at ? 0 : (asked.page - 1) * asked.rows;
      // One more row than is shown tells whether there is another page.
      const limit = asked.rows + 1;
      const search = isSearched(filters, asked);
      const most = search ? counted.search : counted.all;
      const rowsWanted = wanted({ ...asked, limit, offset, at, backwards }, from, work.now);
      const together = search && !at && offset + asked.rows <= most;
      const searched = together ? await work.rows(searchedRows({ ...rowsWanted, most: most + 1 })) : [];
      const foundThere = searched[0]?.['#found'] ?? (together && offset === 0 ? 0 : undefined);
      const counting =
        foundThere !== undefined
          ? upTo(most, foundThere)
          : known && !isFiltered(filters, asked)
            ? known()
            : count(work, { table, ...from }, most);
      const [{ total, exact }, found] = await Promise.all([
        counting,
        together ? searched : work.rows(pageRows(rowsWanted)),
      ]);
      const more = found.length === limit;
      const rows = found.slice(0, asked.rows);
      if (backwards) rows.reverse();
      return {
        rows: rows.map((row) => this.present(row, context)),
        total,
        exact,
        cursors: {
          next: more || backwards ? cursorOf(asked.sort, rows.at(-1)) : null,
          previous: at && (more || !backwards) ? cursorOf(asked.sort, rows.at(0)) : null,
        },
      };
    },

    /** The CSV file of the grid: the columns with `csv`, in the order of their declaration. */
    csv: {
      /** @param without the names of columns that this file does not have */
      head: (without: readonly (keyof InExport<C>)[] = []): string[] =>
        cellsOf(without).map(([, { csv }]) => csv?.head ?? ''),
      input: filterInput.extend({ after: plainText(800).optional() }),
      output: z.object({
        rows: z.array(z.object(schemasOf(kindsOf(inExport)))),
        next: z.string().nullable(),
      }),
      /** The cells of one row. @param timeZone the time zone for dates of instants */
      cells(row: FilterValues, timeZone: string, without: readonly (keyof InExport<C>)[] = []): string[] {
        return cellsOf(without).map(([name, { csv }]) =>
          csv?.cell ? csv.cell(row[name], timeZone) : csvText(row[name], timeZone),
        );
      },
      /** Reads the next batch of rows in the grid's default order; `next` is null after the last batch. */
      async read(
        work: Reading,
        asked: { after?: string | undefined } & FilterValues,
        options: ReadOptions,
        batch = BATCH,
      ) {
        const where = sql<boolean>`${options.where} and ${filterSql(filters, asked, work.now)}`;
        const at = readCursor(sortOf(order[0]), asked.after);
        const [sort, dir] = order;
        const limit = batch + 1;
        const found = await work.rows(
          exportRows(wanted({ sort, dir, limit, offset: 0, at }, { ...options, where }, work.now)),
        );
        const rows = found.slice(0, batch);
        return { rows, next: found.length === limit ? cursorOf(sort, rows.at(-1)) : null };
      },
    },
  };
}

/** @param rows counted up to one more than `limit` */
const upTo = (limit: number, rows: number): Counted => ({
  total: Math.min(rows, limit),
  exact: rows <= limit,
});

type SchemaShape<R extends Record<string, { schema: z.ZodType }>> = { [K in keyof R]: R[K]['schema'] };

function schemasOf<R extends Record<string, { schema: z.ZodType }>>(fields: R): SchemaShape<R> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as SchemaShape<R>;
}
