import { type RowData, useTable } from '@tanstack/react-table';
import { features, type GridColumns, type GridContext } from './columns.ts';
import { RowsTable } from './table.tsx';

interface RecordTableProps<Row extends RowData> {
  label: string;
  rows: Row[];
  rowId: (row: Row) => string;
  /** On a phone, each row becomes a card. The column with the slot `top` is its title. */
  columns: GridColumns<Row>;
  context: GridContext;
  /** Less tall rows, for pages of staff. */
  staff?: boolean;
}

/** A few rows, all on one page and in a fixed order. */
export function RecordTable<Row extends RowData>({
  label,
  rows,
  rowId,
  columns,
  context,
  staff,
}: RecordTableProps<Row>) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    meta: context,
  });
  return (
    <RowsTable
      table={table}
      caption={label}
      sorts={[]}
      search=""
      className={staff ? 'data data-staff data-flow' : 'data data-flow'}
    />
  );
}
