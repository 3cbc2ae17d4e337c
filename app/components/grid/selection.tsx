import { useSubmit } from '@remix-run/react';
import { createColumnHelper, type RowData } from '@tanstack/react-table';
import { type FormEvent, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import type { features, GridColumns } from './columns.ts';
import type { GridTable } from './table.tsx';

/** The query parameter with the id of a selected row; repeated for each. */
const selectedName = 'selected';

/** The actions for the selected rows of a page. */
export interface GridSelection<Row> {
  /** The name of a row, for the label of its checkbox. */
  nameOf: (row: Row) => string;
  /** The page that asks for confirmation. Its query has `action` and one `selected` for each row. */
  to: string;
  actions: readonly { action: string; label: string; icon: IconName }[];
  /** A download of the selected rows, with the same query parameters. */
  csv?: { to: string; label: string };
}

/** The column of checkboxes. They refer to the form of SelectionBar by its id, so that they work without script. */
export function selectColumn<Row extends RowData>(
  form: string,
  nameOf: (row: Row) => string,
): GridColumns<Row>[number] {
  return createColumnHelper<typeof features, Row>().display({
    id: 'select',
    enableHiding: false,
    meta: { slot: 'select' },
    header: ({ table }) => (
      <>
        <label className="check select-all">
          <input
            type="checkbox"
            checked={table.getIsAllPageRowsSelected()}
            ref={(box) => {
              if (box)
                box.indeterminate = table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected();
            }}
            onChange={table.getToggleAllPageRowsSelectedHandler()}
          />
          <span className="sr">Select all rows of this page</span>
        </label>
        <span className="sr without-script">Select</span>
      </>
    ),
    cell: ({ row }) => (
      <label className="check">
        <input
          type="checkbox"
          form={form}
          name={selectedName}
          value={row.id}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
          aria-label={`Select ${nameOf(row.original)}`}
        />
      </label>
    ),
  });
}

interface SelectionBarProps<Row extends RowData> {
  id: string;
  table: GridTable<Row>;
  selection: GridSelection<Row>;
  search: string;
}

/**
 * The bar of actions below the rows, shown while a row is selected. With script it also shows the number of selected
 * rows.
 */
export function SelectionBar<Row extends RowData>({ id, table, selection, search }: SelectionBarProps<Row>) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const count = table.getSelectedRowModel().rows.length;
  const adopted = useRef(false);
  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    // Includes the boxes that were checked before the script ran.
    const ticked = [...(form.current?.elements ?? [])].filter(
      (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.checked,
    );
    if (ticked.length > 0) table.setRowSelection(Object.fromEntries(ticked.map((box) => [box.value, true])));
  }, [table]);
  const ask = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // The download is a plain GET request, because the router cannot load it as a page.
    if (!(submitter instanceof HTMLButtonElement) || submitter.hasAttribute('formaction')) return;
    event.preventDefault();
    submit(submitter, { preventScrollReset: true });
  };
  return (
    <form
      ref={form}
      id={id}
      method="get"
      action={selection.to}
      onSubmit={ask}
      aria-label="Selected rows"
      className="selection"
    >
      {[...new URLSearchParams(search)]
        .filter(([name]) => name !== selectedName && name !== 'action')
        .map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
      <span className="selection-count" role="status">
        {count > 0 ? `${count} selected` : 'Selected rows'}
      </span>
      {selection.actions.map(({ action, label, icon }) => (
        <button key={action} type="submit" className="btn btn-small" name="action" value={action}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
      {selection.csv ? (
        <button type="submit" className="btn btn-small" formAction={selection.csv.to}>
          <Icon name="download" />
          {selection.csv.label}
        </button>
      ) : null}
      <button
        type="button"
        className="btn btn-small btn-quiet select-page"
        onClick={() => table.toggleAllPageRowsSelected(!table.getIsAllPageRowsSelected())}
      >
        {table.getIsAllPageRowsSelected() ? 'Select none' : 'Select all on this page'}
      </button>
    </form>
  );
}
