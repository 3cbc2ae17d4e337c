import {
  Card,
  DataGrid,
  Donut,
  EmptyState,
  GradeBadge,
  type GridPage,
  gridColumns,
  LinkButton,
  Menu,
  MenuLine,
  MenuLink,
  Person,
  RowMenu,
  ShieldId,
  StackedBars,
  StatusProgress,
  Tabs,
} from '#app/components/index.ts';
import { type ConnectionStatus, statusLook } from '#modules/network/statuses.ts';
import { type Grade, grades } from '#modules/platform/browser.ts';

interface Row {
  id: string;
  firstname: string;
  lastname: string;
  business: string;
  shieldId: string | null;
  grade: Grade;
  status: ConnectionStatus;
  shared: string;
  expires: string | null;
}

const rows: Row[] = [
  ['Alma', 'Okonkwo', 'Okonkwo Roofing', 'TX902138477', 'IC01+', 'CURRENT', '03/14/2026', '06/02/2027'],
  [
    'Ben',
    'Castellano',
    'Castellano Plumbing & Heat',
    'OR317704521',
    'IC01',
    'INRENEWALWINDOW',
    '01/09/2026',
    '12/29/2026',
  ],
  ['Chloe', 'Bergström', 'Bergström Interiors', null, 'NA', 'APPSTARTED', '11/16/2026', null],
  [
    'Eduardo',
    'Salinas',
    'Salinas Landscape Co.',
    'WA552081966',
    'IC03',
    'EXPIRED',
    '08/30/2025',
    '11/02/2026',
  ],
].map(([firstname, lastname, business, shieldId, grade, status, shared, expires]) => ({
  id: String(firstname),
  firstname: String(firstname),
  lastname: String(lastname),
  business: String(business),
  shieldId: shieldId ?? null,
  grade: grade as Grade,
  status: status as ConnectionStatus,
  shared: String(shared),
  expires: expires ?? null,
}));

const column = gridColumns<Row>();

const columns = column.columns([
  column.accessor('firstname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: row } }) => (
      <Person firstname={row.firstname} lastname={row.lastname} note={row.business} />
    ),
  }),
  column.accessor('shieldId', {
    id: 'shieldid',
    header: 'ShieldID',
    cell: ({ getValue }) => {
      const shieldId = getValue();
      return shieldId ? <ShieldId value={shieldId} /> : <span className="faint">None yet</span>;
    },
  }),
  column.accessor('grade', {
    id: 'score',
    header: 'Score',
    meta: { slot: 'score' },
    cell: ({ getValue }) => <GradeBadge grade={getValue()} />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { slot: 'wide' },
    cell: ({ getValue }) => (
      <StatusProgress {...statusLook(getValue(), { connectiontype: 'INDIVIDUAL', invite_expired: false })} />
    ),
  }),
  column.accessor('shared', { header: 'Shared' }),
  column.accessor('expires', {
    header: 'Expires',
    cell: ({ getValue }) => getValue() ?? <span className="faint">None</span>,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original: row } }) => (
      <RowMenu row={row.id} label={`Actions for ${row.firstname} ${row.lastname}`}>
        <RowActions />
      </RowMenu>
    ),
  }),
]);

function RowActions() {
  return (
    <>
      <MenuLink to="sure" keepQuery icon="eye">
        Show Details
      </MenuLink>
      <MenuLink to="sure" keepQuery icon="link">
        Get Invite Link
      </MenuLink>
      <MenuLink to="sure" icon="download" disabled="The report is not shared with you">
        Download Full Report
      </MenuLink>
      <MenuLine />
      <MenuLink to="sure" keepQuery icon="trash" danger>
        Remove from Network
      </MenuLink>
    </>
  );
}

const page: GridPage<Row> = {
  name: 'specimens',
  address: { sort: 'name', dir: 'asc', page: 1, rows: 10 },
  sorts: ['name', 'shieldid', 'score', 'status', 'shared', 'expires'],
  filters: [
    { name: 'q', kind: 'search', label: 'Name, email or ShieldID', options: [], value: '' },
    {
      name: 'score',
      kind: 'choice',
      label: 'Score',
      any: 'Any score',
      options: grades.map((grade) => ({ value: grade, label: grade })),
      value: '',
    },
    {
      name: 'type',
      kind: 'segment',
      label: 'Connection type',
      options: [
        { value: 'all', label: 'All' },
        { value: 'direct', label: 'ShieldID' },
        { value: 'shieldlink', label: 'ShieldLink' },
      ],
      value: 'all',
    },
  ],
  filtered: false,
  hidden: [],
  rows,
  total: 10_000,
  exact: false,
  cursors: { next: null, previous: null },
};
const nothing: GridPage<Row> = {
  ...page,
  name: 'specimens-none',
  filters: [],
  rows: [],
  total: 0,
  exact: true,
};
const context = { timeZone: 'UTC', now: new Date('2026-11-21T12:00:00Z') };

