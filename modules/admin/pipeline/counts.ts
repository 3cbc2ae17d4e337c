import { z } from 'zod';
import { column, DAY, operation, sql, staff, staffAlertTypes, statement } from '#modules/platform/index.ts';

/** How much of each kind waits. */

/** Milliseconds from now within which an open alert counts as due. */
export const deadlinesWithin = { overdue: 0, day: DAY, week: 7 * DAY };

const openAlerts = statement({
  name: 'admin.count-pipeline-alerts',
  row: {
    alert_type: column.oneOf(staffAlertTypes),
    open: column.integer,
    overdue: column.integer,
    soon: column.integer,
    week: column.integer,
    mine: column.integer,
    unassigned: column.integer,
  },
  sql: (now: Date, day: Date, week: Date, accountId: string | null, mineOnly: boolean) => sql`
    select alert_type, count(*)::int as open,
      (count(*) filter (where due_at <= ${now}))::int as overdue,
      (count(*) filter (where due_at > ${now} and due_at <= ${day}))::int as soon,
      (count(*) filter (where due_at > ${now} and due_at <= ${week}))::int as week,
      (count(*) filter (where assigned_to = ${accountId}::uuid))::int as mine,
      (count(*) filter (where assigned_to is null))::int as unassigned
    from pipeline_alert
    where state = 'open' and (not ${mineOnly}::boolean or assigned_to = ${accountId}::uuid)
    group by alert_type`,
});

export const alertCount = z.object({
  alert_type: z.enum(staffAlertTypes),
  open: z.number().int(),
  overdue: z.number().int(),
  /** Due within 24 hours, and within 7 days. */
  soon: z.number().int(),
  week: z.number().int(),
  /** Assigned to the caller. */
  mine: z.number().int(),
  unassigned: z.number().int(),
});

interface Counting {
  now: Date;
  /** Null in the terminal. */
  accountId: string | null;
  /** Counts only what is assigned to the account. */
  mineOnly?: boolean;
}

/** How many alerts of each kind are open. */
export function countAlerts({ now, accountId, mineOnly = false }: Counting): ReturnType<typeof openAlerts> {
  const at = (ms: number) => new Date(now.getTime() + ms);
  return openAlerts(now, at(deadlinesWithin.day), at(deadlinesWithin.week), accountId, mineOnly);
}

const myWork = statement({
  name: 'admin.count-my-work',
  row: {
    overdue: column.integer,
    mine: column.integer,
    disputes: column.integer,
    requests: column.integer,
    refunds: column.integer,
  },
  sql: (now: Date, accountId: string) => sql`
    select (count(*) filter (where due_at <= ${now}))::int as overdue,
      (count(*) filter (where assigned_to = ${accountId}::uuid))::int as mine,
      (count(*) filter (where assigned_to = ${accountId}::uuid
        and alert_type in ('dispute', 'identity_theft_block')))::int as disputes,
      (count(*) filter (where assigned_to = ${accountId}::uuid and alert_type = 'privacy_request'))::int as requests,
      (count(*) filter (where alert_type = 'refund' and exists (
        select from refund where refund.id = event_id and refund.requested_by is distinct from ${accountId}::uuid)))::int as refunds
    from pipeline_alert where state = 'open'`,
});

export const countMyWork = operation({
  name: 'admin.count-my-work',
  summary: 'How many alerts of the pipeline are overdue, and how many wait for the caller.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    overdue: z.number().int(),
    /** Assigned to the caller: all, disputes and blocks, and privacy requests. */
    mine: z.number().int(),
    disputes: z.number().int(),
    requests: z.number().int(),
    /** Refunds that another admin issued. */
    refunds: z.number().int(),
  }),
  async run(work) {
    const counted = await work.row(myWork(work.now, work.caller.accountId));
    return counted ?? { overdue: 0, mine: 0, disputes: 0, requests: 0, refunds: 0 };
  },
});
