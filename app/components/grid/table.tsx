import { Link } from '@remix-run/react';
import type { Header, ReactTable, RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import type { CardSlot, features } from './columns.ts';
import { rowAnchor, withQuery } from './page.ts';

export type GridTable<Row extends RowData> = ReactTable<typeof features, Row>;

/**
 * Explicit ARIA roles, because table elements with `display: flex` or `block`, as on a phone, lose their implicit ones.
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
  heading: { role: 'rowheader' },
};

const sides: Record<CardSlot, string | undefined> = {
  select: 'at-select',
  top: 'at-top',
  score: 'at-score',
  end: 'at-end',
  wide: 'wide',
  fact: undefined,
};

interface RowsTableProps<Row extends RowData> {
  table: GridTable<Row>;
  caption: string;
  /** The ids of the columns by which the grid can be sorted. */
  sorts: readonly string[];
  search: string;
  /** The hash of the rows, for a page whose top is about something else. */
  place?: string;
  rowTone?: ((row: Row) => 'flag' | 'open' | undefined) | undefined;
  /** The heading for a row. Rows with the same heading follow each other. */
  groupOf?: ((row: Row) => string) | undefined;
  /** What is shown below an opened row, over the whole width. */
  openedRow?: ((row: Row) => ReactNode) | undefined;
  className: string;
}

/** The table of rows; on a phone each row is a card. */
export function RowsTable<Row extends RowData>({
  table,
  caption,
  sorts,
  search,
  place = '',
  rowTone,
  groupOf,
  openedRow,
  className,
}: RowsTableProps<Row>) {
  const { rows } = table.getRowModel();
  return (
    <div className="table-frame">
      <table className={className} {...roles.table}>
        <caption className="sr">{caption}</caption>
        <thead {...roles.group}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...roles.row}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} sorts={sorts} search={search} place={place}>
                  <table.FlexRender header={header} />
                </Head>
              ))}
            </tr>
          ))}
        </thead>
        <tbody {...roles.group}>
          {rows.map((row, at) => {
            const tone = rowTone?.(row.original);
            const group = groupOf?.(row.original);
            const opened = openedRow?.(row.original);
            const above = rows[at - 1];
            const begins = group !== undefined && (!above || groupOf?.(above.original) !== group);
            return (
              <Fragment key={row.id}>
                {begins ? (
                  <tr {...roles.row} className="group">
                    <th scope="rowgroup" {...roles.heading} colSpan={row.getVisibleCells().length}>
                      {group}
                    </th>
                  </tr>
                ) : null}
                <tr id={rowAnchor(row.id)} {...roles.row} className={tone && `is-${tone}`}>
                  {row.getVisibleCells().map((cell) => {
                    const { header, meta } = cell.column.columnDef;
                    const slot = meta?.slot ?? 'fact';
                    return (
                      <td
                        key={cell.id}
                        {...(slot === 'top' ? roles.heading : roles.cell)}
                        className={sides[slot]}
                        data-label={slot === 'fact' && typeof header === 'string' ? header : undefined}
                      >
                        <table.FlexRender cell={cell} />
                      </td>
                    );
                  })}
                </tr>
                {opened ? (
                  <tr {...roles.row} className="is-opened">
                    <td {...roles.cell} colSpan={row.getVisibleCells().length}>
                      {opened}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row extends RowData> {
  header: Header<typeof features, Row>;
  sorts: readonly string[];
  search: string;
  place: string;
  children: ReactNode;
}

/** A column header. If the grid can be sorted by it, it links to the grid in that order, or in reverse. */
function Head<Row extends RowData>({ header, sorts, search, place, children }: HeadProps<Row>) {
  const { column } = header;
  const next = column.getNextSortingOrder();
  if (!sorts.includes(column.id) || !column.getCanSort() || next === false) {
    const quiet = column.columnDef.meta?.slot === 'end';
    return (
      <th scope="col" {...roles.head}>
        {quiet ? <span className="sr">{children}</span> : children}
      </th>
    );
  }
  const sorted = column.getIsSorted();
  return (
    <th
      scope="col"
      {...roles.head}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link to={`${withQuery(search, { sort: column.id, dir: next })}${place}`} preventScrollReset>
        {children}
      </Link>
    </th>
  );
}
