import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  column,
  DAY,
  instantOf,
  jobsOfService,
  localTime,
  operation,
  type ProviderName,
  providerNames,
  readTogether,
  sql,
  staff,
  statement,
  uncounted,
} from '#modules/platform/index.ts';
import { alertCount, countAlerts } from '../pipeline/counts.ts';
import { goals, readGoals } from '../pipeline/goals.ts';
import { decidableBy } from '../pipeline/next.ts';
import { pipelineGrid } from '../pipeline/pipeline.ts';

/** The first page of the console: what waits, who has it, what does not run, and how much there is today. */

/** Rows of each list; the pages behind them have all. */
const LISTED = 5;

/** A service counts as not answering once a job of it has failed this often in a row, or while it is not asked. */
const FAILURES = 2;

const failedJobs = statement({
  name: 'admin.list-failed-jobs-by-name',
  row: { name: column.text, count: column.count, oldest: column.instant },
  sql: () => sql`
    select task_identifier as name, count(*) as count, min(updated_at) as oldest from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    group by task_identifier order by count(*) desc, task_identifier`,
});

/** The jobs that will be tried again. */
const triedAgain = statement({
  name: 'admin.count-jobs-tried-again',
  row: { name: column.text, waiting: column.count, since: column.instant },
  sql: () => sql`
    select task_identifier as name, count(*) as waiting, min(created_at) as since from graphile_worker.jobs
    where attempts >= ${FAILURES} and attempts < max_attempts and last_error is not null
    group by task_identifier order by task_identifier`,
});

/** The services that no process asks for now, because they did not answer. */
const resting = statement({
  name: 'admin.list-resting-providers',
  row: { provider: column.text, since: column.instant },
  sql: () => sql`
    select provider, open_since as since from provider_state where open_since is not null order by provider`,
});

const volume = statement({
  name: 'admin.volume-of-a-day',
  row: {
    registered: column.count,
    checks: column.count,
    scores: column.count,
    charged: column.count,
    refunded: column.count,
  },
  sql: (from: Date, until: Date) => sql`
    select
      (select count(*) from account
        where role = 'USER' and registered_at >= ${from} and registered_at < ${until}) as registered,
      count(distinct purchase_id) filter (where kind = 'charge') as checks,
      (select count(*) from score_change where created_at >= ${from} and created_at < ${until}) as scores,
      coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as charged,
      coalesce(-sum(amount_cents) filter (where kind in ('refund', 'refund-failed')), 0)::bigint as refunded
    from ledger_entry where recorded_at >= ${from} and recorded_at < ${until}`,
});

const waitingRefunds = statement({
  name: 'admin.list-waiting-refunds',
  row: {
    id: column.uuid,
    name: column.text,
    amount: column.integer,
    currency: column.text,
    requested_by: column.text,
    requested_at: column.instant,
    own: column.boolean,
  },
  sql: (accountId: string) => sql`
    select refund.id, person.firstname || ' ' || person.lastname as name, refund.amount_cents as amount,
      refund.currency, coalesce(requester.firstname || ' ' || requester.lastname, refund.requested_operator || ' at the terminal')
        as requested_by,
      refund.requested_at, refund.requested_by is not distinct from ${accountId}::uuid as own
    from pipeline_alert p
    join refund on refund.id = p.event_id
    join account person on person.id = refund.account_id
    left join account requester on requester.id = refund.requested_by
    where p.state = 'open' and p.alert_type = 'refund'
    order by refund.requested_at, refund.id limit ${LISTED}`,
});

const figures = z.object({
  registered: z.number(),
  checks: z.number(),
  scores: z.number(),
  /** Cents. */
  charged: z.number(),
  refunded: z.number(),
});

export const getDesk = operation({
  name: 'admin.get-desk',
  summary:
    'What waits for staff and for the caller, which jobs and services fail, and the volume of the day.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: z.object({
    /** Whose work is counted. */
    who: z.enum(['everyone', 'mine']).default('everyone'),
  }),
  output: z.object({
    counts: z.array(alertCount),
    /** The goal of each kind that has no deadline by law, in business hours. */
    goals,
    /** What is due first of what the caller may decide; null if nothing waits. */
    first: pipelineGrid.row.nullable(),
    /** What is assigned to the caller, due first, and how much that is. */
    mine: z.array(pipelineGrid.row),
    refunds: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        amount: z.number().int(),
        currency: z.string(),
        requested_by: z.string(),
        requested_at: z.date(),
        /** The caller issued it, so another admin decides. */
        own: z.boolean(),
      }),
    ),
    failed: z.array(z.object({ name: z.string(), count: z.number(), oldest: z.date() })),
    /** The outside services, each with since when it does not answer and how many jobs wait for it. */
    services: z.array(
      z.object({
        service: z.enum(providerNames),
        waiting: z.number(),
        since: z.date().nullable(),
      }),
    ),
    volume: z.object({ today: figures, week_before: figures }),
  }),
  async run(work, { who }) {
    const { timeZone } = await brandForHost(work.portal, null);
    const midnight = (at: Date) => instantOf(`${localTime(at, timeZone).slice(0, 10)}T00:00`, timeZone);
    const today = midnight(work.now);
    const before = midnight(new Date(work.now.getTime() - 7 * DAY));
    const nextDay = midnight(new Date(before.getTime() + 1.5 * DAY));
    const { accountId } = work.caller;
    const page = pipelineGrid.input.parse({ rows: 10 });
    // How many there are is among the counts.
    const mine = { ...uncounted, where: sql<boolean>`p.state = 'open' and p.assigned_to = ${accountId}` };
    const theirs = who === 'mine' ? mine.where : sql<boolean>`p.state = 'open'`;
    const decidable = { ...uncounted, where: sql<boolean>`${theirs} and ${decidableBy(accountId)}` };
    const together = readTogether(work.db, {
      counts: countAlerts({ now: work.now, accountId, mineOnly: who === 'mine' }),
      refunds: waitingRefunds(accountId),
      failed: failedJobs(),
      again: triedAgain(),
      resting: resting(),
      today: volume(today, work.now),
      before: volume(before, nextDay),
    });
    const [parts, listed, next, goals] = await Promise.all([
      together,
      pipelineGrid.read(work, page, mine, work.caller.accountId),
      pipelineGrid.read(work, page, decidable, work.caller.accountId),
      readGoals(work),
    ]);
    const none = { registered: 0, checks: 0, scores: 0, charged: 0, refunded: 0 };
    return {
      counts: parts.counts,
      goals,
      first: next.rows[0] ?? null,
      mine: listed.rows.slice(0, LISTED),
      refunds: parts.refunds,
      failed: parts.failed,
      services: providerNames.map((service) => serviceOf(service, parts)),
      volume: { today: parts.today[0] ?? none, week_before: parts.before[0] ?? none },
    };
  },
});

function serviceOf(
  service: ProviderName,
  parts: {
    again: readonly { name: string; waiting: number; since: Date }[];
    resting: readonly { provider: string; since: Date }[];
  },
): { service: ProviderName; waiting: number; since: Date | null } {
  const names = new Set(jobsOfService(service));
  const failing = parts.again.filter(({ name }) => names.has(name));
  const rests = parts.resting.filter(({ provider }) => provider === service);
  const since = [...failing, ...rests].map((each) => each.since.getTime());
  return {
    service,
    waiting: failing.reduce((sum, { waiting }) => sum + waiting, 0),
    since: since.length > 0 ? new Date(Math.min(...since)) : null,
  };
}
