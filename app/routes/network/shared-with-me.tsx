import { Link } from '@remix-run/react';
import type { SelectionAction } from '#modules/network/index.ts';
import { daysUntil, EXPIRES_SOON_DAYS, formatDate } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import {
  DataGrid,
  EmptyState,
  Form,
  GradeBadge,
  type GridContext,
  type GridPage,
  gridColumns,
  type IconName,
  LinkButton,
  Mailbox,
  MenuButton,
  MenuLine,
  MenuLink,
  Person,
  RowMenu,
  ShieldId,
  StatusProgress,
} from '../../components/index.ts';
import { intentNames } from '../../intents.ts';
import { ComplianceMark } from './compliance-mark.tsx';
import { MailMark } from './mail-mark.tsx';
import type { NetworkRow } from './network-row.ts';

/** The intents of the buttons and switches in its rows. */
export const sharedWithMeIntents = intentNames('resend');

interface SharedWithMeProps {
  page: GridPage<NetworkRow>;
  context: GridContext;
  /** Whether the network has connections by ShieldLink, which are then marked. */
  shieldlink: boolean;
  /** Whether the company has alerts, and with them a rule that says who is in compliance. */
  alerts: boolean;
  mayInvite: boolean;
  /** The actions for selected rows that the caller's role allows. */
  selectionActions: { action: SelectionAction; label: string }[];
  /** The text of the documents for an empty list. */
  empty: string;
  /** Whether an empty network has removed connections. */
  anyRemoved: boolean;
}

/** All people who share with this network, and all invitations to it. */
export function SharedWithMe({
  page,
  context,
  shieldlink,
  alerts,
  mayInvite,
  selectionActions,
  empty,
  anyRemoved,
}: SharedWithMeProps) {
  const selection = {
    nameOf,
    to: '/user/network/selected',
    actions: selectionActions.map((each) => ({ ...each, icon: ways[each.action].icon })),
    csv: { to: '/user/network.csv', label: 'Export as CSV' },
  };
  return (
    <>
      <Form
        id="resend"
        intent={sharedWithMeIntents.resend}
        summary={false}
        preventScrollReset
        className="form-of-rows"
      >
        {null}
      </Form>
      <DataGrid
        label="Shared with Me"
        columns={columns}
        page={page}
        rowId={(row) => row.id}
        context={context}
        selection={selectionActions.length > 0 ? selection : undefined}
        withoutFilters={[...(shieldlink ? [] : ['type']), ...(alerts ? [] : ['compliance'])]}
        empty={
          <EmptyState
            icon="users"
            level={2}
            title={empty}
            action={
              mayInvite ? (
                <LinkButton to="/user/network/invite" kind="primary" icon="plus" preventScrollReset>
                  Invite User
                </LinkButton>
              ) : null
            }
          >
            {anyRemoved ? <Link to="/user/network?status=removed">See who was removed</Link> : null}
          </EmptyState>
        }
      />
    </>
  );
}

const column = gridColumns<NetworkRow>();

const columns = column.columns([
  column.accessor(nameOf, {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row }) => <Who row={row.original} />,
  }),
  column.accessor('abcnumber', {
    id: 'shieldid',
    header: 'ShieldID',
    cell: ({ getValue }) => {
      const shieldId = getValue();
      return shieldId ? <ShieldId value={shieldId} /> : <span className="faint">Not shared</span>;
    },
  }),
  column.accessor('currenticstatus', {
    id: 'score',
    header: 'Score',
    meta: { slot: 'score' },
    cell: ({ getValue, row }) => (
      <GradeBadge grade={getValue() ?? 'NA'} expired={row.original.score_expired ?? false} marked={false} />
    ),
  }),
  column.accessor('look', {
    id: 'status',
    header: 'Status',
    meta: { slot: 'wide' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <StatusProgress {...getValue()} />
        {original.compliance ? <ComplianceMark compliance={original.compliance} /> : null}
      </>
    ),
  }),
  column.accessor('share_dts', {
    id: 'shared',
    header: 'Shared on',
    cell: ({ getValue, row, table }) => {
      const date = formatDate(getValue(), table.options.meta?.timeZone);
      const { accepted, mail } = row.original;
      if (accepted && !mail) return date;
      return (
        <span className={accepted ? undefined : 'faint no-label'}>
          {accepted ? date : 'Invited'}
          {mail ? <MailMark look={mail} /> : null}
          {accepted ? null : ` ${date}`}
        </span>
      );
    },
  }),
  column.accessor('expiration_date', {
    id: 'expires',
    header: 'Expires',
    cell: ({ getValue, table }) => <Expires date={getValue()} now={table.options.meta?.now} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row }) => <Actions row={row.original} />,
  }),
]);

