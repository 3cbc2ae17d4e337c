import { column, sql, staffAlertTypes, statement, type Work } from '#modules/platform/index.ts';
import { alertTitles } from '../statuses.ts';

/** What waits for one member of staff: what is theirs and what nobody has taken, without what they asked for themselves. */

const waitingAlerts = statement({
  name: 'admin.alerts-of-digest',
  row: {
    alert_type: column.oneOf(staffAlertTypes),
    open: column.integer,
    overdue: column.integer,
    mine: column.integer,
  },
  sql: (now: Date, accountId: string) => sql`
    select p.alert_type, count(*)::int as open, (count(*) filter (where p.due_at <= ${now}))::int as overdue,
      (count(*) filter (where p.assigned_to = ${accountId}::uuid))::int as mine
    from pipeline_alert p
    left join refund on p.alert_type = 'refund' and refund.id = p.event_id
    where p.state = 'open' and (p.assigned_to is null or p.assigned_to = ${accountId}::uuid)
      and (p.alert_type <> 'refund' or refund.requested_by is distinct from ${accountId}::uuid)
    group by p.alert_type`,
});

export interface WaitingWork {
  /** In the order of the pages. */
  kinds: readonly { title: string; open: number; overdue: number }[];
  open: number;
  overdue: number;
  /** Assigned to the person. */
  mine: number;
  /** Changes of the controls that another admin asked for. */
  controls: number;
}

/** @returns null if nothing waits */
export async function findWaitingWork(
  work: Pick<Work, 'db' | 'rows' | 'now'>,
  accountId: string,
): Promise<WaitingWork | null> {
  const rows = await work.rows(waitingAlerts(work.now, accountId));
  const { controls } = await work.db
    .selectFrom('control_change')
    .select((row) => row.fn.countAll<number>().as('controls'))
    .where('state', '=', 'waiting')
    .where('requested_by', '<>', accountId)
    .executeTakeFirstOrThrow();
  const sum = (figure: 'open' | 'overdue' | 'mine') => rows.reduce((all, row) => all + row[figure], 0);
  if (sum('open') + controls === 0) return null;
  const kinds = Object.entries(alertTitles).flatMap(([type, title]) => {
    const row = rows.find(({ alert_type }) => alert_type === type);
    return row ? [{ title, open: row.open, overdue: row.overdue }] : [];
  });
  return { kinds, open: sum('open'), overdue: sum('overdue'), mine: sum('mine'), controls };
}
