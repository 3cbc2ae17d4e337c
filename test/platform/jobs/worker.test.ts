import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import type { JobEvent } from '#modules/platform/jobs/handler.ts';
import { freeJobs, releaseDead } from '#modules/platform/jobs/heartbeat.ts';
import { enqueueJob, enqueueJobs } from '#modules/platform/jobs/job.ts';
import { listWorkers } from '#modules/platform/jobs/look.ts';
import { countJobs } from '#modules/platform/jobs/queue.ts';
import { type RunningWorker, startWorker, type WorkerOptions } from '#modules/platform/jobs/worker.ts';
import { testServices } from '../services.ts';
import {
  faulty,
  makeTally,
  note,
  sleepy,
  slow,
  stuck,
  type TallyContext,
  tallyHandlers,
  tallySchedules,
} from './tally.ts';

const { db, pool, ownerPool, log, lines, url } = await testServices();
await ownerPool.query(makeTally);
const running: (RunningWorker | ChildProcess)[] = [];
const events: JobEvent[] = [];

async function worker(options: Partial<WorkerOptions<TallyContext>> = {}): Promise<RunningWorker> {
  const started = await startWorker({
    pool,
    context: { pool, aborted: [] },
    handlers: tallyHandlers,
    schedules: [],
    log,
    concurrency: 4,
    // A worker that hears nothing for five polls begins anew, which a busy machine must not cause.
    pollEvery: SECOND / 2,
    heartbeatEvery: 100,
    grace: 5 * SECOND,
    onEvent: (event) => events.push(event),
    ...options,
  });
  running.push(started);
  return started;
}

/**
 * Starts a worker in its own process.
 * @returns when it is ready
 */
async function child(): Promise<ChildProcess> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.ts'), url], {
    env: { ...process.env, TALLY_STUCK: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(started);
  await once(started.stdout, 'data');
  return started;
}

async function until(what: () => Promise<boolean>, within = MINUTE): Promise<void> {
  const limit = performance.now() + within;
  while (!(await what())) {
    if (performance.now() > limit) expect.fail('it did not happen in time');
    await pause(25);
  }
}

async function tally(): Promise<{ item: number; process_id: number; attempt: number }[]> {
  return (await pool.query('select item, process_id, attempt from tally order by item')).rows;
}

/** @returns how many workers have sent a heartbeat since a time */
async function beatsAfter(time: Date | undefined): Promise<number> {
  return (await pool.query('select from worker_heartbeat where seen_at > $1', [time])).rowCount ?? 0;
}

async function left(): Promise<number> {
  return Number((await pool.query('select count(*) from graphile_worker.jobs')).rows[0].count);
}

beforeEach(async () => {
  await ownerPool.query('truncate tally, job_interruption, worker_heartbeat');
  await ownerPool.query('truncate graphile_worker._private_jobs');
  events.length = 0;
  lines.length = 0;
});

afterEach(async () => {
  for (const one of running.splice(0)) {
    if ('stop' in one) await one.stop();
    else if (one.exitCode === null && one.signalCode === null) {
      one.kill('SIGKILL');
      await once(one, 'exit');
    }
  }
});

