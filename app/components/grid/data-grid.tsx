import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import { type Header, type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { Icon } from '../icon.tsx';
import { features, type GridColumns } from './columns.ts';
import { GridFoot } from './foot.tsx';
import { type GridQuery, withQuery } from './query.ts';

interface DataGridProps<Row extends RowData> {
  /** What the table holds, for those who do not see it. */
  label: string;
  columns: GridColumns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** All rows that fit the filters, at most the number that is counted (D85). */
  total: number;
  /** False: there are more than `total`. */
  totalExact?: boolean;
  query: GridQuery;
  /** Where next and previous go on beyond the numbered pages. */
  cursors?: { next: string | null; previous: string | null };
  /** Fields of the filter form, sent by GET; not shown where there is nothing to filter. */
  filters?: ReactNode;
  /** Right of the filters: a segment, a CSV link. */
  tools?: ReactNode;
  /** Shown in place of rows where there are none; say what to do next. */
  empty: ReactNode;
  /** Shown in place of rows where a filter leaves none. */
  nothingFound?: ReactNode;
  filtered?: boolean;
  /** Tints a row: flag for trouble, open for the one in question. */
  rowTone?: (row: Row) => 'flag' | 'open' | undefined;
  /** Denser rows of 50 px. */
  staff?: boolean;
  /** Under a section that scrolls by itself the head cannot stick. */
  stickyHead?: boolean;
}

/** Said aloud, because a table whose rows are flex boxes (on a phone) loses the roles of its elements. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

const sides = { top: 'at-top', score: 'at-score', end: 'at-end', wide: 'wide', fact: undefined } as const;

/**
 * A table whose sort, filter and page stand in the address: heads are links, the filter is a GET form, pages are
 * links. The server sorts, filters and pages; rows become cards on a phone.
 */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  const { label, columns, rows, rowId, total, totalExact = true, query, cursors, filters, tools } = props;
  const { empty, nothingFound, filtered, rowTone, staff, stickyHead = true } = props;
  const { search, pathname } = useLocation();
  const navigation = useNavigation();
  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname;
  const state = useMemo(
    () => ({
      sorting: [{ id: query.sort, desc: query.dir === 'desc' }],
      pagination: { pageIndex: query.page - 1, pageSize: query.rows },
    }),
    [query.sort, query.dir, query.page, query.rows],
  );
  const table = useTable({
    features,
    columns,
    data: rows,
    rowCount: total,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    state,
  });
  const pages = table.getPageCount();
  const classes = ['data', staff ? 'data-staff' : null, stickyHead ? null : 'data-flow'];
  return (
    <section className="card grid" aria-label={label} aria-busy={loading || undefined}>
      {(filters || tools) && (total > 0 || filtered) ? (
        <div className="toolbar">
          {filters ? (
            <Form method="get" className="toolbar-filters" preventScrollReset>
              <KeptQuery sort={query} search={search} />
              {filters}
              <button type="submit" className="btn btn-small">
                <Icon name="filter" />
                Filter
              </button>
            </Form>
          ) : null}
          {tools ? <div className="toolbar-tools">{tools}</div> : null}
        </div>
      ) : null}
      {rows.length === 0 ? (
        filtered ? (
          (nothingFound ?? <NothingFound pathname={pathname} />)
        ) : (
          empty
        )
      ) : (
        <table className={classes.filter(Boolean).join(' ')} {...roles.table}>
          <caption className="sr">
            {label}, page {query.page} of {pages}
          </caption>
          <thead {...roles.group}>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} {...roles.row}>
                {group.headers.map((header) => (
                  <Head key={header.id} header={header} query={query} search={search}>
                    <table.FlexRender header={header} />
                  </Head>
                ))}
              </tr>
            ))}
          </thead>
          <tbody {...roles.group}>
            {table.getRowModel().rows.map((row) => {
              const tone = rowTone?.(row.original);
              return (
                <tr key={row.id} {...roles.row} className={tone && `is-${tone}`}>
                  {row.getAllCells().map((cell) => {
                    const meta = cell.column.columnDef.meta;
                    const side = sides[meta?.place ?? 'fact'];
                    return (
                      <td
                        key={cell.id}
                        {...roles.cell}
                        className={
                          [side, meta?.right ? 'right' : null].filter(Boolean).join(' ') || undefined
                        }
                        data-label={meta?.place === 'fact' ? meta.label : undefined}
                      >
                        <table.FlexRender cell={cell} />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {total > 0 || query.page > 1 ? (
        <GridFoot
          query={query}
          total={total}
          exact={totalExact}
          pages={pages}
          shown={rows.length}
          cursors={cursors}
          search={search}
        />
      ) : null}
    </section>
  );
}

interface HeadProps<Row extends RowData> {
  header: Header<typeof features, Row>;
  query: GridQuery;
  search: string;
  children: ReactNode;
}

/** A head that sorts is a link to the same grid in the other order. */
function Head<Row extends RowData>({ header, query, search, children }: HeadProps<Row>) {
  const meta = header.column.columnDef.meta;
  const sort = meta?.sort ?? null;
  const right = meta?.right ? 'right' : undefined;
  if (sort === null) {
    const hidden = header.column.columnDef.header && meta?.place === 'end';
    return (
      <th scope="col" {...roles.head} className={right}>
        {hidden ? <span className="sr">{meta.label}</span> : children}
      </th>
    );
  }
  const current = query.sort === sort;
  const next = current && query.dir === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      {...roles.head}
      className={right}
      aria-sort={current ? (query.dir === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link to={withQuery(search, { sort, dir: next })} preventScrollReset>
        {children}
        <Icon name={current ? (query.dir === 'asc' ? 'sort-up' : 'sort-down') : 'sort'} />
      </Link>
    </th>
  );
}

/** Sort and page size outlive a filter; the page does not. */
function KeptQuery({ sort, search }: { sort: GridQuery; search: string }) {
  const query = new URLSearchParams(search);
  return (
    <>
      {query.has('sort') ? <input type="hidden" name="sort" value={sort.sort} /> : null}
      {query.has('dir') ? <input type="hidden" name="dir" value={sort.dir} /> : null}
      {query.has('rows') ? <input type="hidden" name="rows" value={sort.rows} /> : null}
    </>
  );
}

function NothingFound({ pathname }: { pathname: string }) {
  return (
    <div className="empty">
      <Icon name="search" />
      <h2>Nothing fits these filters</h2>
      <p>Try fewer or other words.</p>
      <Link className="btn" to={pathname}>
        Clear filters
      </Link>
    </div>
  );
}
