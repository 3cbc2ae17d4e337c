import { formatDate, formatReceiptAmount } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { listPurchases } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import {
  DataGrid,
  Disclose,
  Email,
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

/** A person's purchases and, for the owner of a company, what the company paid for coupons (doc2 §2.7). */
export function HistorySection({ page, now, empty }: HistorySectionProps) {
  const { timeZone } = useRoot();
  return (
    <Disclose summary="Purchases" plain open>
      <DataGrid
        label="Purchases"
        columns={columns}
        page={page}
        rowId={(purchase) => purchase.id}
        context={{ timeZone, now }}
        empty={
          <EmptyState icon="card" title={empty}>
            Purchases appear here, each with its receipt.
          </EmptyState>
        }
      />
    </Disclose>
  );
}

const column = gridColumns<ListedPurchase>();

const columns = column.columns([
  column.accessor('created', {
    id: 'date',
    header: 'Date',
    cell: ({ getValue, table }) => formatDate(getValue(), table.options.meta?.timeZone),
  }),
  column.accessor('transaction_type', {
    id: 'type',
    header: 'Transaction Type',
    cell: ({ row }) => typeOf(row.original),
  }),
  column.accessor('package_descrip', {
    id: 'details',
    header: 'Details/Status',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ getValue, row }) => (
      <>
        <b>{getValue()}</b> <span className="small muted">{row.original.composite_status}</span>
        <CouponNote purchase={row.original} />
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
          <div className="small muted nowrap">
            {original.refunded_amount < getValue() ? 'Paid, ' : null}
            {formatReceiptAmount(original.refunded_amount)} refunded
          </div>
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
      <RowMenu row={purchase.id} label={`Actions for ${nameOf(purchase, table.options.meta?.timeZone)}`}>
        {purchase.transaction_type === 'mypurchase' ? (
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
        ) : null}
        <MenuLink icon="download" to={`/user/purchase/receipt?${receiptOf(purchase)}`} reload>
          Download Receipt
        </MenuLink>
      </RowMenu>
    ),
  }),
]);

function typeOf({ transaction_type, renewal }: ListedPurchase): string {
  if (transaction_type === 'coupon') return purchasingTexts['purchases.coupon-payment'];
  return renewal ? 'Renewal' : 'Purchase';
}

/** The coupon and, in a row of the company, who redeemed it. */
function CouponNote({ purchase }: { purchase: ListedPurchase }) {
  const { coupon_descrip: coupon, redeemed_user_name: name, redeemed_user_email: email } = purchase;
  return (
    <>
      {coupon ? <div className="small muted">Coupon: {coupon}</div> : null}
      {name && email ? (
        <div className="small muted">
          Redeemed by {name}, <Email value={email} />
        </div>
      ) : null}
    </>
  );
}

/** A name that distinguishes the rows for screen readers. */
function nameOf(purchase: ListedPurchase, timeZone: string | undefined): string {
  const { package_descrip, redeemed_user_name: redeemer, created } = purchase;
  const what = redeemer ? `${package_descrip}, coupon redeemed by ${redeemer}` : package_descrip;
  return `${what}, ${formatDate(created, timeZone)}`;
}

/** The company's receipt is found by its payment, because the purchase alone would mean the buyer's receipt. */
function receiptOf({ transaction_type, purchaseid, stripe_transaction_id }: ListedPurchase): string {
  return transaction_type === 'coupon'
    ? `transactionid=${stripe_transaction_id}`
    : `purchaseid=${purchaseid}`;
}
