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
 * Where a cell stands once a row is a card: its checkbox, its title, its score, its menu, a line of its own, or one fact
 * of many.
 */
export type CardSlot = 'select' | 'top' | 'score' | 'end' | 'wide' | 'fact';

interface ColumnMeta {
  slot?: CardSlot;
}

/** What every cell may need beside its row. */
export interface GridContext {
  /** In which days and times are written. */
  timeZone: string;
  /** The portal's clock. */
  now: Date;
}

/** The database sorts, filters and pages; the table knows the state, and what it leads to. */
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
 * Makes the columns of a grid; call it once, outside the component. The id of a column is its name in `sort=` and in
 * the menu of columns.
 */
export function gridColumns<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}
