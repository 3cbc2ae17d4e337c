import type { RemovedAnswer } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import {
  DataGrid,
  EmptyState,
  type GridContext,
  type GridPage,
  gridColumns,
  MenuLink,
  Person,
  RowMenu,
} from '../../components/index.ts';

interface RemovedFromNetworkProps {
  page: GridPage<RemovedAnswer>;
  context: GridContext;
  /** Whether the network has connections by ShieldLink, which are then marked. */
  shieldlink: boolean;
}

/**
 * People whom the network removed in the last 30 days: the name, when and by whom, and nothing else about them (D101).
 */
export function RemovedFromNetwork({ page, context, shieldlink }: RemovedFromNetworkProps) {
  const searched = page.filters.some(({ name, value }) => name === 'q' && value !== '');
  return (
    <DataGrid
      label="Removed from the network"
      columns={columns}
      page={page}
      rowId={(row) => row.id}
      context={context}
      withoutFilters={shieldlink ? [] : ['type']}
      noMatches={searched ? undefined : 'No one was removed in the last 30 days'}
      empty={<EmptyState icon="users" level={2} title="No one was removed in the last 30 days" />}
    />
  );
}

const column = gridColumns<RemovedAnswer>();

const columns = column.columns([
  column.accessor('fullname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <Person
        firstname={original.firstname}
        lastname={original.lastname}
        name={original.fullname}
        note={original.connectiontype === 'FULLNETWORK' ? 'ShieldLink company' : null}
      />
    ),
  }),
  column.accessor('removed_dts', {
    id: 'removed',
    header: 'Removed on',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('removed_by', { id: 'by', header: 'Removed by' }),
  column.accessor('listed_until', {
    id: 'until',
    header: 'Listed until',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original } }) => (
      <RowMenu row={original.id} label={`Actions for ${original.fullname}`}>
        {original.connectiontype === 'FULLNETWORK' ? (
          <MenuLink to={`/user/network/company/${original.id}`} icon="eye">
            Show Details
          </MenuLink>
        ) : (
          <MenuLink to={`/user/network/removed/${original.id}`} icon="eye" keepQuery>
            Show Details
          </MenuLink>
        )}
      </RowMenu>
    ),
  }),
]);
