import {
  type ColumnDef,
  createColumnHelper,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** Where a cell stands once a row is a card: its title, its score, its menu, a line of its own, or one fact of many. */
export type Place = 'top' | 'score' | 'end' | 'wide' | 'fact';

export interface GridMeta {
  /** Names the column where its head is empty, and the fact on a card. */
  label: string;
  sort: string | null;
  place: Place;
  right: boolean;
}

/** Sorting and paging are the database's; the table only knows their state. */
export const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  columnMeta: {} as GridMeta,
});

export type GridColumns<Row extends RowData> = ColumnDef<typeof features, Row>[];

export interface GridColumn<Row> {
  id: string;
  /** The head; null leaves it to those who do not see it (see `label`). */
  head: ReactNode;
  /** Needed where `head` is not a text. */
  label?: string;
  /** Its name in `sort=`; absent where it cannot be sorted. */
  sort?: string;
  place?: Place;
  right?: boolean;
  cell: (row: Row) => ReactNode;
}

/** Columns of a grid; make them once, outside the component. */
export function gridColumns<Row extends RowData>(columns: readonly GridColumn<Row>[]): GridColumns<Row> {
  const helper = createColumnHelper<typeof features, Row>();
  return columns.map(({ id, head, label, sort, place = 'fact', right = false, cell }) =>
    helper.display({
      id,
      header: () => head,
      cell: ({ row }) => cell(row.original),
      meta: { label: label ?? (typeof head === 'string' ? head : id), sort: sort ?? null, place, right },
    }),
  );
}
