import { z } from 'zod';
import { type GridFilterControl, NUMBERED_ROWS, pageSizes } from '../browser.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import { plainText } from '../fields/text.ts';
import type { JsonObject } from '../json.ts';
import { type Filter, filterShape } from './filter.ts';

/** One page of a grid, as it is asked for. */
export interface PageInput {
  sort: string;
  dir: 'asc' | 'desc';
  /** From 1. */
  page: number;
  /** Rows a page. */
  rows: number;
  after?: string | undefined;
  before?: string | undefined;
}

/** The part of a grid's input that says which page is wanted. */
export function pageShape(defaults: { dir: 'asc' | 'desc'; rows: number }) {
  return {
    dir: z.enum(['asc', 'desc']).default(defaults.dir),
    page: z.coerce.number().int().min(1).max(NUMBERED_ROWS).default(1),
    rows: z.coerce
      .number()
      .int()
      .refine((value) => pageSizes.some((size) => size === value))
      .default(defaults.rows),
    /** Beyond the numbered pages: the rows after or before a place. */
    after: plainText(800).optional(),
    before: plainText(800).optional(),
  };
}

/** The values of a grid's filters by their names, whatever else stands beside them. */
export interface FilterValues {
  readonly [name: string]: unknown;
}

/**
 * Reads what an address says by a grid's input. What the grid does not know falls back to its own order, so that an
 * old link still leads somewhere.
 */
export function readAddress<I extends z.ZodObject>(input: I, query: URLSearchParams): z.output<I> {
  const known = Object.entries(input.shape).flatMap(([name, schema]) => {
    const value = query.get(name)?.trim();
    return value && z.safeParse(schema, value).success ? [[name, value] as const] : [];
  });
  return input.parse(Object.fromEntries(known));
}

/** The filters that narrow, with what they are set to. */
function active(filters: readonly Filter[], values: FilterValues): { filter: Filter; value: string }[] {
  return filters.flatMap((filter) => {
    const value = values[filter.name];
    return typeof value === 'string' && value !== filter.none ? [{ filter, value }] : [];
  });
}

export const isFiltered = (filters: readonly Filter[], values: FilterValues) =>
  active(filters, values).length > 0;

export const isSearched = (filters: readonly Filter[], values: FilterValues) =>
  active(filters, values).some(({ filter }) => filter.control.kind === 'search');

/** The rows that the filters let through. */
export function filterSql(filters: readonly Filter[], values: FilterValues): RawBuilder<boolean> {
  const parts = active(filters, values).map(({ filter, value }) => filter.where(value));
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** What an audit entry says of filters: never what was searched for, which may be somebody's address. */
export function filterDetail(filters: readonly Filter[], values: FilterValues): JsonObject {
  const set = new Map(active(filters, values).map(({ filter, value }) => [filter.name, value]));
  return Object.fromEntries(
    filters.map(({ name, control }) =>
      control.kind === 'search' ? ['searched', set.has(name)] : [name, set.get(name) ?? null],
    ),
  );
}

/** The filters as a page shows them. */
export function filterControls(filters: readonly Filter[], values: FilterValues): GridFilterControl[] {
  const set = new Map(active(filters, values).map(({ filter, value }) => [filter.name, value]));
  return filters.map(({ name, control, none }) => ({ name, value: set.get(name) ?? none ?? '', ...control }));
}

/** The address of a list whose rows are found in a way of their own, in one order: filters, page and size. */
export function defineAddress<const F extends readonly Filter[]>(declared: {
  name: string;
  filters: F;
  rows: (typeof pageSizes)[number];
}) {
  const input = z.object(filterShape<F[number]>(declared.filters)).extend({
    sort: z.literal('').default(''),
    ...pageShape({ dir: 'asc', rows: declared.rows }),
  });
  return {
    name: declared.name,
    sorts: [],
    readAddress: (query: URLSearchParams) => readAddress(input, query),
    filterControls: (values: FilterValues) => filterControls(declared.filters, values),
    isFiltered: (values: FilterValues) => isFiltered(declared.filters, values),
  };
}
