import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import {
  type ConnectionAnswer,
  connectionGrid,
  getSharedNetwork,
  newInvite,
  requestRemoval,
} from '#modules/network/index.ts';
import { statusLook } from '#modules/network/statuses.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatDate, formatPhone } from '#modules/platform/browser.ts';
import {
  Banner,
  Card,
  Crumbs,
  DataGrid,
  Email,
  EmptyState,
  Facts,
  GradeBadge,
  gridColumns,
  LinkButton,
  Page,
  Person,
  ShieldId,
  StatusProgress,
} from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { ComplianceMark } from './compliance-mark.tsx';
import { ScoreBoard } from './scoreboard.tsx';

export const meta = titled('Company');

export async function loader(args: LoaderFunctionArgs) {
  const connectionid = args.params.connectionid ?? '';
  const caller = await args.context.visit.caller();
  const network = await gridPage(args, connectionGrid, (asked) =>
    perform(args, getSharedNetwork, { ...asked, connectionid }),
  );
  return {
    connectionid,
    network,
    mayRemove: await isAllowed(args, requestRemoval),
    alerts: caller?.facts.alert_dashboard_enabled ?? false,
    mayInvite: (await isAllowed(args, newInvite)) && (caller?.facts.shieldlink_enabled ?? false),
    now: args.context.portal.clock.now(),
  };
}

/** Why the sharing ended, shown before the date. */
const howItEnded = {
  removed: () => networkTexts['network.removal-submitted'],
  left: (company: string) => `${company} stopped sharing its network with you`,
  'turned-off': (company: string) => `ShieldLink with ${company} was turned off`,
} as const;

/**
 * A company that shares its network: how many people have each score, who they are, and whom to contact (doc1 §2, D55).
 */
export default function Company() {
  const { connectionid, network, mayRemove, alerts, mayInvite, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const { company_name, ended, contact } = network;
  const since = formatDate(network.share_dts, timeZone);
  return (
    <Page
      title={company_name}
      lead={
        ended
          ? `Shared its network with you from ${since}.`
          : `Has shared its network with you since ${since}.`
      }
      crumbs={<Crumbs trail={[['Network', '/user/network?type=shieldlink']]}>ShieldLink</Crumbs>}
      actions={
        mayRemove && !ended ? (
          <LinkButton to={`/user/network/remove/${connectionid}`}>Remove from Network</LinkButton>
        ) : null
      }
    >
      {ended ? (
        <>
          <Banner tone="warn">
            <b>{howItEnded[ended.how](company_name)}</b> on {formatDate(ended.at, timeZone)}
            {ended.by ? ` by ${ended.by}` : ''}. Scores are no longer shown. This page stays
            {ended.how === 'removed' ? (
              <>
                {' '}
                under the filter <Link to="/user/network?status=removed">Removed</Link>
              </>
            ) : null}{' '}
            until {formatDate(ended.listed_until, timeZone)}.
          </Banner>
          <Card>
            <EmptyState
              icon="lock"
              level={2}
              title="Nothing is shared anymore"
              action={
                mayInvite ? (
                  <LinkButton to={`/user/network/inviteshieldlink?touser=${network.network_shieldlink_id}`}>
                    Invite again
                  </LinkButton>
                ) : null
              }
            >
              {mayInvite ? `To see its people again, invite ${company_name}.` : null}
            </EmptyState>
          </Card>
        </>
      ) : (
        <>
          <ScoreBoard counts={network.network_scoreboard_object} total={network.total_users} />
          <DataGrid
            label={`People of ${company_name}`}
            columns={columns}
            page={network}
            rowId={(row) => row.id}
            context={{ timeZone, now }}
            withoutFilters={['type', 'status', ...(alerts ? [] : ['compliance'])]}
            empty={
              <EmptyState
                icon="users"
                level={2}
                title={`${company_name} doesn’t have anyone in its network yet`}
              />
            }
          />
        </>
      )}
      <Card
        title="Contact"
        foot={
          <span className="small muted">
            {ended
              ? `For questions, ask ${company_name}.`
              : `You see names and scores. For anything else, ask ${company_name}.`}
          </span>
        }
      >
        <Facts
          facts={[
            ['Name', contact.name],
            ['Email', <Email key="email" value={contact.emailaddress} />],
            ...(contact.phone ? [['Phone', formatPhone(contact.phone)] as const] : []),
            ['ShieldLink ID', <ShieldId key="id" value={network.network_shieldlink_id} />],
          ]}
        />
      </Card>
    </Page>
  );
}

const column = gridColumns<ConnectionAnswer>();

const columns = column.columns([
  column.accessor('fullname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <Person firstname={original.firstname} lastname={original.lastname} note={original.businessname} />
    ),
  }),
  column.accessor('currenticstatus', {
    id: 'score',
    header: 'Score',
    cell: ({ getValue, row }) => (
      <GradeBadge grade={getValue() ?? 'NA'} expired={getValue() !== null && row.original.score_expired} />
    ),
  }),
  column.accessor('connectionstatus', {
    id: 'status',
    header: 'Status',
    meta: { slot: 'wide' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <StatusProgress {...statusLook(getValue(), original)} />
        {original.compliance ? <ComplianceMark compliance={original.compliance} /> : null}
      </>
    ),
  }),
  column.accessor('share_dts', {
    id: 'shared',
    header: 'Shared on',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('expiration_date', {
    id: 'expires',
    header: 'Expires',
    cell: ({ getValue }) => {
      const date = getValue();
      return date ? formatDate(date) : <span className="faint">None</span>;
    },
  }),
]);
