import { Link } from '@remix-run/react';
import type { getDesk } from '#modules/admin/index.ts';
import { formatReceiptAmount } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card } from '../../../components/index.ts';
import {
  type AlertContext,
  ageOf,
  alertLook,
  nameOf,
  type PipelineAlert,
  untilDue,
  whatOf,
} from '../pipeline/words.ts';
import { workOn } from '../pipeline/work.ts';

/** What is assigned to whoever looks, due first. */
export function MyAlerts({
  alerts,
  total,
  context: { now },
}: {
  alerts: PipelineAlert[];
  total: number;
  context: AlertContext;
}) {
  return (
    <Card
      title="Mine"
      padded={false}
      aside={
        total > 0 ? (
          <Link className="small" to="/admin/pipeline?assignee=mine">
            All {total}
          </Link>
        ) : null
      }
    >
      {alerts.length === 0 ? (
        <p className="card-line">
          Nothing is assigned to you. <Link to="/admin/pipeline?assignee=nobody">See what nobody has</Link>
        </p>
      ) : (
        <ul className="desk-list">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <Link to={workOn(alert, 'assignee=mine')}>{nameOf(alert)}</Link>
              <span className={alert.overdue ? 'due bad' : 'due'}>
                {alert.due_at ? untilDue(alert.due_at, now) : 'No deadline'}
              </span>
              <span>
                {alertLook[alert.alert_type].label}: {whatOf(alert)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Refunds above the limit, which an admin other than the one who issued them decides. */
export function WaitingRefunds({
  refunds,
  total,
  context: { now },
}: {
  refunds: OutputOf<typeof getDesk>['refunds'];
  total: number;
  context: AlertContext;
}) {
  return (
    <Card
      title="Refunds for a second admin"
      padded={false}
      aside={
        total > 0 ? (
          <Link className="small" to="/admin/refunds?work=waiting">
            All {total}
          </Link>
        ) : null
      }
    >
      {refunds.length === 0 ? (
        <p className="card-line">No refund needs approval.</p>
      ) : (
        <ul className="desk-list">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Link to={`/admin/refunds/${refund.id}`}>{refund.name}</Link>
              <span className="due">{ageOf(refund.requested_at, now)}</span>
              <span>
                {formatReceiptAmount(refund.amount, refund.currency)},{' '}
                {refund.own ? 'issued by you: another admin decides' : `issued by ${refund.requested_by}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
