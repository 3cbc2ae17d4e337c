import { Logger } from 'graphile-worker';
import { type Database, sql } from '../database/sql.ts';
import type { Log } from '../log.ts';

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

export interface FailedJob {
  id: string;
  name: string;
  attempts: number;
  message: string | null;
  /** Time of the last try. */
  failedAt: Date;
  createdAt: Date;
}

/** Jobs that have used up their tries, newest failure first. */
export async function listFailedJobs(db: Database, { limit = 50 } = {}): Promise<FailedJob[]> {
  const { rows } = await sql<{
    id: string | number;
    task_identifier: string;
    attempts: number;
    last_error: string | null;
    updated_at: Date | string;
    created_at: Date | string;
  }>`
    select id, task_identifier, attempts, last_error, updated_at, created_at from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    order by updated_at desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: String(row.id),
    name: row.task_identifier,
    attempts: row.attempts,
    message: row.last_error,
    failedAt: new Date(row.updated_at),
    createdAt: new Date(row.created_at),
  }));
}

/** Resets the tries of failed jobs and makes them due now. @returns how many there were */
export async function retryFailedJobs(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs
        where id = any(${ids}::bigint[]) and attempts >= max_attempts and locked_at is null),
      run_at => now(), attempts => 0)`.execute(db);
  if (rows.length > 0) await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db);
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

export async function countJobs(db: Database): Promise<JobCounts> {
  const { rows } = await sql<
    { [K in keyof Omit<JobCounts, 'oldestDue'>]: number } & { oldest: Date | string | null }
  >`
    select
      (count(*) filter (where free and run_at <= now()))::int as waiting,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where free and run_at > now()))::int as scheduled,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed,
      min(run_at) filter (where free and run_at <= now()) as oldest
    from (select *, locked_at is null and attempts < max_attempts as free from graphile_worker.jobs) as job`.execute(
    db,
  );
  const row = rows[0];
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    scheduled: row?.scheduled ?? 0,
    failed: row?.failed ?? 0,
    oldestDue: row?.oldest ? new Date(row.oldest) : null,
  };
}