describe('a worker', () => {
  test('runs jobs, tells what became of them, and says that it lives', async () => {
    await worker();
    await enqueueJobs(
      db,
      note,
      Array.from({ length: 50 }, (_, item) => ({ payload: { item } })),
    );
    await until(async () => (await left()) === 0);
    expect((await tally()).map((row) => row.item)).toEqual(Array.from({ length: 50 }, (_, item) => item));
    expect(events).toHaveLength(50);
    expect(events[0]).toMatchObject({ kind: 'done', name: 'test.note', attempt: 1 });
    const { rows } = await pool.query('select process_id from worker_heartbeat');
    expect(rows).toEqual([{ process_id: process.pid }]);
    // A process has several runners, and is one worker.
    await pool.query(
      `insert into worker_heartbeat (worker_id, host, process_id, started_at, seen_at)
       select 'pool-second', host, process_id, started_at, seen_at - interval '1 hour' from worker_heartbeat`,
    );
    expect(await listWorkers({ rows: async (query) => (await query.execute(db)).rows })).toMatchObject([
      { process_id: process.pid, alive: true },
    ]);
  });

  test('spreads the next try of a failed job', async () => {
    await worker();
    await enqueueJobs(
      db,
      faulty,
      Array.from({ length: 5 }, (_, item) => ({ payload: { item } })),
    );
    await until(async () => events.length === 5 && (await countJobs(db)).scheduled === 5);
    const { rows } = await pool.query<{ wait: number }>(
      'select extract(epoch from run_at - updated_at)::float8 as wait from graphile_worker.jobs',
    );
    for (const { wait } of rows) {
      expect(wait).toBeGreaterThan(Math.E - 0.5);
      expect(wait).toBeLessThan(2 * Math.E + 0.5);
    }
    expect(new Set(rows.map((row) => row.wait.toFixed(2))).size).toBeGreaterThan(1);
  });

  test('tells a second try since when the first may have done a part, also when staff try a failed job again', async () => {
    const told: (Date | null)[] = [];
    const telling: WorkerOptions<TallyContext>['handlers'][number] = {
      job: note,
      async run(_context, _payload, { triedSince }) {
        told.push(triedSince);
        if (told.length === 1) throw new Error('an answer that was lost');
      },
    };
    await worker({ handlers: [telling] });
    await enqueueJob(db, note, { item: 1 });
    await until(async () => events.length === 1);
    const { rows } = await pool.query<{ created_at: Date }>(
      'update graphile_worker._private_jobs set run_at = now(), attempts = 0 returning created_at',
    );
    await until(async () => events.length === 2);
    expect(told).toEqual([null, rows[0]?.created_at]);
  });

  test('does not try again what is no use', async () => {
    await worker();
    await enqueueJob(db, faulty, { item: 1, permanent: true });
    await until(async () => (await countJobs(db)).failed === 1);
    expect(events).toMatchObject([{ kind: 'gave-up', attempt: 1 }]);
  });

  /** A worker that has begun with some of forty jobs, and holds more. */
  async function fetchedAhead() {
    const started = await worker({ concurrency: 2, localQueue: 20 });
    await enqueueJobs(
      db,
      slow,
      Array.from({ length: 40 }, (_, item) => ({ payload: { item } })),
    );
    await until(async () => events.length > 2);
    return started;
  }

  test('finishes the jobs in hand when it is stopped, and gives the others back untouched', async () => {
    const started = await fetchedAhead();
    await started.stop();
    const done = (await tally()).length;
    expect(done).toBe(events.length);
    expect(done).toBeLessThan(40);
    const { rows } = await pool.query('select attempts, locked_by from graphile_worker.jobs group by 1, 2');
    expect(rows).toEqual([{ attempts: 0, locked_by: null }]);
    expect(await left()).toBe(40 - done);
    expect((await pool.query('select from worker_heartbeat')).rowCount).toBe(0);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('ends no process when the jobs that it had fetched ahead cannot be given back', async () => {
    const unheld: unknown[] = [];
    const note = (reason: unknown) => unheld.push(reason);
    process.on('unhandledRejection', note);
    const started = await fetchedAhead();
    await ownerPool.query('alter table graphile_worker._private_jobs rename to hidden_jobs');
    try {
      await started.stop();
      await pause(100);
    } finally {
      await ownerPool.query('alter table graphile_worker.hidden_jobs rename to _private_jobs');
      process.off('unhandledRejection', note);
    }
    expect(unheld).toEqual([]);
    expect(lines.map(({ err }) => (err as Error | undefined)?.message).join()).toContain('returning jobs');
  });

  test('tells a job that will not end when it is stopped, and gives it back', async () => {
    const started = await worker({ grace: 200 });
    const context: TallyContext = { pool, aborted: [] };
    const patient = tallyHandlers.map((handler) => ({
      ...handler,
      job: { ...handler.job, timeout: 60 * SECOND },
    }));
    await started.stop();
    const again = await worker({ grace: 200, context, handlers: patient });
    await enqueueJob(db, sleepy, { item: 3 });
    await until(async () => (await countJobs(db)).running === 1);
    await again.stop();
    expect(context.aborted).toEqual([3]);
    // The try counts if the job ended before the worker, which a busy machine does not promise.
    const { rows } = await pool.query('select attempts <= 1 as once, locked_by from graphile_worker.jobs');
    expect(rows).toEqual([{ once: true, locked_by: null }]);
  });

  test('makes up once for a nightly time that it missed, however many workers there are', async () => {
    await pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('test.nightly', now() - interval '9 days', now() - interval '5 days')`,
    );
    await worker({ schedules: tallySchedules });
    await worker({ schedules: tallySchedules });
    await until(async () => (await tally()).length > 0 && (await left()) === 0);
    await pause(300);
    expect(await tally()).toMatchObject([{ item: -1, attempt: 1 }]);
  });

  test('begins anew when the database throws it out', async () => {
    await worker();
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'shieldhub worker'`,
    );
    for (let item = 0; item < 20; item += 1) await enqueueJob(db, note, { item });
    await until(async () => (await left()) === 0);
    expect(new Set((await tally()).map((row) => row.item)).size).toBe(20);
  });

  test('frees what the database locked for it without its hearing of it', async () => {
    // A worker that polls this rarely is not taken for deaf on a busy machine, which would free the job as well.
    await worker({ pollEvery: 10 * SECOND });
    await until(async () => (await pool.query('select from worker_heartbeat')).rowCount === 1);
    await pool.query(
      `with mine as (select id from graphile_worker.add_job('test.note', '{"item":5}', run_at => now() + interval '1 hour'))
       select id from mine`,
    );
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = (select worker_id from worker_heartbeat),
         locked_at = now() - interval '1 minute', run_at = now(), attempts = 1`,
    );
    await until(async () => (await left()) === 0);
    expect(await tally()).toMatchObject([{ item: 5, attempt: 1 }]);
    expect(lines.some((line) => line.msg === 'Jobs whose fetching was cut off were freed')).toBe(true);
  });

  test('begins anew when its first question to the queue failed', async () => {
    await ownerPool.query('alter table graphile_worker._private_tasks rename to gone');
    await worker();
    await pause(300);
    await ownerPool.query('alter table graphile_worker.gone rename to _private_tasks');
    await enqueueJob(db, note, { item: 6 });
    await until(async () => (await left()) === 0);
    expect(await tally()).toMatchObject([{ item: 6, attempt: 1 }]);
  });

  test('can be stopped while the database is away', async () => {
    const started = await worker({ grace: 500 });
    await ownerPool.query('alter table graphile_worker.migrations rename to gone');
    try {
      await ownerPool.query('alter table graphile_worker._private_jobs rename to gone_jobs');
      await pause(500);
      await started.stop();
      await started.stop();
    } finally {
      await ownerPool.query('alter table graphile_worker.gone_jobs rename to _private_jobs');
      await ownerPool.query('alter table graphile_worker.gone rename to migrations');
    }
  });

  test('says so when the database is not there at the start', async () => {
    const { Pool } = (await import('pg')).default;
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 });
    await expect(worker({ pool: nowhere })).rejects.toThrow();
    await nowhere.end();
  });
});

describe('a worker that is killed', () => {
  test('loses no job: another one runs what it held, and the lost try does not count', async () => {
    const victim = await child();
    await enqueueJob(db, stuck, { item: 1 });
    await enqueueJob(db, stuck, { item: 2 });
    await until(async () => (await tally()).length === 2);
    // These jobs wait in the worker's local queue.
    await enqueueJobs(
      db,
      note,
      Array.from({ length: 10 }, (_, index) => ({ payload: { item: 10 + index } })),
    );
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    expect((await countJobs(db)).running).toBeGreaterThanOrEqual(2);
    await worker({ deadAfter: SECOND });
    await until(async () => (await left()) === 0);
    const rows = await tally();
    const again = rows.filter((row) => row.process_id === process.pid);
    expect(again.map((row) => row.item)).toEqual([1, 2, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(new Set(again.map((row) => row.attempt))).toEqual(new Set([1]));
    expect(lines.some((line) => line.msg === 'Jobs of a dead worker were freed')).toBe(true);
  });

  test('is not taken for dead while it lives, however long its job takes', async () => {
    await child();
    await enqueueJob(db, stuck, { item: 1 });
    await until(async () => (await tally()).length === 1);
    // A busy worker may run a job before its first heartbeat.
    await until(async () => (await beatsAfter(new Date(0))) === 1);
    await pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 day'`);
    const { rows } = await pool.query<{ seen_at: Date }>(
      `update worker_heartbeat set seen_at = now() - interval '20 seconds' returning seen_at`,
    );
    await worker();
    await until(async () => (await beatsAfter(rows[0]?.seen_at)) === 2);
    expect(await releaseDead(pool, 30 * SECOND)).toBe(0);
    expect(await tally()).toHaveLength(1);
    expect((await countJobs(db)).running).toBe(1);
  });

  test('wakes the others for what it held, and is forgotten an hour later', async () => {
    await enqueueJobs(
      db,
      note,
      [1, 2].map((item) => ({ payload: { item } })),
    );
    const hold = `update graphile_worker._private_jobs set locked_by = 'pool-gone', attempts = 1,
      locked_at = now() - interval '1 minute'`;
    const { rows } = await pool.query<{ id: string }>(`${hold} returning id`);
    await pool.query(
      `insert into worker_heartbeat (worker_id, host, process_id, started_at, seen_at)
       select 'pool-' || minutes, 'host', 1, now(), now() - minutes * interval '1 minute'
       from unnest(array[60, 61]) minutes`,
    );
    const client = await pool.connect();
    let heard = 0;
    client.on('notification', () => {
      heard += 1;
    });
    await client.query('listen "jobs:insert"');
    try {
      expect(await releaseDead(pool, 30 * SECOND)).toBe(2);
      await until(async () => heard === 1);
      await pool.query(hold);
      const ids = rows.map(({ id }) => id);
      expect(await freeJobs(pool, 'pool-other', ids)).toBe(0);
      expect(await freeJobs(pool, 'pool-gone', ids.slice(0, 1))).toBe(1);
      await until(async () => heard === 3);
    } finally {
      client.release(true);
    }
    const left = await pool.query('select attempts, locked_by from graphile_worker.jobs order by attempts');
    expect(left.rows).toEqual([
      { attempts: 0, locked_by: null },
      { attempts: 1, locked_by: 'pool-gone' },
    ]);
    const known = await pool.query('select worker_id from worker_heartbeat');
    expect(known.rows).toEqual([{ worker_id: 'pool-60' }]);
  });

  test('does not keep a job for ever that kills every worker', async () => {
    await enqueueJob(db, stuck, { item: 1 });
    const waiting = await pool.query<{ id: string }>('select id from graphile_worker.jobs');
    let freed = 0;
    for (let death = 0; death < 30; death += 1) {
      await pool.query(
        `update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now() - interval '1 minute',
           attempts = attempts + 1 where attempts < max_attempts`,
      );
      freed += await releaseDead(pool, 30 * SECOND);
    }
    expect(freed).toBe(18);
    expect(await countJobs(db)).toMatchObject({ failed: 1, running: 0, waiting: 0 });
    const { rows } = await pool.query('select job_id, times from job_interruption');
    expect(rows).toEqual([{ job_id: Number(waiting.rows[0]?.id), times: 18 }]);
  });
});
