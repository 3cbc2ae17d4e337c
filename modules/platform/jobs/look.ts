import { z } from 'zod';
import type { Work } from '../contract.ts';
import { column } from '../database/column.ts';
import { type Database, sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';

/** What staff see of the queue, and how they cancel a job. */

/**
 * `waiting`: due, and never tried. `later`: not yet due. `retrying`: failed at least once, and is tried again; a try that
 * met an outside service at rest is not counted. `failed`: has no tries left.
 */
export const jobStates = ['failed', 'retrying', 'running', 'waiting', 'later'] as const;

export const queuedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  priority: z.int(),
  attempts: z.int(),
  max_attempts: z.int(),
  due_at: z.date(),
  created_at: z.date(),
  updated_at: z.date(),
  /** The message of the last error. */
  error: z.string().nullable(),
  /** Ids only. */
  payload: z.json(),
});
export type QueuedJob = z.output<typeof queuedJob>;

export interface JobFilter {
  id?: string | undefined;
  state?: (typeof jobStates)[number] | undefined;
  name?: string | undefined;
  /** Ids of which the payload has at least one. */
  about?: readonly string[] | undefined;
  limit: number;
}

/** The state of `job`, a row of the queue's own table. */
export const stateOf = sql`case
  when job.locked_at is not null then 'running'
  when job.attempts >= job.max_attempts then 'failed'
  when job.attempts > 0 or job.last_error is not null and job.run_at > now() then 'retrying'
  when job.run_at <= now() then 'waiting'
  else 'later' end`;

const queuedJobs = statement({
  name: 'platform.list-jobs',
  row: {
    id: column.count,
    name: column.text,
    state: column.oneOf(jobStates),
    priority: column.integer,
    attempts: column.integer,
    max_attempts: column.integer,
    due_at: column.instant,
    created_at: column.instant,
    updated_at: column.instant,
    error: column.text.nullable(),
    payload: column.json(z.json()),
  },
  sql: ({ id, state, name, about, limit }: JobFilter) => sql`
    select * from (
      select job.id, task.identifier as name, ${stateOf} as state, job.priority::int as priority,
        job.attempts::int as attempts, job.max_attempts::int as max_attempts, job.run_at as due_at, job.created_at,
        job.updated_at, job.last_error as error, job.payload
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where ${id ? sql`job.id = ${id}::bigint` : sql`true`}
        and ${name ? sql`task.identifier = ${name}` : sql`true`}
        and ${
          about
            ? sql`exists (select from unnest(${sql.val(about)}::text[]) id where position(id in job.payload::text) > 0)`
            : sql`true`
        }
    ) listed
    where ${state ? sql`state = ${state}` : sql`true`}
    order by array_position(${sql.val([...jobStates])}::text[], state), priority, updated_at desc, id desc
    limit ${limit}`,
  examples: [[{ limit: 1 }], [{ id: '1', state: 'failed', name: 'module.do-thing', about: ['x'], limit: 1 }]],
});

/** Jobs with their state, failed ones first. */
export async function listJobs({ rows }: Pick<Work, 'rows'>, filter: JobFilter): Promise<QueuedJob[]> {
  return (await rows(queuedJobs(filter))).map(({ id, ...job }) => ({ ...job, id: String(id) }));
}

const priorityCounts = statement({
  name: 'platform.count-jobs-by-priority',
  row: { priority: column.integer, waiting: column.count, oldest_due: column.instant.nullable() },
  sql: () => sql`
    select priority::int as priority, count(*) as waiting, min(run_at) as oldest_due from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= now()
    group by priority order by priority`,
});

export const waitingJobs = z.object({
  priority: z.int(),
  waiting: z.int(),
  oldest_due: z.date().nullable(),
});

/** How many due jobs wait, by priority. */
export const countWaitingJobs = ({ rows }: Pick<Work, 'rows'>) => rows(priorityCounts());

export const stateCount = z.object({ state: z.enum(jobStates), jobs: z.int() });

const stateCounts = statement({
  name: 'platform.count-jobs-by-state',
  row: { state: column.oneOf(jobStates), jobs: column.count },
  sql: () => sql`
    select ${stateOf} as state, count(*) as jobs from graphile_worker._private_jobs job group by 1
    order by array_position(${sql.val([...jobStates])}::text[], ${stateOf})`,
});

/** How many jobs are in each state, those that failed first. */
export const countStates = ({ rows }: Pick<Work, 'rows'>) => rows(stateCounts());

export const worker = z.object({
  host: z.string(),
  process_id: z.int(),
  started_at: z.date(),
  seen_at: z.date(),
  /** It gave a sign in the last minute. */
  alive: z.boolean(),
});

const workers = statement({
  name: 'platform.list-workers',
  row: {
    host: column.text,
    process_id: column.integer,
    started_at: column.instant,
    seen_at: column.instant,
    alive: column.boolean,
  },
  sql: () => sql`
    select host, process_id, min(started_at) as started_at, max(seen_at) as seen_at,
      max(seen_at) > now() - interval '1 minute' as alive
    from worker_heartbeat group by host, process_id order by alive desc, started_at, host, process_id`,
});

/** The processes that run jobs, by the clock of the database. Each has several runners. */
export const listWorkers = ({ rows }: Pick<Work, 'rows'>) => rows(workers());

const completed = statement({
  name: 'platform.cancel-jobs',
  row: { id: column.count },
  sql: (ids: readonly string[]) => sql`
    select id from graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where id = any(${ids}::bigint[]) and locked_at is null))`,
  examples: [[['1']]],
});

/** Deletes jobs that do not run. @returns their ids */
export async function cancelJobs(db: Database, ids: readonly string[]): Promise<string[]> {
  return (await completed(ids).execute(db)).rows.map(({ id }) => String(id));
}