type Row = NetworkRow;

/** The name of the person, as far as the owner may see it. */
function nameOf({ firstname, lastname, emailaddress }: Row): string {
  const name = [firstname, lastname].filter(Boolean).join(' ');
  return name || (emailaddress ? showEmailAddress(emailaddress) : 'Name not shared yet');
}

function Who({ row }: { row: Row }) {
  const { firstname = '', lastname = '', note } = row;
  if (firstname || lastname) {
    return <Person firstname={firstname} lastname={lastname} note={note} />;
  }
  const name = nameOf(row);
  const at = name.lastIndexOf('@');
  if (at < 1) return <Person firstname={name} lastname="" name={name} note="Invited" />;
  // The address is split into two lines like other rows. It is not cut off, because it is the only thing that
  // identifies the person.
  return (
    <Person
      firstname={name}
      lastname=""
      name={<Mailbox value={name.slice(0, at)} />}
      note={<Mailbox value={name.slice(at)} />}
      whole
    />
  );
}

/** Highlighted if it expires soon or has expired. Screen readers get this as text. */
function Expires({ date, now }: { date: string | undefined; now: Date | undefined }) {
  if (date === undefined || now === undefined) return <span className="faint">None</span>;
  const days = daysUntil(date, now);
  const tone = days <= 0 ? 'gone' : days <= EXPIRES_SOON_DAYS ? 'soon' : undefined;
  if (tone === undefined) return formatDate(date);
  return (
    <span className={tone}>
      {formatDate(date)}
      <span className="sr">{tone === 'gone' ? ', expired' : ', expires soon'}</span>
    </span>
  );
}

type Action = Row['actions'][number]['action'];

interface Way {
  icon: IconName;
  to?: string;
  danger?: boolean;
}

/** The icon and the address of each action; without an address, the action is done at once. */
const ways: Record<Action, Way> = {
  showdetails: { icon: 'eye', to: 'details' },
  downloadreport: { icon: 'download', to: 'report' },
  requestrenewal: { icon: 'refresh', to: 'renew' },
  resendinvite: { icon: 'mail' },
  getinvitelink: { icon: 'link', to: 'link' },
  smsaccept: { icon: 'phone', to: 'smsaccept' },
  cancelinvite: { icon: 'close', to: 'cancel', danger: true },
  adverseaction: { icon: 'flag', to: 'adverse/start' },
  remove: { icon: 'stop', to: 'remove', danger: true },
};

function Actions({ row }: { row: Row }) {
  const [ends, others] = [row.actions.filter(isEnd), row.actions.filter((each) => !isEnd(each))];
  return (
    <RowMenu row={row.id} label={`Actions for ${nameOf(row)}`}>
      {others.map((each) => (
        <ActionItem key={each.action} row={row} each={each} />
      ))}
      <MenuLine />
      {ends.map((each) => (
        <ActionItem key={each.action} row={row} each={each} />
      ))}
    </RowMenu>
  );
}

const isEnd = ({ action }: { action: Action }) => ways[action].danger === true;

/** SMS Accept that cannot work says why, and leads to the link of the same invitation. */
function ActionItem({ row, each }: { row: Row; each: Row['actions'][number] }) {
  const way = ways[each.action];
  const look = { icon: way.icon, danger: way.danger ?? false, disabled: each.reason ?? null };
  if (each.obstacle && row.actions.some(({ action, reason }) => action === 'getinvitelink' && !reason)) {
    return (
      <MenuLink
        to={`/user/network/link/${row.id}`}
        keepQuery
        icon={way.icon}
        note={`${each.obstacle}. Get their invite link instead`}
      >
        {each.label}
      </MenuLink>
    );
  }
  if (way.to) {
    return (
      <MenuLink to={`/user/network/${way.to}/${row.id}`} keepQuery note={each.obstacle ?? null} {...look}>
        {each.label}
      </MenuLink>
    );
  }
  return (
    <MenuButton form="resend" name="id" value={row.id} {...look}>
      {each.label}
    </MenuButton>
  );
}
