import { useFetcher, useLocation } from '@remix-run/react';
import type { RowData } from '@tanstack/react-table';
import { Fragment, useEffect } from 'react';
import { Icon } from '../icon.tsx';
import { LateMenu, type MenuListProps } from '../menu.tsx';
import { gridAnchor, withMenu } from './page.ts';
import type { GridTable } from './table.tsx';

/** The route that stores the choice in a cookie (app/routes/shell/grid-columns.ts). */
const action = '/grid-columns';

/** The ids of the hidden columns: from the menu while it is being sent, otherwise from the cookie. */
export function useHiddenColumns(grid: string, remembered: readonly string[]): readonly string[] {
  const fetcher = useFetcher({ key: keyOf(grid) });
  if (!fetcher.formData) return remembered;
  const shown = fetcher.formData.getAll('show');
  return fetcher.formData
    .getAll('column')
    .map(String)
    .filter((id) => !shown.includes(id));
}

const keyOf = (grid: string) => `columns of ${grid}`;

interface ColumnMenuProps<Row extends RowData> {
  /** The grid's name. */
  grid: string;
  table: GridTable<Row>;
}

/** Shows and hides columns: each change is sent immediately with script, and by a button without. */
export function ColumnMenu<Row extends RowData>({ grid, table }: ColumnMenuProps<Row>) {
  if (!table.getAllLeafColumns().some((column) => column.getCanHide())) return null;
  return (
    <LateMenu<HTMLFormElement>
      name={`columns-${grid}`}
      place={gridAnchor(grid)}
      className="btn btn-small columns-button"
      face={
        <>
          <Icon name="columns" />
          <span className="columns-words">Columns</span>
        </>
      }
    >
      {(list) => <ColumnForm grid={grid} table={table} list={list} />}
    </LateMenu>
  );
}

interface ColumnFormProps<Row extends RowData> extends ColumnMenuProps<Row> {
  list: MenuListProps<HTMLFormElement>;
}

function ColumnForm<Row extends RowData>({ grid, table, list }: ColumnFormProps<Row>) {
  const fetcher = useFetcher({ key: keyOf(grid) });
  const { pathname, search } = useLocation();
  const form = list.ref;
  const send = () => {
    if (!form.current) return;
    const chosen = new FormData(form.current);
    chosen.set('inplace', 'YES');
    fetcher.submit(chosen, { method: 'post', action });
  };
  // The menu can be used before the script runs. A choice that was made then is sent when it does.
  useEffect(() => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name=show]') ?? [])];
    if (boxes.some((box) => box.checked !== box.defaultChecked)) form.current?.requestSubmit();
  }, [form]);
  return (
    <form
      autoComplete="off"
      method="post"
      action={action}
      className="menu-list column-menu"
      {...list}
      onChange={send}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input type="hidden" name="grid" value={grid} />
      <input type="hidden" name="to" value={pathname + withMenu(search, null)} />
      <fieldset>
        <legend className="sr">Columns that are shown</legend>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <Fragment key={column.id}>
              <input type="hidden" name="column" value={column.id} />
              <label className="check">
                <input type="checkbox" name="show" value={column.id} defaultChecked={column.getIsVisible()} />
                <span>{headOf(column.columnDef.header)}</span>
              </label>
            </Fragment>
          ))}
      </fieldset>
      <button type="submit" className="btn btn-small plain-only">
        Show these columns
      </button>
    </form>
  );
}

const headOf = (header: unknown) => (typeof header === 'string' ? header : '');
