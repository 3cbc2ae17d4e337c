import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { getNetworkManagement, listCompanyNetwork } from '#modules/admin/index.ts';
import { type CompanyNetworkRow, companyNetworkGrid, staffActionsOn } from '#modules/network/index.ts';
import { statusLook } from '#modules/network/statuses.ts';
import { formatCount, formatDate, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import {
  Crumbs,
  DataGrid,
  Email,
  EmptyState,
  gridColumns,
  MenuLink,
  Page,
  RowMenu,
  ShieldId,
  StatusProgress,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { companyIdOf } from './company-id.server.ts';

export const meta = titled('Company network');

export async function loader(args: LoaderFunctionArgs) {
  const companyid = await companyIdOf(args);
  const page = await gridPage(args, companyNetworkGrid, async (asked) =>
    withActions(await perform(args, listCompanyNetwork, { ...asked, companyid })),
  );
  const { company_name, network } = await perform(args, getNetworkManagement, { companyid });
  return {
    userid: args.params.userid ?? '',
    company_name,
    network,
    page,
    now: args.context.portal.clock.now(),
  };
}

/** A row with what staff may do with it. */
type Row = CompanyNetworkRow & { actions: ReturnType<typeof staffActionsOn> };

const withActions = <P extends { rows: CompanyNetworkRow[] }>(page: P) => ({
  ...page,
  rows: page.rows.map((row): Row => ({ ...row, actions: staffActionsOn(row) })),
});

const numbered = (rows: number, what: string) => formatCount(rows, what, `${what}s`, NUMBERED_ROWS);

/** A company's invitations and connections for staff (doc3 §3), without scores. */
export default function CompanyNetwork() {
  const { userid, company_name, network, page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Invitations and connections"
      lead={`${numbered(network.invitations, 'invitation')}, ${numbered(network.connections, 'connection')}.`}
      crumbs={
        <Crumbs
          trail={[
            ['Tools', '/admin/tools'],
            [company_name, `/admin/user/${userid}/enterprise#network`],
          ]}
        >
          Network
        </Crumbs>
      }
    >
      <DataGrid
        label="Invitations and connections"
        columns={columns}
        page={page}
        rowId={(row) => row.id}
        context={{ timeZone, now }}
        staff
        empty={<EmptyState icon="users" level={2} title="This company hasn’t invited anyone yet" />}
      />
    </Page>
  );
}

const column = gridColumns<Row>();
const none = <span className="faint">Not shared</span>;

const columns = column.columns([
  column.accessor('fullname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <>
        <b className="long-name">{original.fullname || 'Name not shared yet'}</b>
        {original.emailaddress ? (
          <div className="small muted">
            <Email value={original.emailaddress} />
          </div>
        ) : null}
      </>
    ),
  }),
  column.accessor('shieldid', {
    id: 'shieldid',
    header: 'ShieldID',
    cell: ({ getValue }) => {
      const value = getValue();
      return value ? <ShieldId value={value} /> : none;
    },
  }),
  column.accessor('connectionstatus', {
    id: 'status',
    header: 'Status',
    meta: { slot: 'wide' },
    cell: ({ getValue, row }) => <StatusProgress {...statusLook(getValue(), row.original)} />,
  }),
  column.accessor('connectiontype', {
    id: 'type',
    header: 'Type',
    cell: ({ getValue }) => typeNames[getValue()],
  }),
  column.accessor('invite_dts', {
    id: 'invited',
    header: 'Invited',
    cell: ({ getValue, table, row }) => (
      <>
        {formatDate(getValue(), table.options.meta?.timeZone)}
        {row.original.invite_ignored ? <div className="small muted">Ignored</div> : null}
      </>
    ),
  }),
  column.accessor('share_dts', {
    id: 'shared',
    header: 'Shared on',
    cell: ({ getValue, table, row }) =>
      row.original.accepted ? (
        formatDate(getValue(), table.options.meta?.timeZone)
      ) : (
        <span className="faint">Not accepted</span>
      ),
  }),
  column.accessor('reportshared', {
    id: 'report',
    header: 'Full report',
    cell: ({ getValue }) => (getValue() ? 'Shared' : none),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original } }) => <Actions row={original} />,
  }),
]);

const icons = { resendinvite: 'mail', cancelinvite: 'close', remove: 'stop' } as const;

/** What staff do for the company; why something isn’t possible is said in its place. */
function Actions({ row }: { row: Row }) {
  const { pathname } = useLocation();
  return (
    <RowMenu row={row.id} label={`Actions for ${row.fullname || row.emailaddress || 'this row'}`}>
      {row.actions.map(({ action, label, reason }) => (
        <MenuLink
          key={action}
          to={`${gridPath(pathname)}/${action}/${row.id}`}
          keepQuery
          icon={icons[action]}
          danger={action !== 'resendinvite'}
          disabled={reason}
        >
          {label}
        </MenuLink>
      ))}
    </RowMenu>
  );
}

/** The address of the page, also while a dialog is open above it. */
const gridPath = (pathname: string) => pathname.replace(/\/network\/.*$/, '/network');

const typeNames: Record<CompanyNetworkRow['connectiontype'], string> = {
  INDIVIDUAL: 'Person',
  FULLNETWORK: 'Company',
  EXTENDED: 'Through a company',
};
