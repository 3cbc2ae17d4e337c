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
import { readCursor, type Sort, writeCursor } from './place.ts';
import { countStatement, type Marks, pageStatement, rowStatement, type Wanted } from './statements.ts';

/** Counts are exact up to here, and pages are numbered (D85). */
const COUNTED = 10_000;
/** A search costs more for each row that is counted. */
const COUNTED_IN_SEARCH = 1_000;
/** Rows that an export reads at a time. */
const BATCH = 1_000;

type Deriveds<Row> = Record<string, Derived<Row, unknown>>;

/** What the derived fields need beside the row; undefined where they need nothing. */
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
  /** Unique in the product: the columns that somebody hides are remembered by it. */
  name: string;
  /** The table whose rows are listed, with its alias: `connection c`. */
  table: RawBuilder<unknown>;
  /** The key of that table, a uuid: `c.id`. */
  id: string;
  /** What the columns need beside the table; only the rows of a page are joined. */
  joins?: RawBuilder<unknown>;
  columns: C;
  /** Fields that only `readRow` reads, for the operation itself: no answer holds them. */
  internal?: I;
  /** Fields of the answer that are worked out from the columns. */
  derived?: D;
  /** Filters that belong to no single column. */
  filters?: F;
  /** The order where none is asked for. */
  order: readonly [sort: N, dir: 'asc' | 'desc'];
  /** Rows a page where none are asked for. */
  rows?: (typeof pageSizes)[number];
  /** How many rows are counted exactly, in all and in a search. */
  counted?: { all?: number; search?: number };
}

interface ReadOptions {
  /** The rows that the caller may see. */
  where: RawBuilder<boolean>;
  /** In place of the grid's table, under the same alias: candidates found in another way. */
  table?: RawBuilder<unknown>;
}

type Reading = Pick<Work, 'rows' | 'row' | 'now'>;

/**
 * A grid, declared once: from its columns and filters come the input and the answer of the operation that lists it, the
 * SQL of a page, its count, the place from which the next page goes on, the CSV file and the address.
 * @throws Error for an order that no column has
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
    /** False where there are more than are counted. */
    exact: z.boolean(),
    /** Where the next and the previous page go on beyond the numbered ones. */
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
  const countRows = countStatement(source, filters);
  const oneRow = rowStatement(source, { ...columns, ...declared.internal } as C & I);

  const wanted = (
    asked: Pick<Wanted, 'dir' | 'at' | 'offset' | 'limit'> & { sort: string; backwards?: boolean },
    options: ReadOptions,
    now: Date,
  ): Wanted => ({ table, backwards: false, ...asked, ...options, sort: sortOf(asked.sort), now });

  const cursorOf = (sort: string, row: Marks | undefined) =>
    row ? writeCursor(sortOf(sort), { value: row['#place'], id: row['#id'] }) : null;

  return {
    name: declared.name,
    /** The names of the orders, for the heads of the columns. */
    sorts: sortNames,
    /** Of an operation that lists the grid. */
    input,
    output,
    /** Of an operation that begins an export. */
    filterInput,
    /** Of an operation that answers one row. */
    row: rowSchema,
    /** The row for which `where` holds, with the internal fields. */
    readRow: (
      work: Pick<Work, 'row' | 'now'>,
      where: RawBuilder<boolean>,
    ): Promise<(RowOf<C> & RowOf<I>) | undefined> => work.row(oneRow(where, work.now)),
    filterSql: (values: FilterValues) => filterSql(filters, values),
    filterDetail: (values: FilterValues): JsonObject => filterDetail(filters, values),
    filterControls: (values: FilterValues): GridFilterControl[] => filterControls(filters, values),
    isFiltered: (values: FilterValues) => isFiltered(filters, values),
    /** What an address asks for; what the grid does not know is left out. */
    readAddress: (query: URLSearchParams) => readAddress(input, query),

    /** A row as the operation answers it. */
    present(row: RowOf<C>, context: Context<D>): z.output<typeof rowSchema> {
      const answer: Record<string, unknown> = {};
      for (const name of Object.keys(columns)) answer[name] = row[name];
      for (const [name, { from }] of Object.entries(declared.derived ?? {}))
        answer[name] = from(row, context);
      return answer as z.output<typeof rowSchema>;
    },

    /** One page and the count: two queries, however many rows there are. */
    async read(work: Reading, asked: PageInput & FilterValues, options: ReadOptions, context: Context<D>) {
      const where = sql<boolean>`${options.where} and ${filterSql(filters, asked)}`;
      const cap = isSearched(filters, asked) ? counted.search : counted.all;
      const from = { ...options, where };
      const counting = await work.row(countRows({ table, ...from, limit: cap + 1 }));
      const count = counting?.count ?? 0;
      const after = readCursor(sortOf(asked.sort), asked.after);
      const before = after ? null : readCursor(sortOf(asked.sort), asked.before);
      const at = after ?? before;
      const backwards = before !== null;
      const offset = at ? 0 : (asked.page - 1) * asked.rows;
      // One row more than is shown tells whether there are others.
      const limit = asked.rows + 1;
      const found = await work.rows(
        pageRows(wanted({ ...asked, limit, offset, at, backwards }, from, work.now)),
      );
      const more = found.length === limit;
      const rows = found.slice(0, asked.rows);
      if (backwards) rows.reverse();
      return {
        rows: rows.map((row) => this.present(row, context)),
        total: Math.min(count, cap),
        exact: count <= cap,
        cursors: {
          next: more || backwards ? cursorOf(asked.sort, rows.at(-1)) : null,
          previous: at && (more || !backwards) ? cursorOf(asked.sort, rows.at(0)) : null,
        },
      };
    },

    /** The CSV file of the grid: its columns that have a head there, in the order in which they are declared. */
    csv: {
      head: Object.values(exported).map(({ csv }) => csv?.head ?? ''),
      input: filterInput.extend({ after: plainText(800).optional() }),
      output: z.object({
        rows: z.array(z.object(schemasOf(kindsOf(inExport)))),
        next: z.string().nullable(),
      }),
      /** One row's cells. @param timeZone in which the days of instants are written */
      cells(row: FilterValues, timeZone: string): string[] {
        return Object.entries(exported).map(([name, { csv }]) =>
          csv?.cell ? csv.cell(row[name], timeZone) : csvText(row[name], timeZone),
        );
      },
      /** The next rows of the file in the grid's own order; `next` is null after the last. */
      async read(
        work: Reading,
        asked: { after?: string | undefined } & FilterValues,
        options: ReadOptions,
        batch = BATCH,
      ) {
        const where = sql<boolean>`${options.where} and ${filterSql(filters, asked)}`;
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

type SchemaShape<R extends Record<string, { schema: z.ZodType }>> = { [K in keyof R]: R[K]['schema'] };

function schemasOf<R extends Record<string, { schema: z.ZodType }>>(fields: R): SchemaShape<R> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as SchemaShape<R>;
}
