import type { GridFilterControl } from '#modules/platform/browser.ts';

/** The order and page of a grid, all of which is in the address, so that Back and shared links work. */
export type GridAddress = {
  sort: string;
  dir: 'asc' | 'desc';
  /** From 1. */
  page: number;
  /** Rows per page. */
  rows: number;
  /** Beyond the numbered pages: the cursor of the row after or before this page (D85). */
  after?: string | undefined;
  before?: string | undefined;
};

/** One page of a grid, from the loader. */
export interface GridPage<Row> {
  /** The grid's name, which identifies the cookie of hidden columns. */
  name: string;
  address: GridAddress;
  /** The ids of the columns by which the database can sort. */
  sorts: readonly string[];
  filters: readonly GridFilterControl[];
  filtered: boolean;
  /** Ids of the columns that this browser hides. */
  hidden: readonly string[];
  rows: Row[];
  /** The number of rows that match the filters, counted up to a limit (D85). */
  total: number;
  /** False if there are more than `total`. */
  exact: boolean;
  /** The `after` of the next page and the `before` of the previous one, beyond the numbered pages. */
  cursors: { next: string | null; previous: string | null };
}

/** The order and page of a table's rows, as TanStack Table takes them. */
export const placeOf = ({ sort, dir, page, rows }: GridAddress) => ({
  sorting: [{ id: sort, desc: dir === 'desc' }],
  pagination: { pageIndex: page - 1, pageSize: rows },
});

/** The query parameter with the row whose menu is shown without script. */
const menuName = 'menu';

/**
 * The query parameters that say which page. A change of order or filter drops them and shows the first page with all
 * menus closed.
 */
export const placeNames = ['page', 'after', 'before', menuName];

/**
 * The query string with changed parameters; null or '' removes a parameter. The parameters of the page are kept only if
 * they are in `changes`.
 */
export function withQuery(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  for (const name of placeNames) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}

/** The row whose menu is shown; null if none is. */
export function shownMenu(search: string): string | null {
  return search === '' ? null : new URLSearchParams(search).get(menuName);
}

/** The same query string with the menu of a row shown, or with all menus closed. */
export function withMenu(search: string, row: string | null): string {
  if (shownMenu(search) === row) return search;
  const query = new URLSearchParams(search);
  if (row === null) query.delete(menuName);
  else query.set(menuName, row);
  return query.size === 0 ? '' : `?${query}`;
}

/** Its last part is random, and enough to tell the rows of a page apart. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{12})$/;

/** The id of a row's element, to which the answer redirects without script. */
export function rowAnchor(id: string): string {
  return `row-${id.replace(uuid, '$1').replaceAll(/\s/g, '-')}`;
}

/** The id of a grid's element on its page, made from the grid's name. */
export function gridAnchor(name: string): string {
  return `grid-${name}`;
}
