import { useLocation } from '@remix-run/react';
import { type RowData, useTable } from '@tanstack/react-table';
import { features, type GridColumns, type GridContext } from './columns.ts';
import { GridFoot } from './foot.tsx';
import { type GridPage, gridAnchor, placeOf } from './page.ts';
import { RowsTable } from './table.tsx';

interface RecordTableProps<Row extends RowData> {
  label: string;
  rows: Row[];
  /** The order and the page of the rows. Without it, all rows are shown in a fixed order. */
  page?: Omit<GridPage<unknown>, 'rows'>;
  rowId: (row: Row) => string;
  /** On a phone, each row becomes a card. The column with the slot `top` is its title. */
  columns: GridColumns<Row>;
  context: GridContext;
  /** Less tall rows, for pages of staff. */
  staff?: boolean;
}

/** Rows within a page that is about something else: all of them in a fixed order, or one page of them. */
export function RecordTable<Row extends RowData>({
  label,
  rows,
  page,
  rowId,
  columns,
  context,
  staff,
}: RecordTableProps<Row>) {
  const { search } = useLocation();
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    meta: context,
    ...(page ? { rowCount: page.total, state: placeOf(page.address) } : {}),
  });
  const className = staff ? 'data data-staff data-flow' : 'data data-flow';
  if (!page) return <RowsTable table={table} caption={label} sorts={[]} search="" className={className} />;
  const place = `#${gridAnchor(page.name)}`;
  return (
    <div id={gridAnchor(page.name)} className="record-grid">
      <RowsTable
        table={table}
        caption={`${label}, page ${page.address.page} of ${table.getPageCount()}`}
        sorts={page.sorts}
        search={search}
        place={place}
        className={className}
      />
      <GridFoot table={table} page={{ ...page, rows }} search={search} place={place} />
    </div>
  );
}
