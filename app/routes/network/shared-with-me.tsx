import { useLocation } from '@remix-run/react';
import { statusFilters, statusLook } from '#modules/network/forms.ts';
import type { ConnectionAnswer } from '#modules/network/index.ts';
import { daysUntil, EXPIRES_SOON_DAYS, formatDate, grades } from '#modules/platform/browser.ts';
import {
  DataGrid,
  Email,
  EmptyState,
  Form,
  GradeBadge,
  type GridQuery,
  GridSearch,
  GridSelect,
  gridColumns,
  type IconName,
  LinkButton,
  MenuButton,
  MenuLine,
  MenuLink,
  Person,
  RowMenu,
  Segment,
  ShieldId,
  StatusProgress,
  withQuery,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { rowIntents } from './row-intents.ts';

/** A row as it comes through the loader: instants are dates here, and texts once they were serialised. */
type Row = Omit<ConnectionAnswer, 'share_dts'> & { share_dts: string | Date };

interface SharedWithMeProps {
  network: {
    connections: {
      rows: Row[];
      total: number;
      exact: boolean;
      cursors: { next: string | null; previous: string | null };
    };
    query: GridQuery;
    filtered: boolean;
    shieldlink: boolean;
    viewer: boolean;
    empty: string;
    now: string | Date;
  };
}

/** Everybody who shares with this network, and every invitation into it. */
export function SharedWithMe({ network }: SharedWithMeProps) {
  const { connections, query, filtered } = network;
  const { timeZone } = useRoot();
  const { search } = useLocation();
  const rows = connections.rows.map((row) => ({ row, timeZone, now: new Date(network.now) }));
  return (
    <>
      <Form
        id="resend"
        intent={rowIntents.resend}
        summary={false}
        preventScrollReset
        className="form-of-rows"
      >
        {null}
      </Form>
      <DataGrid
        label="Shared with Me"
        columns={columns}
        rows={rows}
        rowId={({ row }) => row.id}
        total={connections.total}
        totalExact={connections.exact}
        cursors={connections.cursors}
        query={query}
        filtered={filtered}
        filters={
          <>
            <GridSearch name="q" label="Name, e-mail or ShieldID" />
            <GridSelect name="status" label="Status" options={statusFilters} any="Any status" />
            <GridSelect name="score" label="Score" options={scoreOptions} any="Any score" />
          </>
        }
        tools={network.shieldlink ? <TypeToggle search={search} /> : null}
        empty={
          <EmptyState
            icon="users"
            level={2}
            title={network.empty}
            action={
              network.viewer ? null : (
                <LinkButton to="/user/network/invite" kind="primary" icon="plus" preventScrollReset>
                  Invite User
                </LinkButton>
              )
            }
          />
        }
      />
    </>
  );
}

const scoreOptions = grades.map((grade) => ({ value: grade, label: grade }));

const types = [
  { value: 'all', label: 'All' },
  { value: 'direct', label: 'ShieldID' },
  { value: 'shieldlink', label: 'ShieldLink' },
];

/** All / ShieldID (direct) / ShieldLink (doc1 §2). */
function TypeToggle({ search }: { search: string }) {
  const current = new URLSearchParams(search).get('type') ?? 'all';
  return (
    <Segment
      label="Connection type"
      items={types.map(({ value, label }) => ({
        label,
        to: withQuery(search, { type: value === 'all' ? null : value }),
        current: current === value,
      }))}
    />
  );
}

interface Shown {
  row: Row;
  timeZone: string;
  now: Date;
}

const columns = gridColumns<Shown>([
  { id: 'name', head: 'Name', sort: 'name', place: 'top', cell: ({ row }) => <Who row={row} /> },
  {
    id: 'shieldid',
    head: 'ShieldID',
    sort: 'shieldid',
    cell: ({ row }) =>
      row.abcnumber ? <ShieldId value={row.abcnumber} /> : <span className="faint">Not shared</span>,
  },
  {
    id: 'score',
    head: 'Score',
    sort: 'score',
    place: 'score',
    cell: ({ row }) => <GradeBadge grade={row.currenticstatus ?? 'NA'} />,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    place: 'wide',
    cell: ({ row }) => <StatusProgress {...statusLook(row.connectionstatus, row)} />,
  },
  {
    id: 'shared',
    head: 'Shared',
    sort: 'shared',
    cell: ({ row, timeZone }) => formatDate(row.share_dts, timeZone),
  },
  { id: 'expires', head: 'Expires', sort: 'expires', cell: (shown) => <Expires {...shown} /> },
  {
    id: 'actions',
    head: null,
    label: 'Actions',
    place: 'end',
    cell: ({ row }) => <Actions row={row} />,
  },
]);

/** Who it is, as far as the owner may know. */
export function nameOf(row: Pick<Row, 'fullname' | 'emailaddress'>): string {
  return row.fullname || row.emailaddress || 'Name not shared yet';
}

function Who({ row }: { row: Row }) {
  if (!row.fullname) {
    const name = nameOf(row);
    return <Person firstname={name} lastname="" name={<Email value={name} />} note="Invited" />;
  }
  return (
    <Person firstname={row.firstname} lastname={row.lastname} note={row.businessname || row.emailaddress} />
  );
}

/** Green while valid, a warning when soon, red when past: with the date itself, never by colour alone. */
function Expires({ row, now }: Shown) {
  if (!row.expiration_date) return <span className="faint">None</span>;
  const days = daysUntil(row.expiration_date, now);
  const tone = days <= 0 ? 'gone' : days <= EXPIRES_SOON_DAYS ? 'soon' : undefined;
  return (
    <span className={tone}>
      {formatDate(row.expiration_date)}
      {tone ? <span className="sr">{tone === 'gone' ? ', expired' : ', expires soon'}</span> : null}
    </span>
  );
}

type Action = Row['actions'][number]['action'];

/** Where an action leads and how it looks; the ones that have no page yet are not listed. */
const ways: Partial<Record<Action, { icon: IconName; to?: string; danger?: boolean }>> = {
  showdetails: { icon: 'eye', to: 'details' },
  resendinvite: { icon: 'mail' },
  getinvitelink: { icon: 'link', to: 'link' },
  cancelinvite: { icon: 'close', to: 'cancel', danger: true },
  remove: { icon: 'stop', to: 'remove', danger: true },
};

function Actions({ row }: { row: Row }) {
  const offered = row.actions.filter(({ action }) => ways[action]);
  const [ends, others] = [offered.filter(isEnd), offered.filter((each) => !isEnd(each))];
  return (
    <RowMenu label={`Actions for ${nameOf(row)}`}>
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

const isEnd = ({ action }: { action: Action }) => ways[action]?.danger === true;

function ActionItem({ row, each }: { row: Row; each: Row['actions'][number] }) {
  const way = ways[each.action];
  if (!way) return null;
  const look = { icon: way.icon, danger: way.danger ?? false, disabled: each.reason };
  if (way.to) {
    return (
      <MenuLink to={`/user/network/${way.to}/${row.id}`} keepQuery {...look}>
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
