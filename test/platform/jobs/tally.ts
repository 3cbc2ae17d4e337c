import type pg from 'pg';
import { z } from 'zod';
import { MINUTE } from '#modules/platform/browser.ts';
import type { JobHandler, JobSchedule } from '#modules/platform/jobs/handler.ts';
import { job } from '#modules/platform/jobs/job.ts';

/** Jobs for the tests of the queue. Each writes to the table tally that it ran, and in which process. */

export const note = job({
  name: 'test.note',
  priority: 2,
  timeout: MINUTE,
  payload: z.object({ item: z.number() }),
});
export const slow = job({
  name: 'test.slow',
  priority: 2,
  timeout: MINUTE,
  payload: z.object({ item: z.number() }),
});
export const stuck = job({
  name: 'test.stuck',
  priority: 2,
  timeout: MINUTE,
  payload: z.object({ item: z.number() }),
});
export const faulty = job({
  name: 'test.faulty',
  priority: 2,
  timeout: MINUTE,
  payload: z.object({ item: z.number(), permanent: z.boolean().optional() }),
  attempts: 2,
});
export const sleepy = job({
  name: 'test.sleepy',
  priority: 2,
  timeout: 100,
  payload: z.object({ item: z.number() }),
});

export interface TallyContext {
  pool: pg.Pool;
  /** Aborted jobs, by item. */
  aborted: number[];
}

export const makeTally =
  'create table tally (item int not null, process_id int not null, attempt int not null)';

async function count(pool: pg.Pool, item: number, attempt: number): Promise<void> {
  await pool.query('insert into tally (item, process_id, attempt) values ($1, $2, $3)', [
    item,
    process.pid,
    attempt,
  ]);
}

function handler<P>(
  type: JobHandler<TallyContext>['job'],
  run: (c: TallyContext, p: P, r: Run) => Promise<void>,
) {
  return { job: type, run: run as JobHandler<TallyContext>['run'] };
}
type Run = Parameters<JobHandler<TallyContext>['run']>[2];

export const tallyHandlers: JobHandler<TallyContext>[] = [
  handler<{ item: number }>(note, ({ pool }, { item }, { attempt }) => count(pool, item, attempt)),
  handler<{ item: number }>(slow, async ({ pool }, { item }, { attempt }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await count(pool, item, attempt);
  }),
  handler<{ item: number }>(stuck, async ({ pool }, { item }, { attempt }) => {
    await count(pool, item, attempt);
    // Only the process that will be killed hangs.
    if (process.env.TALLY_STUCK) await new Promise((resolve) => setTimeout(resolve, 60_000));
  }),
  handler<{ item: number; permanent?: boolean }>(
    faulty,
    async ({ pool }, { item, permanent }, { attempt }) => {
      await count(pool, item, attempt);
      const error = new Error('insert into "account" values (\'900-00-0001\') - refused for 900-00-0001');
      throw permanent ? Object.assign(error, { permanent: true }) : error;
    },
  ),
  handler<{ item: number }>(sleepy, async ({ aborted }, { item }, { signal }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 5000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        aborted.push(item);
        resolve();
      });
    });
    if (signal.aborted) throw signal.reason;
  }),
];

export const tallySchedules: JobSchedule<TallyContext>[] = [
  {
    name: 'test.nightly',
    cron: '15 3 * * *',
    attempts: 2,
    timeout: 5000,
    run: ({ pool }, { attempt }) => count(pool, -1, attempt),
  },
];
