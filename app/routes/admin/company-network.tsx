import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getNetworkManagement, listCompanyNetwork } from '#modules/admin/index.ts';
import { type CompanyNetworkRow, companyNetworkGrid } from '#modules/network/index.ts';
import { statusLook } from '#modules/network/statuses.ts';
import { formatCount, formatDate, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import {
  Crumbs,
  DataGrid,
  Email,
  EmptyState,
  gridColumns,
  Page,
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
  const page = await gridPage(args, companyNetworkGrid, (asked) =>
    perform(args, listCompanyNetwork, { ...asked, companyid }),
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

const column = gridColumns<CompanyNetworkRow>();
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
]);

const typeNames: Record<CompanyNetworkRow['connectiontype'], string> = {
  INDIVIDUAL: 'Person',
  FULLNETWORK: 'Company',
  EXTENDED: 'Through a company',
};
