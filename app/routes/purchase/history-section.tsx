import { formatDate, formatReceiptAmount } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { listPurchases } from '#modules/purchasing/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridPage,
  gridColumns,
  MenuLink,
  RowMenu,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type ListedPurchase = OutputOf<typeof listPurchases>['purchases'][number];

interface HistorySectionProps {
  page: GridPage<ListedPurchase>;
  now: Date;
  /** The documents' text for an empty list. */
  empty: string;
}

/** What a person has bought (doc2 §2.7). */
export function HistorySection({ page, now, empty }: HistorySectionProps) {
  const { timeZone } = useRoot();
  return (
    <DataGrid
      label="Purchases"
      columns={columns}
      page={page}
      rowId={(purchase) => purchase.purchaseid}
      context={{ timeZone, now }}
      empty={
        <EmptyState icon="card" title={empty}>
          Purchases appear here, each with its receipt.
        </EmptyState>
      }
    />
  );
}

const column = gridColumns<ListedPurchase>();

const columns = column.columns([
  column.accessor('created', {
    id: 'date',
    header: 'Date',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('renewal', {
    id: 'type',
    header: 'Transaction Type',
    cell: ({ getValue }) => (getValue() ? 'Renewal' : 'Purchase'),
  }),
  column.accessor('package_descrip', {
    id: 'details',
    header: 'Details/Status',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue, row }) => (
      <>
        <b>{getValue()}</b> <span className="small muted">{row.original.composite_status}</span>
      </>
    ),
  }),
  column.accessor('amount', {
    id: 'amount',
    header: 'Amount',
    cell: ({ getValue, row: { original } }) => (
      <>
        {formatReceiptAmount(getValue())}
        {original.refunded_amount > 0 ? (
          <div className="small muted nowrap">{formatReceiptAmount(original.refunded_amount)} refunded</div>
        ) : null}
      </>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original: purchase }, table }) => (
      <RowMenu
        label={`Actions for ${purchase.package_descrip}, ${formatDate(purchase.created, table.options.meta?.timeZone)}`}
      >
        <MenuLink
          icon="download"
          to={`/application/downloadreport/${purchase.applicationid}`}
          reload
          disabled={
            purchase.composite_status_code === 'done' ? null : 'Once your background check is complete'
          }
        >
          Download Report
        </MenuLink>
        <MenuLink icon="download" to={`/user/purchase/receipt?purchaseid=${purchase.purchaseid}`} reload>
          Download Receipt
        </MenuLink>
      </RowMenu>
    ),
  }),
]);
