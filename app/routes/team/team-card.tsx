import type { listCompanyTeam } from '#modules/admin/index.ts';
import type { listEnterpriseTeam } from '#modules/enterprise/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Banner,
  Card,
  type GridContext,
  gridColumns,
  LinkButton,
  MenuLink,
  RecordTable,
  RowMenu,
} from '../../components/index.ts';
import { LastChange } from '../admin/last-change.tsx';
import { couponWords, LastLoginCell, MemberCell, RoleCell, teamRowId } from './team-table.tsx';
import { memberName, useDialogsOfTeam } from './team-words.ts';

type Team = OutputOf<typeof listEnterpriseTeam>;
type Row = Team['members'][number] & Partial<OutputOf<typeof listCompanyTeam>['members'][number]>;

const member = gridColumns<Row>();

const couponsColumn = member.display({
  id: 'coupons',
  header: 'Issue coupons',
  cell: ({ row: { original } }) => <span className="faint">{couponWords(original)}</span>,
});

const makeColumns = (coupons: boolean) =>
  member.columns([
    member.display({
      id: 'member',
      header: 'Member',
      meta: { slot: 'top' },
      cell: ({ row: { original } }) => <MemberCell row={original} />,
    }),
    member.display({
      id: 'role',
      header: 'Role',
      cell: ({ row: { original }, table }) => <RoleCell row={original} now={table.options.meta?.now} />,
    }),
    ...(coupons ? [couponsColumn] : []),
    member.display({
      id: 'login',
      header: 'Last login',
      cell: ({ row: { original }, table }) => <LastLoginCell row={original} context={table.options.meta} />,
    }),
    member.display({
      id: 'actions',
      header: 'Actions',
      meta: { slot: 'end' },
      cell: ({ row: { original } }) => <RowActions row={original} />,
    }),
  ]);

const withCoupons = makeColumns(true);
const withoutCoupons = makeColumns(false);

interface TeamCardProps {
  team: Omit<Team, 'can_manage_team' | 'members'> & { members: Row[] };
  company: string;
  context: GridContext;
  /** Whether the reader may invite somebody. */
  invites: boolean;
  /** If team management is off: why the reader finds no actions, or what it means for others. */
  off: string;
  /** In the console. */
  staff?: boolean;
}

/** The team of a company, with the actions that the reader may take (doc2 §2.16, §6, doc3 §4). */
export function TeamCard({ team, company, context, invites, off, staff = false }: TeamCardProps) {
  const { members, team_management_enabled: on } = team;
  const dialogs = useDialogsOfTeam();
  return (
    <Card
      id="team"
      className="sec"
      title="Team"
      note={`The people who act for ${company}. Every team has one owner.`}
      aside={
        <>
          <LastChange of="team" />
          {invites ? (
            <LinkButton to={`${dialogs}/invite`} size={staff ? 'small' : undefined} preventScrollReset>
              Invite a member
            </LinkButton>
          ) : null}
        </>
      }
      padded={false}
    >
      {on ? null : (
        <div className="card-body">
          <Banner tone="plain">{off}</Banner>
        </div>
      )}
      <RecordTable
        label="Team"
        rows={members}
        rowId={teamRowId}
        columns={team.enable_payments ? withCoupons : withoutCoupons}
        context={context}
        staff={staff}
      />
    </Card>
  );
}

/** If the caller may do nothing with a row, the row says so (doc2 §6). */
function RowActions({ row }: { row: Row }) {
  const items = itemsOf(row, useDialogsOfTeam());
  if (items.length === 0) return <span className="small faint">No Permission</span>;
  return (
    <RowMenu row={teamRowId(row)} label={`Actions for ${memberName(row)}`}>
      {items}
    </RowMenu>
  );
}

function itemsOf({ memberid, invitationid, self, actions }: Row, dialogs: string) {
  const why = new Map(actions.map(({ action, reason }) => [action, reason]));
  const has = (action: Row['actions'][number]['action']) => why.has(action);
  return [
    has('resendinvite') ? (
      <MenuLink key="view" icon="eye" to={`${dialogs}/invitation/${invitationid}`} keepQuery>
        View invite
      </MenuLink>
    ) : null,
    has('withdrawinvite') ? (
      <MenuLink
        key="withdraw"
        icon="trash"
        to={`${dialogs}/invitation/${invitationid}/withdraw`}
        keepQuery
        danger
      >
        Withdraw invite
      </MenuLink>
    ) : null,
    has('editrole') ? (
      // An owner who chooses this for themselves is told how to transfer the ownership (doc2 §6).
      <MenuLink
        key="role"
        icon="edit"
        to={`${dialogs}/member/${memberid}`}
        keepQuery
        disabled={self ? null : why.get('editrole')}
      >
        Change role
      </MenuLink>
    ) : null,
    has('switchowner') && !self ? (
      <MenuLink key="owner" icon="key" to={`${dialogs}/member/${memberid}/owner`} keepQuery>
        Transfer Ownership
      </MenuLink>
    ) : null,
    has('remove') && !self ? (
      <MenuLink
        key="remove"
        icon="trash"
        to={`${dialogs}/member/${memberid}/remove`}
        keepQuery
        danger
        disabled={why.get('remove')}
      >
        Remove
      </MenuLink>
    ) : null,
    has('leave') && self ? (
      <MenuLink
        key="leave"
        icon="logout"
        to={`${dialogs}/leave`}
        keepQuery
        danger
        disabled={why.get('leave')}
      >
        Leave the team
      </MenuLink>
    ) : null,
  ].filter((item) => item !== null);
}
