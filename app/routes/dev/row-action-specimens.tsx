import {
  DataGrid,
  type GridPage,
  gridColumns,
  MenuButton,
  MenuLink,
  Person,
  RowForm,
  RowMenu,
  RowToggle,
} from '#app/components/index.ts';
import { intentField } from '../../intents.ts';
import { specimenIntents } from './specimen-intents.ts';

interface Share {
  id: string;
  name: string;
  shared: string;
  on: boolean;
}

/** The row whose switch the action refuses. */
export const refusedRow = 'lakeside';

const companies = [
  { id: 'harbor', name: 'Harbor & Pine Property Group', shared: '03/14/2026' },
  { id: 'cedar', name: 'Cedar Facilities', shared: '01/09/2026' },
  { id: refusedRow, name: 'Lakeside (refuses each change)', shared: '08/30/2025' },
];

const column = gridColumns<Share>();

const columns = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Shared with',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue }) => <Person firstname={getValue()} lastname="" note={null} />,
  }),
  column.accessor('shared', { header: 'Shared on' }),
  column.accessor('on', {
    id: 'sharing',
    header: 'Sharing',
    enableHiding: false,
    cell: ({ getValue, row }) => (
      <RowToggle
        row={row.id}
        intent={specimenIntents.sharing}
        on={getValue()}
        label={`Share my score with ${row.original.name}`}
      />
    ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row }) => (
      <RowForm row={row.id}>
        <RowMenu row={row.id} label={`Actions for ${row.original.name}`}>
          <MenuButton name={intentField} value={specimenIntents.remind} icon="send">
            Send a Reminder
          </MenuButton>
          <MenuLink to="sure" keepQuery icon="logout" danger>
            Leave Network
          </MenuLink>
        </RowMenu>
      </RowForm>
    ),
  }),
]);

const page: Omit<GridPage<Share>, 'rows'> = {
  name: 'row-actions',
  address: { sort: 'name', dir: 'asc', page: 1, rows: 10 },
  sorts: [],
  filters: [],
  filtered: false,
  hidden: [],
  total: companies.length,
  exact: true,
  cursors: { next: null, previous: null },
};

/** Switches and buttons of rows that take effect immediately. */
export function RowActionSpecimens({ switchedOn }: { switchedOn: readonly string[] }) {
  const rows = companies.map((company) => ({ ...company, on: switchedOn.includes(company.id) }));
  return (
    <DataGrid
      label="Switches and buttons of rows"
      columns={columns}
      page={{ ...page, rows }}
      rowId={(row) => row.id}
      context={{ timeZone: 'UTC', now: new Date('2026-11-21T12:00:00Z') }}
      empty={null}
    />
  );
}
