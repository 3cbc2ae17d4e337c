import { Form, Link } from '@remix-run/react';
import type { RowData } from '@tanstack/react-table';
import { useId } from 'react';
import { pageSizes } from '#modules/platform/browser.ts';
import { Icon } from '../icon.tsx';
import { KeptQuery } from './filters.tsx';
import { type GridPage, gridAnchor, withQuery } from './page.ts';
import type { GridTable } from './table.tsx';

interface GridFootProps<Row extends RowData> {
  table: GridTable<Row>;
  page: GridPage<Row>;
  search: string;
  /** The hash of the rows, for a page whose top is about something else. */
  place?: string;
}

/**
 * The foot below the rows: which rows are shown, a choice of rows per page if there are more than the smallest choice,
 * and links to other pages.
 */
export function GridFoot<Row extends RowData>({ table, page, search, place }: GridFootProps<Row>) {
  const size = useId();
  const { pageIndex, pageSize } = table.state.pagination;
  const first = pageIndex * pageSize + 1;
  const all = `${page.total.toLocaleString('en-US')}${page.exact ? '' : '+'}`;
  return (
    <div className="gridfoot">
      <span>
        {isBeyond(page)
          ? `${page.rows.length} of ${all}`
          : `${first.toLocaleString('en-US')} to ${(first + page.rows.length - 1).toLocaleString('en-US')} of ${all}`}
      </span>
      {page.total > pageSizes[0] || !page.exact ? (
        <Form method="get" action={place} preventScrollReset>
          <KeptQuery search={search} without={['rows']} />
          <label htmlFor={size}>Rows per page</label>
          <select
            className="select select-small"
            id={size}
            name="rows"
            defaultValue={pageSize}
            key={pageSize}
          >
            {pageSizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <button type="submit" className="btn btn-small">
            Show
          </button>
        </Form>
      ) : null}
      <Pager table={table} page={page} search={search} />
    </div>
  );
}

/** Whether a page is found by a cursor and therefore has no number. */
function isBeyond({ address }: { address: GridPage<unknown>['address'] }): boolean {
  return address.after !== undefined || address.before !== undefined;
}

/** Links to numbered pages as far as rows are counted. Beyond that, only links to the next and previous page (D85). */
function Pager<Row extends RowData>({ table, page, search }: GridFootProps<Row>) {
  const { cursors, exact } = page;
  const beyond = isBeyond(page);
  const last = Math.max(1, exact ? table.getPageCount() : Math.floor(page.total / page.address.rows));
  const current = table.state.pagination.pageIndex + 1;
  const to = (number: number) => withQuery(search, { page: number > 1 ? String(number) : null });
  const previous = beyond
    ? cursors.previous && withQuery(search, { before: cursors.previous })
    : table.getCanPreviousPage() && to(current - 1);
  const next =
    !beyond && current < last
      ? to(current + 1)
      : (beyond || !exact) && cursors.next && withQuery(search, { after: cursors.next });
  // Another page is shown from the top of the grid.
  const atTop = (query: string) => `${query}#${gridAnchor(page.name)}`;
  if (!beyond && last <= 1 && !next) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {previous ? (
        <Link to={atTop(previous)} rel="prev">
          <Icon name="left" />
          Previous
        </Link>
      ) : (
        <span aria-disabled="true">
          <Icon name="left" />
          Previous
        </span>
      )}
      {pagesAround(beyond ? 0 : current, last).map((number, at) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps never change their order
          <span key={`gap-${at}`}>…</span>
        ) : (
          <Link
            key={number}
            to={atTop(to(number))}
            aria-current={number === current && !beyond ? 'page' : undefined}
            aria-label={`Page ${number}`}
          >
            {number.toLocaleString('en-US')}
          </Link>
        ),
      )}
      {next ? (
        <Link to={atTop(next)} rel="next">
          Next
          <Icon name="right" />
        </Link>
      ) : (
        <span aria-disabled="true">
          Next
          <Icon name="right" />
        </span>
      )}
    </nav>
  );
}

/** The numbers of the first, the last and the neighboring pages; null for a gap. */
function pagesAround(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((each, at) => {
    const before = sorted[at - 1] ?? each;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
