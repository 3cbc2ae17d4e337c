import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { Badge, GradeBadge, gridColumns, Icon, ShieldId } from '../../../components/index.ts';
import { AlertMenu } from './menu.tsx';
import { PeekLink } from './peek-link.tsx';
import {
  ageOf,
  alertLook,
  deadlineWords,
  nameOf,
  type PipelineAlert,
  paymentWords,
  untilDue,
  whatOf,
} from './words.ts';
import { workOn } from './work.ts';

const column = gridColumns<PipelineAlert>();

/** To where an alert is decided. The keyboard shortcuts move between these links. */
function WorkLink({ alert, children }: { alert: PipelineAlert; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={workOn(alert, search)} className="person-link" data-open={alert.id}>
      {children}
    </Link>
  );
}

export const columns = column.columns([
  column.accessor('firstname', {
    id: 'person',
    header: 'Person',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: alert } }) => (
      <WorkLink alert={alert}>
        <b>{nameOf(alert)}</b>
        <div className="small muted anywhere">
          {alert.abcnumber ? <ShieldId value={alert.abcnumber} /> : showEmailAddress(alert.emailaddress)}
        </div>
      </WorkLink>
    ),
  }),
  column.accessor('due_at', {
    id: 'due',
    header: 'Deadline',
    cell: ({ row: { original: alert }, table }) => {
      const { now, timeZone } = table.options.meta ?? { now: new Date(), timeZone: 'UTC' };
      if (!alert.due_at) return <span className="faint">None</span>;
      return (
        <>
          {alert.overdue ? (
            <Badge tone="bad" icon="alert">
              {untilDue(alert.due_at, now)}
            </Badge>
          ) : (
            <b>{untilDue(alert.due_at, now)}</b>
          )}
          <div className="small muted">{deadlineWords(alert, { timeZone })}</div>
        </>
      );
    },
  }),
  column.accessor('event_dts', {
    id: 'raised',
    header: 'Age',
    cell: ({ getValue, table }) => (
      <span className="nowrap">{ageOf(getValue(), table.options.meta?.now ?? new Date())}</span>
    ),
  }),
  column.accessor('alert_type', {
    id: 'type',
    header: 'Type',
    cell: ({ getValue }) => {
      const { icon, label } = alertLook[getValue()];
      return (
        <span className="alert-kind">
          <Icon name={icon} />
          {label}
        </span>
      );
    },
  }),
  column.accessor('reason', {
    id: 'what',
    header: 'What',
    meta: { slot: 'wide' },
    cell: ({ row: { original: alert } }) => (
      <>
        <PeekLink alertId={alert.id}>{whatOf(alert)}</PeekLink>
        {alert.monitor_score ? (
          <>
            {' '}
            {alert.currenticstatus ? <GradeBadge grade={alert.currenticstatus} expired={false} /> : null} to{' '}
            <GradeBadge grade={alert.monitor_score} expired={false} />
          </>
        ) : null}
        {alert.alert_type !== 'payment_dispute' && alert.payment && alert.payment !== 'paid' ? (
          <div>
            <Badge tone="warn">{paymentWords[alert.payment]}</Badge>
          </div>
        ) : null}
        {alert.profilenumber ? <div className="small muted">Profile {alert.profilenumber}</div> : null}
      </>
    ),
  }),
  column.accessor('assignee', {
    id: 'assignee',
    header: 'Assigned to',
    cell: ({ getValue, row: { original: alert }, table }) => (
      <>
        {getValue() ?? <span className="faint">Nobody</span>}
        {alert.settled_at ? (
          <div className="small muted">
            {alert.state === 'dismissed' ? 'Dismissed' : 'Closed'}{' '}
            {alert.settled_by ? `by ${alert.settled_by} ` : 'by its decision '}
            {formatDateTime(alert.settled_at, table.options.meta?.timeZone)}
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
    cell: ({ row: { original: alert } }) => <AlertMenu alert={alert} />,
  }),
]);
