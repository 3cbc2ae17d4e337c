import { Link, useLocation, useNavigation } from '@remix-run/react';
import { type RowData, type RowSelectionState, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Icon } from '../icon.tsx';
import { ColumnMenu, useHiddenColumns } from './column-menu.tsx';
import { features, type GridColumns, type GridContext } from './columns.ts';
import { GridFilters, GridSegments } from './filters.tsx';
import { GridFoot } from './foot.tsx';
import { type GridPage, gridAnchor, placeOf } from './page.ts';
import { type GridSelection, SelectionBar, selectColumn } from './selection.tsx';
import { RowsTable } from './table.tsx';

interface DataGridProps<Row extends RowData> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: GridColumns<Row>;
  page: GridPage<Row>;
  rowId: (row: Row) => string;
  context: GridContext;
  /** The names of filters that this page does not show. */
  withoutFilters?: readonly string[];
  /** The actions for selected rows; without them, rows cannot be selected. */
  selection?: GridSelection<Row> | undefined;
  /** Shown if the grid has no rows. It should say what to do next. */
  empty: ReactNode;
  /** The title if no row matches the filters. The default also says to try different ones. */
  noMatches?: string | undefined;
  /** The filter that the page itself asks for, such as its search: if it alone finds nothing, `empty` says what to do. */
  searchedBy?: string;
  /** Colors a row: 'flag' for one with a problem, 'open' for the one whose details are shown. */
  rowTone?: (row: Row) => 'flag' | 'open' | undefined;
  /** The heading for a row, in an order that keeps the rows of each heading together. */
  groupOf?: ((row: Row) => string) | undefined;
  /** What is shown below an opened row, over the whole width. */
  openedRow?: ((row: Row) => ReactNode) | undefined;
  /** Less tall rows, for pages of staff. */
  staff?: boolean;
}

/**
 * A table whose order, filters and page are part of the address: column headers and pages are links, the filters are a
 * GET form. The server sorts, filters and pages. On a phone the rows are shown as cards.
 */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  const {
    label,
    columns,
    page,
    rowId,
    context,
    withoutFilters = [],
    selection,
    empty,
    noMatches,
    searchedBy,
    rowTone,
    groupOf,
    openedRow,
    staff,
  } = props;
  const { address, filtered } = page;
  const { search, pathname } = useLocation();
  const navigation = useNavigation();
  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname;
  const hidden = useHiddenColumns(page.name, page.hidden);
  const form = useId();
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const acted = navigation.state === 'loading' && navigation.formMethod === 'POST';
  useEffect(() => {
    if (acted) setRowSelection({});
  }, [acted]);
  const nameOf = selection?.nameOf;
  const allColumns = useMemo(
    () => (nameOf ? [selectColumn(form, nameOf), ...columns] : columns),
    [columns, form, nameOf],
  );
  const state = useMemo(
    () => ({
      ...placeOf(address),
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      rowSelection,
    }),
    [address, hidden, rowSelection],
  );
  const table = useTable({
    features,
    columns: allColumns,
    data: page.rows,
    rowCount: page.total,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    onRowSelectionChange: setRowSelection,
    meta: context,
    state,
  });
  const filters = page.filters.filter(({ name }) => !withoutFilters.includes(name));
  const narrowed = searchedBy === undefined ? filtered : filters.some(({ value }) => value !== '');
  const cleared = searchedBy === undefined ? '' : (new URLSearchParams(search).get(searchedBy) ?? '');
  return (
    <section
      id={gridAnchor(page.name)}
      className="card grid"
      aria-label={label}
      aria-busy={loading || undefined}
    >
      {page.total > 0 || (filtered && filters.length > 0) ? (
        <div className="toolbar">
          <GridFilters filters={filters} search={search} />
          <div className="toolbar-tools">
            <GridSegments filters={filters} search={search} />
            <ColumnMenu grid={page.name} table={table} />
          </div>
        </div>
      ) : null}
      {page.rows.length > 0 ? (
        <RowsTable
          table={table}
          caption={`${label}, page ${address.page} of ${table.getPageCount()}`}
          sorts={page.sorts}
          search={search}
          rowTone={rowTone}
          groupOf={groupOf}
          openedRow={openedRow}
          className={staff ? 'data data-staff' : 'data'}
        />
      ) : narrowed && filters.length > 0 ? (
        <NothingFound
          to={searchedBy ? `${pathname}?${new URLSearchParams({ [searchedBy]: cleared })}` : pathname}
          title={noMatches}
        />
      ) : (
        empty
      )}
      {selection && page.rows.length > 0 ? (
        <SelectionBar id={form} table={table} selection={selection} search={search} />
      ) : null}
      {page.total > 0 || address.page > 1 ? <GridFoot table={table} page={page} search={search} /> : null}
    </section>
  );
}

function NothingFound({ to, title }: { to: string; title: string | undefined }) {
  return (
    <div className="empty">
      <Icon name="search" />
      <h2>{title ?? 'No matches'}</h2>
      {title === undefined ? <p>Try different filters.</p> : null}
      <Link className="btn" to={to}>
        Clear filters
      </Link>
    </div>
  );
}
