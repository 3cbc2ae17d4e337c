import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import {
  type DatabaseAddress,
  enqueueJobs,
  handle,
  type JobHandler,
  job,
  type Portal,
  SECOND,
  sql,
  startWorker,
  tryLimits,
} from '#modules/platform/index.ts';
import { rowsOf, runAsOwner } from '#test/sql.ts';
import type { Measured } from './figures.ts';

const count = 10_000;
const concurrency = 10;

const emptyJob = job({
  name: 'bench.empty',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ id: z.number() }),
});
const touchJob = job({
  name: 'bench.touch',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ id: z.number() }),
});

/**
 * Jobs per second, each kind from a full queue until it is empty. F3 is plain graphile-worker with empty tasks. Both
 * use its local queue, which is faster.
 */
export async function measureJobs(portal: Portal, database: DatabaseAddress): Promise<Measured[]> {
  await runAsOwner(
    database,
    `drop table if exists bench_row;
     create table bench_row as select id, 0 as touched from generate_series(1, ${count}) id;
     create unique index on bench_row (id)`,
  );
  try {
    const added = await addedPerSecond(portal);
    const floor = await timed(portal, emptyJob.name, count, () => bareWorker(database.url, 0));
    const floorLocalQueue = await timed(portal, emptyJob.name, count, () =>
      bareWorker(database.url, 2 * concurrency),
    );
    const empty = await timed(portal, emptyJob.name, count, () => workerWith(portal, ours));
    const oneRow = await timed(portal, touchJob.name, count, () => workerWith(portal, ours));
    const { rows } = await sql<{ untouched: number }>`
      select count(*)::int as untouched from bench_row where touched <> 1`.execute(portal.db);
    if (rows[0]?.untouched !== 0) throw new Error(`${rows[0]?.untouched} rows were not touched exactly once`);
    return [
      {
        name: 'jobs put into the queue, 10,000 at once',
        unit: '/s',
        seen: added.ours,
        beside: { name: 'graphile-worker’s SQL', seen: added.bare },
        goal: { atLeast: 80_000 },
      },
      {
        name: 'job that touches one row',
        unit: '/s',
        seen: oneRow,
        beside: { name: 'F3', seen: floor },
        goal: { partOfBeside: 0.7 },
      },
      {
        name: 'empty job',
        unit: '/s',
        seen: empty,
        beside: { name: 'F3 with its local queue', seen: floorLocalQueue },
        goal: { partOfBeside: 0.9 },
      },
    ];
  } finally {
    await runAsOwner(database, 'drop table bench_row');
  }
}

/** Both as the best of five, the queue being emptied each time. */
async function addedPerSecond(portal: Portal): Promise<{ ours: number; bare: number }> {
  const payloads = Array.from({ length: count }, (_, id) => ({ payload: { id } }));
  const best = { ours: 0, bare: 0 };
  for (let round = 0; round < 5; round += 1) {
    const ours = await rate(() => enqueueJobs(portal.db, emptyJob, payloads));
    const bare = await rate(() =>
      sql`
        select count(*) from graphile_worker.add_jobs(array(
          select json_populate_record(null::graphile_worker.job_spec,
            json_build_object('identifier', ${emptyJob.name}::text, 'payload', json_build_object('id', id)))
          from generate_series(1, ${count}::int) id
        ))`.execute(portal.db),
    );
    best.ours = Math.max(best.ours, ours);
    best.bare = Math.max(best.bare, bare);
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = ${emptyJob.name}))`.execute(portal.db);
  }
  return best;
}

async function rate(add: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await add();
  return count / ((performance.now() - started) / SECOND);
}

/** @returns jobs per second, from a queue with this many jobs until it is empty */
export async function timed(
  portal: Portal,
  name: string,
  count: number,
  start: () => Promise<() => Promise<void>>,
): Promise<number> {
  await sql`
    select count(graphile_worker.add_job(${name}, json_build_object('id', id)))
    from generate_series(1, ${count}::int) id`.execute(portal.db);
  const started = performance.now();
  const stop = await start();
  for (;;) {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from graphile_worker.jobs where task_identifier = ${name}) as left`.execute(
      portal.db,
    );
    if (!rows[0]?.left) break;
    await pause(10);
  }
  const seconds = (performance.now() - started) / SECOND;
  await stop();
  return count / seconds;
}

async function bareWorker(databaseUrl: string, localQueue: number): Promise<() => Promise<void>> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: concurrency });
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  const runner: Runner = await run({
    pgPool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => undefined),
    taskList: { [emptyJob.name]: async () => undefined },
    ...(localQueue > 0 ? { preset: { worker: { localQueue: { size: localQueue } } } } : {}),
  });
  return async () => {
    await runner.stop();
    await pgPool.end();
  };
}

const ours = [
  handle(emptyJob, async () => undefined),
  handle(touchJob, (on: Portal, { id }) =>
    on.work('bench.touch', async (work) => {
      await rowsOf(work, sql`update bench_row set touched = touched + 1 where id = ${id}`);
    }),
  ),
];

/** @returns what stops it */
export async function workerWith(
  portal: Portal,
  handlers: readonly JobHandler<Portal>[],
): Promise<() => Promise<void>> {
  const worker = await startWorker({
    pool: portal.pool,
    context: portal,
    log: portal.log,
    concurrency,
    schedules: [],
    handlers,
  });
  return () => worker.stop();
}
