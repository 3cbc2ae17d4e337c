import type { GridFilterControl } from '#modules/platform/browser.ts';

/** What of a grid's page stands in its address. Back and a shared link work because nothing else does. */
export type GridAddress = {
  sort: string;
  dir: 'asc' | 'desc';
  /** From 1. */
  page: number;
  /** Rows a page. */
  rows: number;
  /** Beyond the numbered pages: the place to go on from, forwards or back (D85). */
  after?: string | undefined;
  before?: string | undefined;
};

/** One page of a grid, as the loader gives it to the table. */
export interface GridPage<Row> {
  /** The grid's own name, by which hidden columns are remembered. */
  name: string;
  address: GridAddress;
  /** The columns by which the database can sort, by their ids. */
  sorts: readonly string[];
  filters: readonly GridFilterControl[];
  filtered: boolean;
  /** Ids of the columns that the person has hidden. */
  hidden: readonly string[];
  rows: Row[];
  /** All rows that fit the filters, at most the number that is counted (D85). */
  total: number;
  /** False: there are more than `total`. */
  exact: boolean;
  /** Where next and previous go on beyond the numbered pages. */
  cursors: { next: string | null; previous: string | null };
}

/** Says which page: another order or filter begins at the first. */
export const placeNames = ['page', 'after', 'before'];

/** The same address with other answers; an empty one leaves. A change of anything but the page leads to page 1. */
export function withQuery(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  for (const name of placeNames) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}

/** The id of a grid's place on its page, by the grid's name. */
export function gridAnchor(name: string): string {
  return `grid-${name}`;
}
