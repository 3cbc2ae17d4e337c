import { createElement } from 'react';
import { expect, test } from 'vitest';
import { DataGrid, type GridPage, gridColumns } from '#app/components/index.ts';
import { renderedAt } from '../rendered.ts';

interface Row {
  id: string;
  name: string;
}

const column = gridColumns<Row>();
const columns = column.columns([
  column.accessor('name', { id: 'name', header: 'Name' }),
  column.accessor('id', { id: 'shared', header: 'Shared' }),
]);

/** The grid in an order, and where the header of a column leads. */
function headOf(label: string, sort: string, dir: 'asc' | 'desc') {
  const page: GridPage<Row> = {
    name: 'test',
    address: { sort, dir, page: 3, rows: 10 },
    sorts: ['name', 'shared'],
    filters: [],
    filtered: false,
    hidden: [],
    rows: [{ id: '1', name: 'Alma' }],
    total: 30,
    exact: true,
    cursors: { next: null, previous: null },
  };
  const html = renderedAt(
    `/user/network?q=dana&sort=${sort}&dir=${dir}&page=3`,
    createElement(DataGrid<Row>, {
      label: 'People',
      columns,
      page,
      rowId: ({ id }) => id,
      context: { timeZone: 'UTC', now: new Date(0) },
      empty: null,
    }),
  );
  const head = html
    .split('<th ')
    .slice(1)
    .find((each) => each.includes(`>${label}<`));
  const address = new URLSearchParams(
    /href="[^"?]*\?([^"]*)"/.exec(head ?? '')?.[1]?.replaceAll('&amp;', '&'),
  );
  return {
    leadsTo: Object.fromEntries(address),
    says: /aria-sort="(\w+)"/.exec(head ?? '')?.[1] ?? null,
  };
}

test.each([
  ['another column', 'shared', 'desc', 'asc', null],
  ['the column itself, ascending', 'name', 'asc', 'desc', 'ascending'],
  ['the column itself, descending', 'name', 'desc', 'asc', 'descending'],
] as const)(
  'in the order of %s, the head of a column leads to the first page of the next one',
  (_which, sort, dir, next, says) => {
    expect(headOf('Name', sort, dir)).toEqual({ leadsTo: { q: 'dana', sort: 'name', dir: next }, says });
  },
);
