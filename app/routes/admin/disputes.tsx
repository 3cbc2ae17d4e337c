import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { disputeGrid, listDisputes } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Badge, DataGrid, EmptyState, gridColumns, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { type DisputeRow, disputeLook, kindWords } from './dispute-words.ts';

export const meta = titled('Disputes');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, disputeGrid, async (asked) => {
    const { disputes, ...found } = await perform(args, listDisputes, asked);
    return { rows: disputes, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

const column = gridColumns<DisputeRow>();

const columns = column.columns([
  column.accessor('name', {
    id: 'who',
    header: 'Who',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: dispute } }) => (
      <Link to={`/admin/disputes/${dispute.id}`} className="person-link">
        <b>{dispute.name}</b>
        <div className="small muted anywhere">{showEmailAddress(dispute.emailaddress)}</div>
      </Link>
    ),
  }),
  column.accessor('kind', { id: 'kind', header: 'Kind', cell: ({ getValue }) => kindWords[getValue()] }),
  column.accessor('provider', { id: 'agency', header: 'Agency' }),
  column.accessor('state', {
    id: 'state',
    header: 'State',
    cell: ({ row: { original: dispute } }) => {
      const { label, tone } = disputeLook(dispute);
      return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
    },
  }),
  column.accessor('taken_by', {
    id: 'taken-by',
    header: 'Assigned to',
    cell: ({ getValue }) => getValue() ?? <span className="faint">No one yet</span>,
  }),
  column.accessor('received_at', {
    id: 'received',
    header: 'Received',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('due_at', {
    id: 'due',
    header: 'Due',
    cell: ({ row: { original: dispute }, table }) => (
      <>
        {formatDate(dispute.due_at, table.options.meta?.timeZone)}{' '}
        {dispute.overdue ? (
          <Badge tone="bad" icon="alert">
            Overdue
          </Badge>
        ) : null}
      </>
    ),
  }),
]);

/** The disputes, ordered by their deadlines (D46). */
export default function Disputes() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Disputes"
      lead="The agency has 30 days to answer, and 15 more once the person adds new facts."
    >
      <DataGrid
        label="Disputes"
        columns={columns}
        page={page}
        rowId={(dispute) => dispute.id}
        context={{ timeZone, now }}
        rowTone={(dispute) => (dispute.overdue ? 'flag' : undefined)}
        staff
        empty={
          <EmptyState icon="alert" title="No disputes">
            When someone reports an error in their report, it appears here with its deadline.
          </EmptyState>
        }
      />
    </Page>
  );
}
