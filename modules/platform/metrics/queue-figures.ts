import type { Portal } from '../contract.ts';
import { column } from '../database/column.ts';
import { sql } from '../database/sql.ts';
import { statement } from '../database/statement.ts';
import { stateOf } from '../jobs/look.ts';
import type { Figures } from './metrics.ts';

const jobsByState = statement({
  name: 'platform.figures-jobs',
  row: { job: column.text, state: column.text, jobs: column.count },
  sql: () => sql`
    select task.identifier as job, ${stateOf} as state,
      count(*) as jobs
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    group by 1, 2`,
});

const ages = statement({
  name: 'platform.figures-queue-age',
  row: { priority: column.text, age: column.real },
  sql: () => sql`
    select priority::text as priority, extract(epoch from now() - min(run_at))::float8 as age from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= now() group by 1`,
});

const workers = statement({
  name: 'platform.figures-workers',
  row: { workers: column.count },
  sql: () =>
    sql`select count(*) as workers from worker_heartbeat where seen_at > now() - interval '1 minute'`,
});

/** What the queue holds. */
export const queueFigures = ({ readingDb }: Pick<Portal, 'readingDb'>): Figures[] => [
  {
    name: 'shield_queue_jobs',
    help: 'Jobs in the queue by their name and state: waiting (due), later, retrying, running or failed',
    labels: ['job', 'state'],
    read: async () =>
      (await jobsByState().execute(readingDb)).rows.map(({ job, state, jobs }) => ({
        labels: { job, state },
        value: jobs,
      })),
  },
  {
    name: 'shield_queue_age_seconds',
    help: 'For how long the oldest due job of each priority has waited; none if no job waits',
    labels: ['priority'],
    read: async () =>
      (await ages().execute(readingDb)).rows.map(({ priority, age }) => ({
        labels: { priority },
        value: age,
      })),
  },
  {
    name: 'shield_queue_runners',
    help: 'Runners of workers with a heartbeat in the last minute',
    labels: [],
    read: async () =>
      (await workers().execute(readingDb)).rows.map((row) => ({ labels: {}, value: row.workers })),
  },
];
