import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#modules/platform/browser.ts';
import { sql } from '#modules/platform/database/sql.ts';
import { drain, runSchedule } from '#modules/platform/jobs/drain.ts';
import { schedule } from '#modules/platform/jobs/handle.ts';
import { enqueueJob, enqueueJobs } from '#modules/platform/jobs/job.ts';
import { listJobs } from '#modules/platform/jobs/look.ts';
import { countJobs, queueLogger, retryFailedJobs } from '#modules/platform/jobs/queue.ts';
import { notify } from '#modules/platform/notifications.ts';
import { eventually } from '#test/eventually.ts';
import { testServices } from '../services.ts';
import { faulty, makeTally, note, sleepy, tallyHandlers, tallySchedules } from './tally.ts';

const { db, pool, ownerPool, log, lines } = await testServices();
await ownerPool.query(makeTally);
const context = { pool, aborted: [] as number[] };
const failedJobs = (limit = 50) =>
  listJobs({ rows: async (query) => (await query.execute(db)).rows }, { state: 'failed', limit });
const run = (ahead = 0) => drain({ pool, context, handlers: tallyHandlers, log, ahead });

async function items(): Promise<number[]> {
  const { rows } = await pool.query<{ item: number }>('select item from tally order by ctid');
  return rows.map((row) => row.item);
}

beforeEach(async () => {
  await ownerPool.query('truncate tally');
  await ownerPool.query('truncate graphile_worker._private_jobs');
  lines.length = 0;
});

