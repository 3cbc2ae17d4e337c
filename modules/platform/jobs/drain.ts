import { runOnce } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { JobEvent, JobHandler, JobSchedule } from './handler.ts';
import { queueLogger } from './queue.ts';
import { prepareRetry } from './retry.ts';
import { makeTasks } from './tasks.ts';

export interface DrainOptions<C> {
  pool: pg.Pool;
  context: C;
  handlers: readonly JobHandler<C>[];
  schedules?: readonly JobSchedule<C>[];
  log: Log;
  /** In milliseconds. Delayed jobs and retries that become due within this time run too. */
  ahead?: number;
}

export interface Drained {
  done: number;
  /** The number of failed tries. Their jobs wait for the next try. */
  failures: JobEvent[];
}

/** Runs the due jobs one after the other, including those they enqueue, until none is left. */
export async function drain<C>(options: DrainOptions<C>): Promise<Drained> {
  const { pool, context, handlers, schedules = [], log, ahead = 0 } = options;
  const drained: Drained = { done: 0, failures: [] };
  if (ahead > 0) {
    await pool.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
         where locked_at is null and attempts < max_attempts
           and run_at between now() and now() + $1::float8 * interval '1 millisecond'), run_at => now())`,
      [ahead],
    );
  }
  const tasks = makeTasks({
    pool,
    context,
    handlers,
    schedules,
    log,
    onEvent(event) {
      if (event.kind === 'done') drained.done += 1;
      else drained.failures.push(event);
    },
    beforeRetry: (job, failure) => prepareRetry(pool, { ...job, lockedBy: null, spread: 0 }, failure),
  });
  if (Object.keys(tasks).length === 0) return drained;
  await runOnce({
    pgPool: pool,
    taskList: tasks,
    noHandleSignals: true,
    logger: queueLogger(log),
    // Without a batch the queue does not wait for its own writes when it ends.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return drained;
}

/** Runs one schedule now, without the queue. */
export async function runSchedule<C>(context: C, schedule: JobSchedule<C>, log: Log): Promise<void> {
  await schedule.run(context, {
    id: 'now',
    name: schedule.name,
    attempt: 1,
    lastAttempt: true,
    triedSince: null,
    signal: AbortSignal.timeout(schedule.timeout),
    log: log.child({ job: schedule.name }),
  });
}
