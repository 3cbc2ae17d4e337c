import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';
import type { JobHandler } from '#modules/platform/jobs/handler.ts';
import { releaseDead } from '#modules/platform/jobs/heartbeat.ts';
import { enqueueJob } from '#modules/platform/jobs/job.ts';
import { startWorker } from '#modules/platform/jobs/worker.ts';
import { testServices } from '../services.ts';
import { note } from './tally.ts';

const { db, pool, log } = await testServices();

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(25);
}

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
  // One slot and no second heartbeat: the job is free while its first try goes on.
  const worker = await startWorker({
    pool,
    context: null,
    handlers: [again],
    schedules: [],
    log,
    concurrency: 1,
    localQueue: 0,
    pollEvery: 100,
    heartbeatEvery: 10 * MINUTE,
    deadAfter: 100,
  });
  try {
    await enqueueJob(db, note, { item: 1 }, { key: 'again' });
    await begun.promise;
    await until(async () => (await releaseDead(pool, 100)) === 1);
    gate.resolve();
    await until(async () => (await pool.query('select from graphile_worker.jobs')).rowCount === 0);
    expect(attempts).toEqual([1, 1]);
  } finally {
    await worker.stop();
  }
});