export function GridSpecimens() {
  const empty = (
    <EmptyState
      icon="users"
      title="Start building your trusted network"
      action={
        <LinkButton to="/dev/ui" kind="primary" icon="plus">
          Invite User
        </LinkButton>
      }
    >
      Add independent contractors today
    </EmptyState>
  );
  return (
    <>
      <div className="pagehead">
        <h2>Grids</h2>
        <Menu label="Network Actions" kind="primary">
          <MenuLink to="sure" keepQuery icon="plus">
            Invite User
          </MenuLink>
          <MenuLink to="sure" icon="send" disabled="Turn on sharing in your privacy settings first">
            Share My ShieldScore
          </MenuLink>
        </Menu>
      </div>
      <Tabs
        label="Direction of sharing"
        items={[
          { to: '/dev/ui', label: 'Shared with Me', current: true, count: 127 },
          { to: '/dev/ui?tab=others', label: 'Shared with Others', count: 4 },
        ]}
      />
      <DataGrid
        label="People who share their score with you"
        columns={columns}
        page={page}
        rowId={(row) => row.id}
        context={context}
        rowTone={(row) => (row.status === 'EXPIRED' ? 'flag' : undefined)}
        empty={empty}
      />
      <div className="cols">
        <DataGrid
          label="An empty grid"
          columns={columns}
          page={nothing}
          rowId={(row) => row.id}
          context={context}
          empty={empty}
        />
        <DataGrid
          label="A grid whose filter finds nothing"
          columns={columns}
          page={{ ...nothing, name: 'specimens-unmatched', filtered: true }}
          rowId={(row) => row.id}
          context={context}
          empty={empty}
        />
      </div>
    </>
  );
}

export function MenuSpecimens() {
  return (
    <Card title="Menu, toast, dialog">
      <div>
        <ul className="menu-list" aria-label="A menu, open">
          <RowActions />
        </ul>
      </div>
      <div className="row">
        <LinkButton to="sure" preventScrollReset>
          Open a dialog
        </LinkButton>
        <LinkButton to="sure/wide" preventScrollReset>
          Open a wide one
        </LinkButton>
      </div>
    </Card>
  );
}

const days = Array.from({ length: 31 }, (_, at) => {
  const date = new Date(Date.UTC(2026, 9, 21 + at));
  const label = `${String(date.getUTCMonth() + 1).padStart(2, '0')}/${String(date.getUTCDate()).padStart(2, '0')}`;
  return {
    label,
    values: [at % 3 === 0 ? 2 : 0, at % 5 === 0 ? 1 : 0, at % 7 === 0 ? 1 : 0, at % 11 === 0 ? 2 : 0],
  };
});

export function ChartSpecimens() {
  return (
    <>
      <div className="cols">
        <Card title="Compliance" padded={false}>
          <Donut
            unit="People"
            by="Compliance"
            middle="93%"
            note="compliant"
            parts={[
              { label: 'In compliance', tone: 'ok', value: 118 },
              { label: 'Out, expired', tone: 'expired', value: 5 },
              { label: 'Out, score', tone: 'soon', value: 3 },
              { label: 'Out, left', tone: 'left', value: 1 },
            ]}
          />
        </Card>
        <Card title="Scores" padded={false}>
          <Donut
            unit="People"
            by="Score"
            middle="0"
            note="people"
            parts={grades.map((grade) => ({ label: grade, tone: grade, value: 0 }))}
          />
        </Card>
      </div>
      <Card title="Alerts by date" padded={false}>
        <StackedBars
          label="Alerts by date"
          by="Date"
          kinds={[
            { label: 'New', tone: 'new' },
            { label: 'Expires soon', tone: 'soon' },
            { label: 'Score change', tone: 'change' },
            { label: 'Expired', tone: 'expired' },
          ]}
          bars={days}
        />
      </Card>
    </>
  );
}
