import { Link, useLocation } from '@remix-run/react';
import { type AlertType, alertLabels } from '#modules/network/fields.ts';
import type { AlertAnswer } from '#modules/network/index.ts';
import { expiresAt, formatDate, type Grade } from '#modules/platform/browser.ts';
import {
  Badge,
  DataGrid,
  DateAboveTime,
  EmptyState,
  GradeBadge,
  type GridContext,
  type GridPage,
  gridColumns,
  Icon,
  LinkButton,
  Person,
} from '../../components/index.ts';

interface FeedProps {
  page: GridPage<AlertAnswer>;
  context: GridContext;
  /** The query of the page, which the dialog of a row keeps. */
  search: string;
}

/** What happened in the network, newest first. A row links to all alerts about its person. */
export function ActivityFeed({ page, context, search }: FeedProps) {
  return (
    <DataGrid
      label="Network Activity Feed"
      columns={columns}
      page={page}
      rowId={(row) => row.id}
      context={context}
      empty={
        <EmptyState
          icon="bell"
          level={3}
          title="No alerts in these dates"
          action={
            search ? (
              <LinkButton to="/user/alerts" preventScrollReset>
                Show the last 30 days
              </LinkButton>
            ) : null
          }
        >
          You’ll see here when someone joins or leaves your network, and when a score changes or expires.
        </EmptyState>
      }
    />
  );
}

const column = gridColumns<AlertAnswer>();

const columns = column.columns([
  column.accessor('userfullname', {
    id: 'name',
    header: 'Name',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: alert } }) => (
      <Person firstname={alert.firstname} lastname={alert.lastname} note={alert.usercompanyname || null} />
    ),
  }),
  column.accessor('alerttype', {
    id: 'alert',
    header: 'Alert',
    cell: ({ getValue }) => <span className="nowrap">{alertLabels[getValue()]}</span>,
  }),
  column.accessor('currenticscore', {
    id: 'score',
    header: 'Score',
    cell: ({ row: { original: alert } }) => (
      <Shift previous={alert.previousicscore} current={alert.currenticscore} />
    ),
  }),
  column.accessor('alertdate', {
    id: 'when',
    header: 'When',
    cell: ({ getValue, table }) => <DateAboveTime at={getValue()} timeZone={table.options.meta?.timeZone} />,
  }),
  column.accessor('expirationdate', {
    id: 'expires',
    header: 'Expires',
    cell: ({ getValue, row: { original } }) => {
      const date = getValue();
      return date ? endOf(original, date) : <span className="faint">Not shown</span>;
    },
  }),
  column.accessor('statusicon', {
    id: 'rule',
    header: 'Rule',
    cell: ({ getValue }) =>
      getValue() === 'success' ? (
        <Badge tone="ok" icon="check">
          In compliance
        </Badge>
      ) : (
        <Badge tone="bad" icon="close">
          Out
        </Badge>
      ),
  }),
  column.display({
    id: 'open',
    header: 'Open',
    enableHiding: false,
    meta: { slot: 'end' },
    cell: ({ row: { original: alert } }) => <OpenHistory alert={alert} />,
  }),
]);

/** When the score of an alert expires, or that it had expired by then. */
export function endOf(alert: DatedAlert, date: string): string {
  return hadExpired(alert, date) ? `Expired ${formatDate(date)}` : formatDate(date);
}

export function hadExpired({ alerttype, alertdate }: DatedAlert, date: string): boolean {
  return alerttype === 'expired' || expiresAt(date) <= new Date(alertdate);
}

interface DatedAlert {
  alerttype: AlertType;
  alertdate: string | Date;
}

function OpenHistory({ alert }: { alert: AlertAnswer }) {
  const { search } = useLocation();
  return (
    <Link
      className="btn btn-quiet btn-icon btn-small row-open"
      to={{ pathname: `/user/alerts/history/${alert.userid}`, search }}
      preventScrollReset
      aria-label={`Alert history of ${alert.userfullname}`}
    >
      <Icon name="right" />
    </Link>
  );
}

/** A score, and the previous one if it has changed. */
export function Shift({ previous, current }: { previous: Grade | null; current: Grade | null }) {
  if (current === null) return <span className="faint">Not shown</span>;
  return (
    <span className="shift">
      {previous ? (
        <>
          <GradeBadge grade={previous} />
          <Icon name="right" />
          <span className="sr">now</span>
        </>
      ) : null}
      <GradeBadge grade={current} />
    </span>
  );
}
