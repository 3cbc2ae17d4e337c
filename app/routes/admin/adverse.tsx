import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listAllAdverseActions } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, EmptyState, gridColumns, Page, RecordTable } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { StateBadge } from '../adverse/parts.tsx';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Adverse actions');

export const loader = (args: LoaderFunctionArgs) => perform(args, listAllAdverseActions, {});

const column = gridColumns<OutputOf<typeof listAllAdverseActions>['actions'][number]>();

const columns = column.columns([
  column.accessor('person', {
    header: 'Person',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <Link to={`/admin/adverse/${original.id}`} className="person-link">
        <b>{original.person}</b>
      </Link>
    ),
  }),
  column.accessor('number', { header: 'Case' }),
  column.accessor('company', { header: 'Company' }),
  column.accessor('place', { header: 'Place of work' }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original } }) => (
      <>
        <StateBadge state={original.state} />{' '}
        {original.to_post && original.state !== 'undelivered' ? (
          <Badge tone="warn">To be mailed</Badge>
        ) : null}
      </>
    ),
  }),
  column.accessor('started_at', {
    id: 'started',
    header: 'Started',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
]);

/** The adverse actions of all companies. Staff decide in none (D133). */
export default function AdverseActionsForStaff() {
  const { actions } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Adverse actions"
      lead="Companies decide here, not staff. Notices that have to be mailed on paper come first."
    >
      <Card padded={false}>
        {actions.length === 0 ? (
          <EmptyState icon="flag" title="No adverse actions">
            When a company starts one, it appears here.
          </EmptyState>
        ) : (
          <RecordTable
            label="Adverse actions"
            rows={actions}
            rowId={(row) => row.id}
            columns={columns}
            context={{ timeZone, now: new Date(0) }}
            staff
          />
        )}
      </Card>
    </Page>
  );
}
