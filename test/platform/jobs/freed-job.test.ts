import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';
import type { JobHandler } from '#modules/platform/jobs/handler.ts';
import { releaseDead } from '#modules/platform/jobs/heartbeat.ts';
import { enqueueJob } from '#modules/platform/jobs/job.ts';
import { startWorker } from '#modules/platform/jobs/worker.ts';
import { testServices } from '../services.ts';
import { note } from './tally.ts';

/** A worker that was taken for dead goes on, while its job is fetched and asked for again. */

const { db, pool, log } = await testServices();

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(25);
}

/** No second heartbeat: a job is free while its first try goes on. */
const startDoubtful = (handlers: JobHandler<null>[], concurrency: number) =>
  startWorker({
    pool,
    context: null,
    handlers,
    schedules: [],
    log,
    concurrency,
    localQueue: 0,
    pollEvery: 100,
    heartbeatEvery: 10 * MINUTE,
    deadAfter: 100,
  });

const countJobs = async () => (await pool.query('select from graphile_worker.jobs')).rowCount;

test('a try that goes on after its worker was taken for dead deletes no job that it asked to run again', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const again: JobHandler<null> = {
    job: note,
    async run(_context, _payload, { attempt }) {
      attempts.push(attempt);
      if (attempts.length > 1) return;
      begun.resolve();
      await gate.promise;
      // Later, so that it is not fetched while the queue deletes what has ended.
      await enqueueJob(db, note, { item: 1 }, { key: 'again', delay: 500 });
    },
  };
  const worker = await startDoubtful([again], 1);
  try {
    await enqueueJob(db, note, { item: 1 }, { key: 'again' });
    await begun.promise;
    await until(async () => (await releaseDead(pool, 100)) === 1);
    gate.resolve();
    await until(async () => (await countJobs()) === 0);
    expect(attempts).toEqual([1, 1]);
  } finally {
    await worker.stop();
  }
});

test('a try whose job its own worker has fetched again does not delete it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  const twice: JobHandler<null> = {
    job: note,
    async run() {
      tries += 1;
      await gates[tries - 1]?.promise;
    },
  };
  const worker = await startDoubtful([twice], 2);
  try {
    await enqueueJob(db, note, { item: 2 }, { key: 'twice' });
    await until(async () => tries === 1);
    await until(async () => (await releaseDead(pool, 100)) === 1);
    await until(async () => tries === 2);
    gates[0]?.resolve();
    const locked = 'select from graphile_worker.jobs where locked_by is not null';
    await until(async () => (await pool.query(locked)).rowCount === 0);
    expect(await countJobs()).toBe(1);
    gates[1]?.resolve();
    await pool.query('update graphile_worker._private_jobs set run_at = now()');
    await until(async () => (await countJobs()) === 0);
    expect(tries).toBeGreaterThan(2);
  } finally {
    for (const gate of gates) gate.resolve();
    await worker.stop();
  }
});
