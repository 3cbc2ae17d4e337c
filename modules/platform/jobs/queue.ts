import { Logger } from 'graphile-worker';
import { column } from '../database/column.ts';
import { type Database, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import type { Log } from '../log.ts';
import { notify } from '../notifications.ts';

/** Passes the queue's own messages to the log. Failed jobs are logged by the tasks. */
export function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure) return;
    if (level === 'error') log.error({ err: meta?.error }, message);
    // With a local queue, workers need few connections.
    else if (level === 'warning' && !/maxPoolSize/.test(message)) log.warn({}, message);
    else log.debug({}, message);
  });
}

const rescheduleFailed = statement({
  name: 'platform.retry-failed-jobs',
  row: { id: column.count },
  sql: (ids: readonly string[]) => sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs
        where id = any(${ids}::bigint[]) and attempts >= max_attempts and locked_at is null),
      run_at => now(), attempts => 0)`,
});

/** Resets the tries of failed jobs and makes them due now. @returns how many there were */
export async function retryFailedJobs(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await rescheduleFailed(ids).execute(db);
  if (rows.length > 0) await notify(db, 'jobs:insert', '{"count":1}');
  return rows.length;
}

const hasten = statement({
  name: 'platform.hasten-jobs',
  row: { id: column.count },
  sql: (ids: readonly string[] | null) => sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs
        where ${ids === null ? sql`true` : sql`id = any(${ids}::bigint[])`}
          and (attempts > 0 or last_error is not null) and attempts < max_attempts and locked_at is null and run_at > now()),
      run_at => now())`,
  examples: [[null], [['1']]],
});

/** Makes jobs that wait for their next try due now: these, or all. @returns how many there were */
export async function hastenJobs(db: Database, ids: readonly string[] | null): Promise<number> {
  const { rows } = await hasten(ids).execute(db);
  if (rows.length > 0) await notify(db, 'jobs:insert', '{"count":1}');
  return rows.length;
}

export interface JobCounts {
  /** Number of due jobs that have not started. */
  waiting: number;
  running: number;
  /** Number of jobs that are due later. */
  scheduled: number;
  failed: number;
  /** When the longest-waiting job became due. */
  oldestDue: Date | null;
}

const jobCounts = statement({
  name: 'platform.count-jobs',
  row: {
    waiting: column.count,
    running: column.count,
    scheduled: column.count,
    failed: column.count,
    oldestDue: column.instant.nullable(),
  },
  sql: () => sql`
    select
      count(*) filter (where free and run_at <= now()) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where free and run_at > now()) as scheduled,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      min(run_at) filter (where free and run_at <= now()) as "oldestDue"
    from (select *, locked_at is null and attempts < max_attempts as free from graphile_worker.jobs) as job`,
});

export async function countJobs(db: Database): Promise<JobCounts> {
  const { rows } = await jobCounts().execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The count of the jobs returned no row');
  return counts;
}
