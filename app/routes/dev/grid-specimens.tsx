import { useLocation } from '@remix-run/react';
import {
  Card,
  DataGrid,
  Donut,
  EmptyState,
  GradeBadge,
  GridSearch,
  GridSelect,
  gridColumns,
  gridQuery,
  LinkButton,
  Menu,
  MenuLine,
  MenuLink,
  Person,
  RowMenu,
  Segment,
  ShieldId,
  StackedBars,
  StatusProgress,
  Tabs,
} from '#app/components/index.ts';
import { type ConnectionStatus, statusLook } from '#modules/network/forms.ts';
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

const columns = gridColumns<Row>([
  {
    id: 'name',
    head: 'Name',
    sort: 'name',
    place: 'top',
    cell: (row) => <Person firstname={row.firstname} lastname={row.lastname} note={row.business} />,
  },
  {
    id: 'shieldid',
    head: 'ShieldID',
    sort: 'shieldid',
    cell: (row) =>
      row.shieldId ? <ShieldId value={row.shieldId} /> : <span className="faint">None yet</span>,
  },
  {
    id: 'score',
    head: 'Score',
    sort: 'score',
    place: 'score',
    cell: (row) => <GradeBadge grade={row.grade} />,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    place: 'wide',
    cell: (row) => (
      <StatusProgress {...statusLook(row.status, { connectiontype: 'INDIVIDUAL', invite_expired: false })} />
    ),
  },
  { id: 'shared', head: 'Shared', sort: 'shared', cell: (row) => row.shared },
  {
    id: 'expires',
    head: 'Expires',
    sort: 'expires',
    cell: (row) => row.expires ?? <span className="faint">None</span>,
  },
  {
    id: 'actions',
    head: null,
    label: 'Actions',
    place: 'end',
    right: true,
    cell: (row) => (
      <RowMenu label={`Actions for ${row.firstname} ${row.lastname}`}>
        <RowActions />
      </RowMenu>
    ),
  },
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

const scoreOptions = grades.map((grade) => ({ value: grade, label: grade }));

function useQuery() {
  const { search } = useLocation();
  return gridQuery(`http://shieldhub.test/${search}`, {
    sorts: ['name', 'shieldid', 'score', 'status', 'shared', 'expires'],
  });
}

export function GridSpecimens() {
  const query = useQuery();
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
        rows={rows}
        rowId={(row) => row.id}
        total={10_000}
        totalExact={false}
        query={query}
        filters={
          <>
            <GridSearch name="q" label="Name, e-mail or ShieldID" />
            <GridSelect name="score" label="Score" any="Any score" options={scoreOptions} />
          </>
        }
        tools={
          <Segment
            label="Connection type"
            items={[
              { to: '/dev/ui?type=all', label: 'All', current: true },
              { to: '/dev/ui?type=direct', label: 'ShieldID' },
              { to: '/dev/ui?type=shieldlink', label: 'ShieldLink' },
            ]}
          />
        }
        rowTone={(row) => (row.status === 'EXPIRED' ? 'flag' : undefined)}
        empty={empty}
      />
      <div className="cols">
        <DataGrid
          label="An empty grid"
          columns={columns}
          rows={[]}
          rowId={(row) => row.id}
          total={0}
          query={query}
          empty={empty}
        />
        <DataGrid
          label="A grid whose filter finds nothing"
          columns={columns}
          rows={[]}
          rowId={(row) => row.id}
          total={0}
          query={query}
          filtered
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
