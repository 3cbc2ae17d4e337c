import type { listMyShares } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridContext,
  type GridPage,
  gridColumns,
  LinkButton,
  MenuLink,
  Person,
  RowMenu,
  RowToggle,
} from '../../components/index.ts';
import { intentNames } from '../../intents.ts';

/** The intents of the buttons and switches in its rows. */
export const sharedWithOthersIntents = intentNames('active', 'report');

type Share = OutputOf<typeof listMyShares>['rows'][number];

interface SharedWithOthersProps {
  page: GridPage<Share>;
  context: GridContext;
}

/** Who sees the person's own score. */
export function SharedWithOthers({ page, context }: SharedWithOthersProps) {
  return (
    <DataGrid
      label="Shared with Others"
      columns={columns}
      page={page}
      rowId={(share) => share.id}
      context={context}
      empty={
        <EmptyState
          icon="users"
          level={2}
          title="You aren’t sharing your score"
          action={<LinkButton to="/user">See my invitations</LinkButton>}
        >
          When you accept an invitation, you’ll see here who can view your score. You can turn each one off.
        </EmptyState>
      }
    />
  );
}

const column = gridColumns<Share>();

const columns = column.columns([
  column.accessor('fullname', {
    id: 'name',
    header: 'Shared with',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue, row }) => <Person firstname={getValue()} lastname="" note={noteOf(row.original)} />,
  }),
  column.accessor('share_dts', {
    id: 'shared',
    header: 'Shared on',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('active', {
    id: 'active',
    header: 'Sharing',
    enableHiding: false,
    cell: ({ getValue, row }) => (
      <RowToggle
        row={row.id}
        intent={sharedWithOthersIntents.active}
        on={getValue()}
        label={`Share ${row.original.connectiontype === 'FULLNETWORK' ? 'our network' : 'my score'} with ${row.original.fullname}`}
      />
    ),
  }),
  column.accessor('reportshared', {
    id: 'report',
    header: 'Full report',
    cell: ({ getValue, row }) =>
      row.original.connectiontype === 'INDIVIDUAL' ? (
        <RowToggle
          row={row.id}
          intent={sharedWithOthersIntents.report}
          on={getValue()}
          label={`Share my full report with ${row.original.fullname}`}
        />
      ) : (
        <span className="faint">Never</span>
      ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original: share } }) => (
      <RowMenu row={share.id} label={`Actions for ${share.fullname}`}>
        <MenuLink
          to={`/user/network/leave/${share.id}`}
          icon="logout"
          keepQuery
          danger
          disabled={share.leave_obstacle}
        >
          Leave Network
        </MenuLink>
      </RowMenu>
    ),
  }),
]);

function noteOf(share: Share): string | null {
  if (share.connectiontype === 'EXTENDED') return `Through ${share.through ?? 'another company'}`;
  if (share.connectiontype === 'FULLNETWORK') return `The network of ${share.through ?? 'your company'}`;
  if (share.by_exception) return 'You count as in compliance by exception';
  return share.businessname && share.businessname !== share.fullname ? share.businessname : null;
}
