import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listPrivacyRequests, privacyRequestGrid } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Badge, DataGrid, EmptyState, gridColumns, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { type PrivacyRequest, requestKinds, requestLook } from './request-words.ts';

export const meta = titled('Privacy requests');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, privacyRequestGrid, async (asked) => {
    const { requests, ...found } = await perform(args, listPrivacyRequests, asked);
    return { rows: requests, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

const column = gridColumns<PrivacyRequest>();

const columns = column.columns([
  column.accessor('name', {
    id: 'who',
    header: 'Who',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: request } }) => (
      <Link to={`/admin/requests/${request.id}`} className="person-link">
        <b>{request.name || 'Erased person'}</b>
        <div className="small muted anywhere">{showEmailAddress(request.emailaddress)}</div>
      </Link>
    ),
  }),
  column.accessor('kind', { id: 'kind', header: 'Kind', cell: ({ getValue }) => requestKinds[getValue()] }),
  column.accessor('state', {
    id: 'state',
    header: 'State',
    cell: ({ row: { original: request } }) => {
      const { label, tone } = requestLook(request);
      return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
    },
  }),
  column.accessor('taken_by', {
    id: 'taken-by',
    header: 'Assigned to',
    cell: ({ getValue }) => getValue() ?? <span className="faint">No one yet</span>,
  }),
  column.accessor('requested_at', {
    id: 'requested',
    header: 'Requested',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('due_at', {
    id: 'due',
    header: 'Due',
    cell: ({ row: { original: request }, table }) => (
      <>
        {formatDate(request.due_at, table.options.meta?.timeZone)}{' '}
        {request.overdue ? (
          <Badge tone="bad" icon="alert">
            Overdue
          </Badge>
        ) : null}
      </>
    ),
  }),
]);

/** The queue of privacy requests, ordered by their deadlines (D23). */
export default function Requests() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Privacy requests"
      lead="Copies and deletions are handled automatically. Requests to limit the use of data need an answer."
    >
      <DataGrid
        label="Privacy requests"
        columns={columns}
        page={page}
        rowId={(request) => request.id}
        context={{ timeZone, now }}
        rowTone={(request) => (request.overdue ? 'flag' : undefined)}
        staff
        empty={
          <EmptyState icon="lock" title="No requests">
            When someone makes a request about their personal data, it appears here with its deadline.
          </EmptyState>
        }
      />
    </Page>
  );
}
