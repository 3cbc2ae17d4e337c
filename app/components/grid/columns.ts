import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';

/**
 * Where a cell is placed if a phone shows the row as a card: 'select' checkbox, 'top' title, 'score' and 'end' (menu)
 * at the right, 'wide' on its own line, 'fact' on a line with others, after the column's name.
 */
export type CardSlot = 'select' | 'top' | 'score' | 'end' | 'wide' | 'fact';

interface ColumnMeta {
  slot?: CardSlot;
}

/** What cells may need in addition to their row. */
export interface GridContext {
  /** The time zone in which dates and times are shown. */
  timeZone: string;
  /** The portal's clock. */
  now: Date;
  /** Why nothing about the rows can be changed. */
  locked?: string;
}

/** The features of TanStack Table that grids use. The database sorts, filters and pages the rows. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnMeta,
  tableMeta: {} as GridContext,
});

export type GridColumns<Row extends RowData> = TableOptions<typeof features, Row>['columns'];

/**
 * Makes the columns of a grid. Call it once, outside the component. The id of a column is the name of its order
 * (`sort=` in the address) and its name in the cookie of hidden columns.
 */
export function gridColumns<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}