describe('the queue', () => {
  test('takes a job with the transaction that puts it in, and drops it with one that rolls back', async () => {
    await expect(
      db.transaction().execute(async (transaction) => {
        await enqueueJob(transaction, note, { item: 1 });
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    await db.transaction().execute(async (transaction) => {
      await enqueueJob(transaction, note, { item: 2 });
      expect((await countJobs(db)).waiting).toBe(0);
    });
    expect(await run()).toEqual({ done: 1, failures: [] });
    expect(await items()).toEqual([2]);
  });

  test('refuses a payload that is not of the contract, at once', async () => {
    await expect(enqueueJob(db, note, { item: 'x' } as never)).rejects.toThrow();
    await expect(enqueueJobs(db, note, [{ payload: {} as never }])).rejects.toThrow();
    expect(await countJobs(db)).toEqual({ waiting: 0, running: 0, scheduled: 0, failed: 0, oldestDue: null });
  });

  test('keeps one job for a key, the latest', async () => {
    const key = randomUUID();
    await enqueueJob(db, note, { item: 1 }, { key });
    await enqueueJob(db, note, { item: 2 }, { key });
    await enqueueJobs(db, note, [
      { payload: { item: 3 }, key },
      { payload: { item: 4 }, key },
      { payload: { item: 5 } },
    ]);
    expect((await run()).done).toBe(2);
    expect((await items()).sort()).toEqual([4, 5]);
  });

  test('takes what is more urgent first, however late it came', async () => {
    await enqueueJob(db, note, { item: 1 });
    await enqueueJobs(db, { ...note, priority: 3, sends: undefined as never }, [{ payload: { item: 2 } }]);
    await enqueueJob(db, { ...note, priority: 1, sends: undefined as never }, { item: 3 });
    await enqueueJobs(db, { ...note, priority: 0, sends: 'mail' }, [{ payload: { item: 4 } }]);
    await run();
    expect(await items()).toEqual([4, 3, 1, 2]);
  });

  test('tries a job eight times unless it says otherwise', () => {
    expect(note).toMatchObject({ attempts: 8 });
    expect(faulty).toMatchObject({ attempts: 2 });
    const nightly = { name: 'test.nightly', cron: '15 3 * * *', run: async () => {} };
    expect(schedule(nightly)).toEqual({ ...nightly, attempts: 3, timeout: 15 * MINUTE });
  });

  test.each<[string, unknown, string]>([
    ['an error that may pass', Object.assign(new Error('later'), { permanent: false }), 'later'],
    ['an object that is no error', { message: 'an object', permanent: true }, 'an object'],
    ['a text', 'some words', 'failed'],
    ['nothing', null, 'failed'],
    ['a long error', new Error('x'.repeat(501)), 'x'.repeat(500)],
  ])('tries again after %s', async (_what, thrown, message) => {
    await enqueueJob(db, note, { item: 1 });
    const handlers = [{ job: note, run: () => Promise.reject(thrown) }];
    const { failures } = await drain({ pool, context, handlers, log });
    expect(failures).toMatchObject([{ kind: 'failed', attempt: 1, message }]);
  });

  test('lists 50 failed jobs unless told otherwise', async () => {
    await enqueueJobs(
      db,
      note,
      Array.from({ length: 51 }, (_, item) => ({ payload: { item } })),
    );
    await ownerPool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    expect(await failedJobs(50)).toHaveLength(50);
    expect(await failedJobs(60)).toHaveLength(51);
  });

  test('wakes the workers for failed jobs that are taken back, and for nothing else', async () => {
    await enqueueJob(db, faulty, { item: 1, permanent: true });
    const id = (await run()).failures[0]?.id ?? '';
    const client = await pool.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('listen "jobs:insert"');
    try {
      await retryFailedJobs(db, ['999999']);
      await notify(db, 'jobs:insert', 'nothing so far');
      await retryFailedJobs(db, [id]);
      await eventually(() => expect(heard).toHaveLength(2));
      expect(heard).toEqual(['nothing so far', '{"count":1}']);
    } finally {
      client.release(true);
    }
  });

  test.each([
    ['error', 'broke', {}, 'error'],
    ['error', 'a job failed, which its task has logged', { failure: {} }, null],
    ['error', 'several things broke', { error: new AggregateError([], 'why') }, 'error'],
    ['warning', 'is slow', {}, 'warn'],
    ['warning', 'increase maxPoolSize', {}, null],
    ['info', 'began', {}, null],
  ] as const)('a message of the queue at level %s that it %s', (level, message, meta, logged) => {
    queueLogger(log)[level === 'warning' ? 'warn' : level](message, { error: new Error('why'), ...meta });
    expect(lines.map((line) => [line.level, line.msg])).toEqual(logged ? [[logged, message]] : []);
    if (logged === 'error') expect(lines[0]).toMatchObject({ err: { message: 'why' } });
  });

  test('keeps the time of a job that waits, if told so', async () => {
    const key = randomUUID();
    await enqueueJob(db, note, { item: 1 }, { key, delay: MINUTE });
    await enqueueJob(db, note, { item: 2 }, { key, delay: 10 * MINUTE, keepTime: true });
    expect((await run(2 * MINUTE)).done).toBe(1);
    expect(await items()).toEqual([2]);
  });

  test('starts a delayed job later', async () => {
    await enqueueJob(db, note, { item: 1 }, { delay: MINUTE });
    await enqueueJobs(db, note, [{ payload: { item: 2 }, delay: 5 * MINUTE }]);
    expect((await run()).done).toBe(0);
    expect((await countJobs(db)).scheduled).toBe(2);
    expect((await run(2 * MINUTE)).done).toBe(1);
    expect((await run(10 * MINUTE)).done).toBe(1);
    expect(await items()).toEqual([1, 2]);
  });

  test('counts due, later and failed jobs apart, and tells since when the oldest due one waits', async () => {
    await enqueueJob(db, faulty, { item: 1, permanent: true });
    await enqueueJob(db, faulty, { item: 5, permanent: true });
    await run();
    await ownerPool.query(`
      update graphile_worker._private_jobs
      set run_at = now() + case payload ->> 'item' when '1' then interval '-2 hours' else interval '2 hours' end`);
    await enqueueJob(db, note, { item: 2 }, { delay: MINUTE });
    await enqueueJob(db, note, { item: 3 });
    await enqueueJob(db, note, { item: 4 });
    const { rows } = await ownerPool.query<{ at: Date }>(`
      update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'
      where payload ->> 'item' = '3' returning run_at as at`);
    expect(await countJobs(db)).toEqual({
      waiting: 2,
      running: 0,
      scheduled: 1,
      failed: 2,
      oldestDue: rows[0]?.at,
    });
  });

  test('tries a failed job again, lists it when its tries are over, and takes it back when told', async () => {
    await enqueueJob(db, faulty, { item: 7 });
    const { failures } = await run();
    expect(failures).toMatchObject([{ kind: 'failed', name: 'test.faulty', attempt: 1 }]);
    const id = failures[0]?.id ?? '';
    expect(await failedJobs()).toEqual([]);
    expect((await run()).failures).toEqual([]);
    expect((await run(MINUTE)).failures).toMatchObject([{ kind: 'gave-up', attempt: 2 }]);
    const failed = await failedJobs();
    expect(failed).toMatchObject([{ id, name: 'test.faulty', attempts: 2 }]);
    expect(failed[0]?.updated_at).toBeInstanceOf(Date);
    expect((await countJobs(db)).failed).toBe(1);
    expect(lines.map((line) => line.msg)).toEqual([
      'A job failed and will be tried again',
      'A job failed for the last time',
    ]);
    expect(await retryFailedJobs(db, [id, '999999'])).toBe(1);
    expect((await run()).failures).toMatchObject([{ kind: 'failed', attempt: 1 }]);
    // It has one try left, which runs without being asked for.
    expect(await retryFailedJobs(db, [id])).toBe(0);
  });

  test('lists failed jobs with the newest failure first, and leaves those alone that are being tried', async () => {
    for (const item of [1, 2, 3, 4]) await enqueueJob(db, faulty, { item, permanent: true });
    await run();
    // The first two failed at the same moment, and somebody has taken the last one up again.
    const { rows } = await ownerPool.query<{ id: string }>(`
      update graphile_worker._private_jobs set updated_at = date_trunc('day', now())
          - case when payload ->> 'item' in ('1', '2') then interval '1 hour' else interval '2 hours' end,
        locked_at = case payload ->> 'item' when '4' then now() end
      returning id::text`);
    const [first, second, third, taken = ''] = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
    expect((await failedJobs()).map(({ id }) => id)).toEqual([second, first, third]);
    expect((await failedJobs(2)).map(({ id }) => id)).toEqual([second, first]);
    expect(await countJobs(db)).toMatchObject({ waiting: 0, running: 1, failed: 3 });
    expect(await retryFailedJobs(db, [taken])).toBe(0);
    expect(await retryFailedJobs(db, [second ?? '', third ?? ''])).toBe(2);
    expect(await countJobs(db)).toMatchObject({ waiting: 2, running: 1, failed: 1 });
  });

  test('keeps no statement and no number like an SSN of what went wrong', async () => {
    await enqueueJob(db, faulty, { item: 7, permanent: true });
    await run();
    const stored = await sql<{ last_error: string }>`select last_error from graphile_worker.jobs`.execute(db);
    expect(stored.rows[0]?.last_error).toBe('refused for [redacted]');
    expect(JSON.stringify(lines)).not.toContain('900-00');
  });

  test('does not try again what says that it is no use', async () => {
    await enqueueJob(db, faulty, { item: 8, permanent: true });
    expect((await run()).failures).toMatchObject([{ kind: 'gave-up', attempt: 1 }]);
    expect(await failedJobs()).toHaveLength(1);
    expect((await run(10 * MINUTE)).failures).toEqual([]);
  });

  test('gives up waiting for a job that takes too long, and tells it', async () => {
    await enqueueJob(db, sleepy, { item: 9 });
    const [failure] = (await run()).failures;
    expect(failure?.message).toBe('The job took longer than 100 ms');
    expect(context.aborted).toEqual([9]);
  });

  test('takes many jobs by one statement', async () => {
    const jobs = Array.from({ length: 25_000 }, (_, item) => ({ payload: { item } }));
    expect(await enqueueJobs(db, note, jobs)).toBe(25_000);
    expect((await countJobs(db)).waiting).toBe(25_000);
    expect((await countJobs(db)).oldestDue).toBeInstanceOf(Date);
  });

  test('refuses two handlers for one job', async () => {
    const twice = [...tallyHandlers, ...tallyHandlers];
    await expect(drain({ pool, context, handlers: twice, log })).rejects.toThrow('two handlers');
  });

  test('runs a schedule at once when asked', async () => {
    const [schedule] = tallySchedules;
    if (schedule) await runSchedule(context, schedule, log);
    expect(await items()).toEqual([-1]);
  });
});
