import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { listBackgroundChecks, listScores, openUserRecord } from '#modules/admin/index.ts';
import {
  findGrade,
  formatDateTime,
  formatMoney,
  formatReceiptAmount,
  hasExpired,
} from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Badge,
  Card,
  GradeBadge,
  type GridContext,
  type GridPage,
  gridColumns,
  LinkButton,
  List,
  ListRow,
  MenuLink,
  RecordTable,
  RowMenu,
  ShieldId,
} from '../../components/index.ts';
import { LastChange } from './last-change.tsx';
import { endDate } from './validity.ts';

type Check = OutputOf<typeof listBackgroundChecks>['applications'][number];
type Transfer = OutputOf<typeof openUserRecord>['transfers'][number];
type Score = OutputOf<typeof listScores>['scores'][number];

const none = <span className="faint">None</span>;

const check = gridColumns<Check>();

const checkColumns = check.columns([
  check.accessor('cra_name', {
    header: 'CRA',
    meta: { slot: 'top' },
    cell: ({ getValue }) => <b>{getValue()}</b>,
  }),
  check.accessor('package_descrip', { header: 'Package' }),
  check.accessor('cra_profilenumber', {
    header: 'Profile',
    cell: ({ getValue }) => <span className="anywhere">{getValue() ?? none}</span>,
  }),
  check.accessor('dts', {
    header: 'Ordered',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  check.accessor('composite_status', {
    header: 'Status',
    cell: ({ getValue, row }) => (
      <>
        {getValue()} {row.original.active ? <Badge tone="ok">Active</Badge> : null}
      </>
    ),
  }),
  check.accessor('icscore', {
    header: 'Score',
    cell: ({ getValue, row, table }) => {
      const score = getValue();
      if (!score) return none;
      const expired = hasExpired(row.original.expiration_date, table.options.meta?.now);
      return <GradeBadge grade={findGrade(score) ?? 'NA'} expired={expired} marked={false} />;
    },
  }),
  check.accessor('expiration_date', {
    header: 'Expires',
    cell: ({ getValue, table }) => {
      const date = getValue();
      return date ? endDate(date, table.options.meta?.now) : none;
    },
  }),
  check.accessor('amount', {
    header: 'Amount',
    cell: ({ row: { original } }) => <Amounts check={original} />,
  }),
  check.display({
    id: 'actions',
    header: 'Actions',
    meta: { slot: 'end' },
    cell: ({ row: { original: row }, table }) => (
      <RowMenu
        row={row.id}
        label={`Actions for ${row.package_descrip}, ${formatDateTime(row.dts, table.options.meta?.timeZone)}`}
      >
        {row.composite_status_code === 'waitmanual' ? (
          <MenuLink icon="eye" to={`/admin/application/${row.id}`}>
            Review paper application
          </MenuLink>
        ) : null}
        <MenuLink icon="download" to={`report/${row.id}`} disabled={whyNoReport(row)}>
          Open report
        </MenuLink>
        <MenuLink
          icon="check"
          to={`activate/${row.id}`}
          disabled={table.options.meta?.locked ?? whyNotActivated(row)}
        >
          Make active
        </MenuLink>
        <MenuLink
          icon="card"
          to={`refund/${row.id}`}
          disabled={table.options.meta?.locked ?? whyNoRefund(row)}
        >
          Issue refund
        </MenuLink>
        <MenuLink
          icon="download"
          to={`/admin/receipt?appid=${row.id}`}
          reload
          disabled={row.paid_amount === 0 && row.amount > 0 ? 'Nothing was charged' : null}
        >
          Download receipt
        </MenuLink>
        <CompanyReceipt check={row} />
      </RowMenu>
    ),
  }),
]);

/** The receipt of the company whose coupon paid for the check or for a part of it. */
function CompanyReceipt({ check: { stripe_transactions: movements } }: { check: Check }) {
  const charge = movements.find(({ type, method }) => type === 'CHARGE' && method === 'Company card');
  if (!charge) return null;
  return (
    <MenuLink icon="download" to={`/admin/receipt?transactionid=${charge.id}`} reload>
      Download company receipt
    </MenuLink>
  );
}

/** The price, and which part of it was refunded or is disputed. */
function Amounts({ check }: { check: Check }) {
  const { amount, paid_amount, refunded_amount, disputed_amount, refund_open } = check;
  return (
    <>
      {formatMoney(amount)}
      {refunded_amount > 0 ? (
        <div className="small muted">
          {refunded_amount < paid_amount ? 'Paid, ' : null}
          <span className="nowrap">{formatReceiptAmount(refunded_amount)} refunded</span>
        </div>
      ) : null}
      {disputed_amount > 0 ? (
        <div className="small muted">{formatReceiptAmount(disputed_amount)} disputed</div>
      ) : null}
      {refund_open ? <div className="small muted">Refund under way</div> : null}
    </>
  );
}

/** The reason why there is no report to open; null if there is one (doc3 §4). */
function whyNoReport({ composite_status_code }: Check): string | null {
  return composite_status_code === 'done' ? null : 'The check isn’t finished';
}

/** The reason why a check cannot be made the active one; null if it can (doc3 §4). */
function whyNotActivated({ active, icscore, composite_status_code }: Check): string | null {
  if (active) return 'This is the active check';
  return composite_status_code === 'done' && icscore ? null : 'The check isn’t finished';
}

/** The reason why a check cannot be refunded now; null if it can. */
function whyNoRefund({ paid_amount, refunded_amount, disputed_amount, refund_open }: Check): string | null {
  if (disputed_amount > 0) return 'The cardholder disputed the payment';
  if (refund_open) return 'A refund is under way';
  return paid_amount > refunded_amount ? null : 'Nothing is left to refund';
}

interface ChecksTableProps {
  checks: Check[];
  /** The page that is shown, with the ids of its checks. */
  page: GridPage<string>;
  transfers: Transfer[];
  context: GridContext;
}

export function ChecksTable({ checks, page, transfers, context }: ChecksTableProps) {
  const rows = page.rows.flatMap((id) => checks.find((found) => found.id === id) ?? []);
  return (
    <Card
      id="checks"
      className="sec"
      title="Background Checks"
      aside={
        <span className="row row-tight">
          <LastChange of="check" />
          {checks.some(({ cra_profilenumber }) => cra_profilenumber) ? (
            <LinkButton size="small" to="irecord" preventScrollReset>
              Identity records
            </LinkButton>
          ) : null}
          {context.locked ? null : (
            <LinkButton size="small" to="link" preventScrollReset>
              Link a check
            </LinkButton>
          )}
        </span>
      }
      padded={false}
      empty={checks.length === 0 && transfers.length === 0 ? 'None bought yet' : false}
    >
      {checks.length === 0 ? null : (
        <RecordTable
          staff
          label="Background checks"
          rows={rows}
          page={page}
          rowId={(row) => row.id}
          columns={checkColumns}
          context={context}
        />
      )}
      {transfers.length > 0 ? (
        <List label="Checks moved between accounts">
          {transfers.map((transfer) => (
            <MovedCheck key={transfer.id} transfer={transfer} timeZone={context.timeZone} />
          ))}
        </List>
      ) : null}
    </Card>
  );
}

/** The account that a check was moved from or to. */
function MovedCheck({ transfer, timeZone }: { transfer: Transfer; timeZone: string | undefined }) {
  const { package_descrip, cra_profilenumber, direction, userid, name, dts, adminname, reason } = transfer;
  const profile = cra_profilenumber ? `, profile ${cra_profilenumber}` : '';
  return (
    <ListRow
      title={
        <>
          {package_descrip} {direction === 'here' ? 'came from' : 'went to'}{' '}
          <Link to={`/admin/user/${userid}#checks`}>{name}</Link>
        </>
      }
      note={[`Moved by ${adminname} on ${formatDateTime(dts, timeZone)}${profile}`, reason]
        .filter(Boolean)
        .join('. ')}
    />
  );
}

const score = gridColumns<Score>();

const scoreColumns = score.columns([
  score.accessor('currenticstatus', {
    header: 'Score',
    meta: { slot: 'top' },
    cell: ({ getValue, row, table }) => (
      <GradeBadge
        grade={findGrade(getValue()) ?? 'NA'}
        expired={hasExpired(row.original.expiration_dts, table.options.meta?.now)}
        marked={false}
      />
    ),
  }),
  score.accessor('legalname', {
    header: 'Legal name',
    cell: ({ getValue }) => <span className="long-name">{getValue()}</span>,
  }),
  score.accessor('shieldid', { header: 'ShieldID', cell: ({ getValue }) => <ShieldId value={getValue()} /> }),
  score.accessor('effective_dts', {
    header: 'Effective',
    cell: ({ getValue, table }) => formatDateTime(getValue(), table.options.meta?.timeZone),
  }),
  score.accessor('expiration_dts', {
    header: 'Expires',
    cell: ({ getValue, table }) => endDate(getValue(), table.options.meta?.now),
  }),
  score.accessor('active', {
    header: 'State',
    cell: ({ getValue }) => (
      <Badge tone={getValue() ? 'ok' : undefined}>{getValue() ? 'Active' : 'Past'}</Badge>
    ),
  }),
]);

interface ScoresTableProps {
  scores: Score[];
  context: GridContext;
  /** The actions of staff for the active score. */
  children: ReactNode;
}

export function ScoresTable({ scores, context, children }: ScoresTableProps) {
  return (
    <Card
      id="score"
      className="sec"
      title="ShieldScore"
      aside={<LastChange of={['score', 'expiration']} />}
      padded={false}
      empty={scores.length === 0 ? 'None activated yet' : false}
    >
      <RecordTable
        staff
        label="ShieldScores"
        rows={scores}
        rowId={(row) => `${row.effective_dts.toISOString()} ${row.shieldid}`}
        columns={scoreColumns}
        context={context}
      />
      {children ? <div className="card-body">{children}</div> : null}
    </Card>
  );
}
