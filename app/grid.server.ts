import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type GridFilterControl, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import { DAY, type Visit } from '#modules/platform/index.ts';
import type { GridAddress, GridPage } from './components/grid/page.ts';

/** What a page takes of a grid's declaration (modules/platform/grid). */
interface PagedGrid<Asked> {
  name: string;
  sorts: readonly string[];
  readAddress(query: URLSearchParams): Asked;
  filterControls(asked: Readonly<Record<string, unknown>>): GridFilterControl[];
  isFiltered(asked: Readonly<Record<string, unknown>>): boolean;
}

interface Listed<Row> {
  rows: Row[];
  total: number;
  exact: boolean;
  cursors: { next: string | null; previous: string | null };
}

/**
 * The page of a grid that an address asks for, read by the grid's declaration. The last page stands in for one beyond
 * it, whose last row has just left the list, say.
 * @param list runs the operation that lists the grid
 */
export async function gridPage<Asked extends GridAddress, Row>(
  { request, context }: LoaderFunctionArgs,
  grid: PagedGrid<Asked>,
  list: (asked: Asked) => Promise<Listed<Row>>,
): Promise<GridPage<Row>> {
  const read = grid.readAddress(new URL(request.url).searchParams);
  let asked = { ...read, page: Math.min(read.page, NUMBERED_ROWS / read.rows) };
  let found = await list(asked);
  const last = Math.max(1, Math.ceil(found.total / asked.rows));
  if (found.rows.length === 0 && asked.page > last) {
    asked = { ...asked, page: last };
    found = await list(asked);
  }
  const { sort, dir, page, rows, after, before } = asked;
  return {
    name: grid.name,
    address: { sort, dir, page, rows, after, before },
    sorts: grid.sorts,
    filters: grid.filterControls(asked),
    filtered: grid.isFiltered(asked),
    hidden: hiddenColumns(context.visit, grid.name),
    rows: found.rows,
    total: found.total,
    exact: found.exact,
    cursors: found.cursors,
  };
}

const cookieOf = (grid: string) => `columns-${grid}`;
const columnIds = z.array(z.string().regex(/^[a-z][a-z-]{0,39}$/)).max(40);

/** The columns of a grid that this browser hides; what is no column is met nowhere. */
function hiddenColumns(visit: Visit, grid: string): string[] {
  const ids = columnIds.safeParse(visit.cookies.get(cookieOf(grid))?.split('.'));
  return ids.success ? ids.data : [];
}

/** Remembers for a year which columns of a grid this browser hides. */
export function hideColumns(visit: Visit, grid: string, ids: readonly string[]): void {
  if (ids.length === 0) visit.cookies.clear(cookieOf(grid));
  else visit.cookies.set(cookieOf(grid), ids.join('.'), { maxAge: 365 * DAY });
}
