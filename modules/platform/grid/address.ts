import { z } from 'zod';
import { formatDate, type GridFilterControl, NUMBERED_ROWS, pageSizes } from '../browser.ts';
import { type RawBuilder, sql } from '../database/sql.ts';
import { plainText } from '../fields/text.ts';
import type { JsonObject } from '../json.ts';
import { type Filter, filterShape } from './filter.ts';

/** Which page of a grid is wanted, in which order. */
export interface PageInput {
  sort: string;
  dir: 'asc' | 'desc';
  /** From 1. */
  page: number;
  /** Rows per page. */
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
    /** Beyond the numbered pages: a cursor. The page has the rows after or before it. */
    after: plainText(800).optional(),
    before: plainText(800).optional(),
  };
}

/** The values of a grid's filters by their names. Other names are ignored. */
export interface FilterValues {
  readonly [name: string]: unknown;
}

/**
 * Reads a query string by a grid's input schema. A value that the schema refuses is replaced by its default, so that
 * an old link still opens the grid.
 */
export function readAddress<I extends z.ZodObject>(input: I, query: URLSearchParams): z.output<I> {
  const known = Object.entries(input.shape).flatMap(([name, schema]) => {
    const value = query.get(name)?.trim();
    return value && z.safeParse(schema, value).success ? [[name, value] as const] : [];
  });
  return input.parse(Object.fromEntries(known));
}

/** The filters that are set, with their values. */
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

/** The condition for rows that fit the filters. */
export function filterSql(filters: readonly Filter[], values: FilterValues, now: Date): RawBuilder<boolean> {
  const parts = active(filters, values).map(({ filter, value }) => filter.where(value, now));
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** The filters for an audit entry. Search words are left out, because they may be somebody's address. */
export function filterDetail(filters: readonly Filter[], values: FilterValues): JsonObject {
  const set = new Map(active(filters, values).map(({ filter, value }) => [filter.name, value]));
  return Object.fromEntries(
    filters.map(({ name, control }) =>
      control.kind === 'search' ? ['searched', set.has(name)] : [name, set.get(name) ?? null],
    ),
  );
}

/**
 * The same detail as people read it: the filters in one text, and the rest as it is.
 * @param named the name of what a filter without listed choices is set to
 */
export function filterDetailInWords(
  filters: readonly Filter[],
  detail: FilterValues,
  named: (value: string) => string | undefined,
): Record<string, unknown> {
  const rest = new Map(Object.entries(detail));
  const words = filters.flatMap(({ name, control: { kind, label, options } }) => {
    const kept = kind === 'search' ? 'searched' : name;
    const value = rest.get(kept);
    rest.delete(kept);
    if (value === true) return [`${label}: words that are not kept`];
    if (typeof value !== 'string') return [];
    if (kind === 'date') return [`${label}: ${formatDate(value)}`];
    return [`${label}: ${options.find((option) => option.value === value)?.label ?? named(value) ?? value}`];
  });
  return { filters: words.join('; ') || 'None', ...Object.fromEntries(rest) };
}

/** What a page needs to show the filters with their present values. */
export function filterControls(filters: readonly Filter[], values: FilterValues): GridFilterControl[] {
  const set = new Map(active(filters, values).map(({ filter, value }) => [filter.name, value]));
  return filters.map(({ name, control, none }) => ({ name, value: set.get(name) ?? none ?? '', ...control }));
}

/** Declares filters, orders, page and page size of a list that does not read its rows through `defineGrid`. */
export function defineAddress<const F extends readonly Filter[], const S extends string = ''>(declared: {
  name: string;
  filters: F;
  rows: (typeof pageSizes)[number];
  /** The orders, of which the first is the default. Without them the list has one fixed order. */
  sorts?: readonly [first: S, ...others: S[]];
  dir?: 'asc' | 'desc';
}) {
  const sorts = (declared.sorts ?? ['']) as readonly [S, ...S[]];
  const input = z.object(filterShape<F[number]>(declared.filters)).extend({
    sort: z.literal<readonly [S, ...S[]]>(sorts).default(() => sorts[0]),
    ...pageShape({ dir: declared.dir ?? 'asc', rows: declared.rows }),
  });
  return {
    name: declared.name,
    sorts: declared.sorts ?? [],
    readAddress: (query: URLSearchParams) => readAddress(input, query),
    filterControls: (values: FilterValues) => filterControls(declared.filters, values),
    isFiltered: (values: FilterValues) => isFiltered(declared.filters, values),
  };
}
