import { Badge, LinkButton } from '../../../components/index.ts';
import {
  type AlertContext,
  alertLook,
  deadlineWords,
  nameOf,
  type PipelineAlert,
  untilDue,
  whatOf,
} from '../pipeline/words.ts';
import { workOn } from '../pipeline/work.ts';

/** The one thing to do next: what is due first. */
export function DoFirst({
  alert,
  mine,
  context,
}: {
  alert: PipelineAlert | null;
  /** Only what is assigned to whoever looks. */
  mine: boolean;
  context: AlertContext;
}) {
  if (!alert) {
    return (
      <section className="first first-calm" aria-labelledby="first">
        <div>
          <p className="eyebrow">
            <Badge tone="ok" icon="check">
              All clear
            </Badge>
          </p>
          <h2 id="first">Nothing is waiting</h2>
          <p>Disputes, reviews and requests show up here with their deadlines.</p>
        </div>
      </section>
    );
  }
  const { label } = alertLook[alert.alert_type];
  const due = alert.due_at ? untilDue(alert.due_at, context.now) : 'No deadline';
  return (
    <section className={alert.overdue ? 'first' : 'first first-calm'} aria-labelledby="first">
      <div>
        <p className="eyebrow">
          <b className={alert.overdue ? 'bad' : undefined}>Do this first</b>
          <span>
            {label}, {due.charAt(0).toLowerCase() + due.slice(1)}
          </span>
          <span>{alert.assignee ? `Assigned to ${alert.assignee}` : 'Unassigned'}</span>
        </p>
        <h2 id="first">
          {nameOf(alert)}: {whatOf(alert)}
        </h2>
        {alert.due_at ? <p>{deadlineWords(alert, context)}</p> : null}
      </div>
      <div className="actions">
        <LinkButton to={workOn(alert, mine ? 'assignee=mine' : '')} kind="primary">
          Open
        </LinkButton>
        <LinkButton to={`/admin/pipeline/${alert.id}/assign`} kind="default" size="small">
          Assign
        </LinkButton>
      </div>
    </section>
  );
}
