import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HOUR, listJobs, MINUTE, Providers, SECOND } from '#modules/platform/index.ts';
import { drain } from '#modules/platform/jobs/drain.ts';
import type { JobEvent, JobHandler } from '#modules/platform/jobs/handler.ts';
import { enqueueJob } from '#modules/platform/jobs/job.ts';
import { startWorker } from '#modules/platform/jobs/worker.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';
import { faulty } from './tally.ts';

/** A job that needs an outside service which does not answer for hours. */

const portal = await testPortal();
portal.clock.stop();

class AddressesFailed extends Error {}

let works = false;
let calls = 0;

/** The service as a process that starts now knows it: at rest for another quarter of a minute. */
async function serviceAtRest() {
  const now = portal.clock.now();
  const rest = { open_since: now, next_try_at: new Date(now.getTime() + 15 * SECOND) };
  await portal.db
    .insertInto('provider_state')
    .values({ provider: 'addresses', ...rest, last_failure_at: now, last_failure: 'connection refused' })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(rest))
    .execute();
  const providers = new Providers(portal);
  onTestFinished(() => providers.close());
  await providers.start();
  return providers.guard(
    'addresses',
    {
      ask: async () => {
        calls += 1;
        if (!works) throw new AddressesFailed('connection refused');
      },
    },
    { rules: { ask: { timeout: SECOND } }, down: (words) => new AddressesFailed(words) },
  );
}

type Service = Awaited<ReturnType<typeof serviceAtRest>>;

const handlers: JobHandler<Service>[] = [
  {
    job: faulty,
    run: ({ ask }) =>
      ask().catch((error: unknown) => {
        throw new Error(`failed: ${error instanceof Error ? error.message : ''}`, { cause: error });
      }),
  },
];

beforeEach(() => {
  works = false;
  calls = 0;
});

const stateOfJob = async () => {
  const [found] = await portal.work('test.jobs', (work) => listJobs(work, { name: faulty.name, limit: 2 }));
  if (!found) throw new Error('The job is gone');
  return found;
};

test('a job waits for a service at rest as long as it takes, and none of its tries counts', async () => {
  const service = await serviceAtRest();
  const run = () => drain({ pool: portal.pool, context: service, handlers, log: portal.log, ahead: HOUR });
  expect(faulty.attempts).toBe(2);
  await enqueueJob(portal.db, faulty, { item: 1 });
  const begun = Date.now();
  const first = await run();
  expect(first.failures).toMatchObject([{ kind: 'failed' }]);
  expect(calls).toBe(0);
  const waiting = await stateOfJob();
  expect(waiting).toMatchObject({
    state: 'retrying',
    attempts: 0,
    error: 'failed: addresses has not answered for some time and is not asked now',
  });
  expect(waiting.due_at.getTime() - begun).toBeGreaterThanOrEqual(15 * SECOND);

  // Each time it finds the service asked again, and is the one that asks in vain.
  for (let hours = 0; hours < 6; hours += 1) {
    portal.clock.advance(HOUR);
    const { failures } = await run();
    expect(failures).toMatchObject([{ kind: 'failed' }]);
    expect(await stateOfJob()).toMatchObject({
      state: 'retrying',
      attempts: 0,
      error: 'failed: connection refused',
    });
  }
  expect(calls).toBe(6);
  expect((await stateOfJob()).due_at.getTime() - Date.now()).toBeGreaterThan(4 * MINUTE);

  works = true;
  portal.clock.advance(HOUR);
  expect(await run()).toEqual({ done: 1, failures: [] });
});

test('a worker that runs lets such a job wait, however often it meets the service at rest', async () => {
  const service = await serviceAtRest();
  const events: JobEvent[] = [];
  const { pool, log } = portal;
  const worker = await startWorker({
    pool,
    context: service,
    handlers,
    schedules: [],
    log,
    pollEvery: SECOND / 2,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => worker.stop());
  const hasten = () => pool.query('update graphile_worker._private_jobs set run_at = now()');
  await enqueueJob(portal.db, faulty, { item: 2 });
  for (let times = 1; times <= faulty.attempts + 1; times += 1) {
    if (times > 1) await hasten();
    await eventually(() => expect(events).toHaveLength(times));
    expect(events.at(-1)).toMatchObject({ kind: 'failed', attempt: 1 });
    await eventually(async () => {
      const { due_at, ...job } = await stateOfJob();
      expect(job).toMatchObject({ state: 'retrying', attempts: 0 });
      expect(due_at.getTime()).toBeGreaterThan(Date.now() + 5 * SECOND);
    });
  }
  expect(calls).toBe(0);
  works = true;
  portal.clock.advance(HOUR);
  await hasten();
  await eventually(() => expect(events.at(-1)?.kind).toBe('done'));
  expect(calls).toBe(1);
});
