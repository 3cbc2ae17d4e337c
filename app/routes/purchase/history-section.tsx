import { formatDate, formatReceiptAmount } from '#modules/platform/browser.ts';
import {
  DataGrid,
  EmptyState,
  type GridQuery,
  gridColumns,
  MenuLink,
  RowMenu,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

export interface ListedPurchase {
  purchaseid: string;
  created: Date;
  renewal: boolean;
  package_descrip: string;
  composite_status: string | null;
  composite_status_code: string | null;
  applicationid: string | null;
  /** Cents. */
  amount: number;
}

interface HistorySectionProps {
  purchases: ListedPurchase[];
  total: number;
  query: GridQuery;
  /** The documents' text for an empty list. */
  empty: string;
}

/** What a person has bought (doc2 §2.7). */
export function HistorySection({ purchases, total, query, empty }: HistorySectionProps) {
  const { timeZone } = useRoot();
  return (
    <DataGrid
      label="Purchases"
      columns={columns}
      rows={purchases.map((purchase) => ({ purchase, timeZone }))}
      rowId={({ purchase }) => purchase.purchaseid}
      total={total}
      query={query}
      empty={
        <EmptyState icon="card" title={empty}>
          What you buy stands here, each with its receipt.
        </EmptyState>
      }
    />
  );
}

interface Shown {
  purchase: ListedPurchase;
  timeZone: string;
}

const columns = gridColumns<Shown>([
  { id: 'date', head: 'Date', cell: ({ purchase, timeZone }) => formatDate(purchase.created, timeZone) },
  {
    id: 'type',
    head: 'Transaction Type',
    cell: ({ purchase }) => (purchase.renewal ? 'Renewal' : 'Purchase'),
  },
  {
    id: 'details',
    head: 'Details/Status',
    place: 'top',
    cell: ({ purchase }) => (
      <>
        <b>{purchase.package_descrip}</b>{' '}
        {purchase.composite_status ? <span className="small muted">{purchase.composite_status}</span> : null}
      </>
    ),
  },
  { id: 'amount', head: 'Amount', cell: ({ purchase }) => formatReceiptAmount(purchase.amount) },
  {
    id: 'actions',
    head: null,
    label: 'Actions',
    place: 'end',
    cell: ({ purchase, timeZone }) => (
      <RowMenu label={`Actions for ${purchase.package_descrip}, ${formatDate(purchase.created, timeZone)}`}>
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
  },
]);
