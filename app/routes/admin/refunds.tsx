import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listRefunds, refundGrid } from '#modules/admin/index.ts';
import { formatDateTime, formatReceiptAmount } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Badge, DataGrid, EmptyState, gridColumns, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { type ListedRefund, refundCauses, refundLook } from './refund-words.ts';

export const meta = titled('Refunds');

export async function loader(args: LoaderFunctionArgs) {
  const page = await gridPage(args, refundGrid, async (asked) => {
    const { refunds, ...found } = await perform(args, listRefunds, asked);
    return { rows: refunds, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

const column = gridColumns<ListedRefund>();

const columns = column.columns([
  column.accessor('name', {
    id: 'who',
    header: 'Who',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: refund } }) => (
      <>
        <Link to={`/admin/refunds/${refund.id}`}>
          <b>{refund.name}</b>
        </Link>
        <div className="small muted anywhere">{showEmailAddress(refund.emailaddress)}</div>
      </>
    ),
  }),
  column.accessor('amount', {
    id: 'amount',
    header: 'Amount',
    cell: ({ getValue, row: { original: refund } }) => formatReceiptAmount(getValue(), refund.currency),
  }),
  column.accessor('package_descrip', { id: 'check', header: 'Check' }),
  column.accessor('state', {
    id: 'state',
    header: 'State',
    cell: ({ getValue }) => {
      const { label, tone } = refundLook[getValue()];
      return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
    },
  }),
  column.accessor('requested_by', {
    id: 'by',
    header: 'Issued by',
    cell: ({ row: { original: refund } }) => refund.requested_by ?? refundCauses[refund.cause],
  }),
  column.accessor('requested_at', {
    id: 'requested',
    header: 'Issued',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('decided_by', {
    id: 'decided-by',
    header: 'Decided by',
    cell: ({ getValue }) => getValue() ?? <span className="faint">None</span>,
  }),
]);

/** Refunds that wait for a second admin, and the results of all others (D33). */
export default function Refunds() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Refunds"
      lead="Refunds are issued in a person’s record. Large ones need a second admin. Payments that match no purchase are refunded automatically."
    >
      <DataGrid
        label="Refunds"
        columns={columns}
        page={page}
        rowId={(refund) => refund.id}
        context={{ timeZone, now }}
        rowTone={(refund) => (refund.state === 'waiting' || refund.state === 'failed' ? 'flag' : undefined)}
        staff
        empty={
          <EmptyState icon="card" title="No refunds">
            Refunds appear here.
          </EmptyState>
        }
      />
    </Page>
  );
}
