import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listAdverseActions } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { Card, Crumbs, EmptyState, gridColumns, Page, RecordTable } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import type { Listed } from './adverse-words.ts';
import { StateBadge } from './parts.tsx';

export const meta = titled('Adverse actions');

export const loader = (args: LoaderFunctionArgs) => perform(args, listAdverseActions, {});

/** Why there is no day yet from which the company may decide. */
const withoutDay: Partial<Record<Listed['state'], string>> = {
  undelivered: 'After the notice is posted',
  sending: 'After the notice is sent',
  paused: 'After the dispute',
};

const column = gridColumns<Listed>();

const columns = column.columns([
  column.accessor('person', {
    header: 'Person',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <Link to={`/user/network/adverse/${original.id}`} className="person-link">
        <b>{original.person}</b>
        <div className="small muted anywhere">In the notice: “not to {original.decision}”</div>
      </Link>
    ),
  }),
  column.accessor('number', { header: 'Case' }),
  column.accessor('state', { header: 'State', cell: ({ getValue }) => <StateBadge state={getValue()} /> }),
  column.accessor('started_at', {
    id: 'started',
    header: 'Started',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('decide_from', {
    id: 'from',
    header: 'You may decide from',
    cell: ({ row: { original } }) =>
      original.decide_from && !original.closed_at ? (
        formatDate(original.decide_from)
      ) : (
        <span className="muted">{withoutDay[original.state] ?? 'None'}</span>
      ),
  }),
]);

/** The adverse actions of a company with their deadlines (D133). */
export default function AdverseActions() {
  const { actions } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Adverse actions"
      lead="Decisions against someone because of their report: two notices, and time to respond between them."
      crumbs={<Crumbs trail={[['Network', '/user/network']]}>Adverse actions</Crumbs>}
    >
      <Card padded={false}>
        {actions.length === 0 ? (
          <EmptyState icon="shield" title="No adverse actions">
            Open the details of someone in your network to start one.
          </EmptyState>
        ) : (
          <RecordTable
            label="Adverse actions"
            rows={actions}
            rowId={(row) => row.id}
            columns={columns}
            context={{ timeZone, now: new Date(0) }}
          />
        )}
      </Card>
    </Page>
  );
}
