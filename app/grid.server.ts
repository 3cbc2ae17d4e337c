import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type GridFilterControl, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import { DAY, type Visit } from '#modules/platform/index.ts';
import type { GridAddress, GridPage } from './components/grid/page.ts';

/** The parts of a grid's declaration (modules/platform/grid) that a page uses. */
interface PagedGrid<Asked> {
  name: string;
  sorts: readonly string[];
  readAddress(query: URLSearchParams): Asked;
  filterControls(asked: Readonly<Record<string, unknown>>): GridFilterControl[];
  isFiltered(asked: Readonly<Record<string, unknown>>): boolean;
}

interface Listed {
  rows: unknown[];
  total: number;
  exact: boolean;
  cursors: { next: string | null; previous: string | null };
}

/**
 * Reads the page of a grid that a request's address asks for. If the page is beyond the last one, for example because
 * its only row was just removed, the last page is returned instead.
 * @param list runs the operation that lists the grid
 * @returns what the table shows, and everything else that the operation returned
 */
export async function gridPage<Asked extends GridAddress, Answer extends Listed>(
  { request, context }: LoaderFunctionArgs,
  grid: PagedGrid<Asked>,
  list: (asked: Asked) => Promise<Answer>,
): Promise<GridPage<Answer['rows'][number]> & Omit<Answer, keyof Listed>> {
  const read = grid.readAddress(new URL(request.url).searchParams);
  let asked = { ...read, page: Math.min(read.page, NUMBERED_ROWS / read.rows) };
  let found = await list(asked);
  const last = Math.max(1, Math.ceil(found.total / asked.rows));
  if (found.rows.length === 0 && asked.page > last) {
    asked = { ...asked, page: last };
    found = await list(asked);
  }
  const { sort, dir, page, rows, after, before } = asked;
  const { rows: listed, total, exact, cursors, ...others } = found;
  return {
    ...others,
    name: grid.name,
    address: { sort, dir, page, rows, after, before },
    sorts: grid.sorts,
    filters: grid.filterControls(asked),
    filtered: grid.isFiltered(asked),
    hidden: hiddenColumns(context.visit, grid.name),
    rows: withEqualPartsOnce(listed),
    total,
    exact,
    cursors,
  };
}

/**
 * Rows in which equal lists and records are the same object. Remix writes an object of a page's data once, and the
 * actions of most rows are equal.
 */
function withEqualPartsOnce<Row>(rows: Row[]): Row[] {
  const parts = new Map<string, unknown>();
  const once = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const key = JSON.stringify(value);
    const known = parts.get(key);
    if (known !== undefined) return known;
    const own = Array.isArray(value) ? value.map(once) : value;
    parts.set(key, own);
    return own;
  };
  return rows.map((row) =>
    row instanceof Object
      ? (Object.fromEntries(Object.entries(row).map(([name, value]) => [name, once(value)])) as Row)
      : row,
  );
}

/**
 * One page of rows that are all loaded, for the `list` of `gridPage`. Rows without a value come last in both directions;
 * rows with the same value keep their order.
 * @param sortedBy what a row is sorted by
 */
export function pageInMemory<Row>(
  rows: readonly Row[],
  { dir, page, rows: size }: GridAddress,
  sortedBy: (row: Row) => string | number | Date | null,
) {
  const sorted = rows
    .map((row) => ({ row, value: sortedBy(row) }))
    .sort(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      const order =
        typeof one === 'string' ? one.localeCompare(String(other), 'en') : Number(one) - Number(other);
      return dir === 'asc' ? order : -order;
    });
  return {
    rows: sorted.slice((page - 1) * size, page * size).map(({ row }) => row),
    total: rows.length,
    exact: true,
    cursors: { next: null, previous: null },
  };
}

const cookieOf = (grid: string) => `columns-${grid}`;
const columnIds = z.array(z.string().regex(/^[a-z][a-z-]{0,39}$/)).max(40);

/** The ids of the columns that this browser hides. A cookie may name columns that do not exist, which has no effect. */
function hiddenColumns(visit: Visit, grid: string): string[] {
  const ids = columnIds.safeParse(visit.cookies.get(cookieOf(grid))?.split('.'));
  return ids.success ? ids.data : [];
}

/** Remembers for a year which columns of a grid this browser hides. */
export function hideColumns(visit: Visit, grid: string, ids: readonly string[]): void {
  if (ids.length === 0) visit.cookies.clear(cookieOf(grid));
  else visit.cookies.set(cookieOf(grid), ids.join('.'), { maxAge: 365 * DAY });
}
