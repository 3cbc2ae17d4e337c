import { expect, test } from 'vitest';
import { HOUR, listJobs, MINUTE, Providers, SECOND } from '#modules/platform/index.ts';
import { drain } from '#modules/platform/jobs/drain.ts';
import { enqueueJob } from '#modules/platform/jobs/job.ts';
import { testPortal } from '#test/portal.ts';
import { faulty } from './tally.ts';

/** A job that needs an outside service which does not answer for hours. */

const portal = await testPortal();
portal.clock.stop();
await portal.db
  .insertInto('provider_state')
  .values({
    provider: 'addresses',
    open_since: portal.clock.now(),
    next_try_at: new Date(portal.clock.now().getTime() + 15 * SECOND),
    last_failure_at: portal.clock.now(),
    last_failure: 'connection refused',
  })
  .execute();

class AddressesFailed extends Error {}

let works = false;
let calls = 0;
const providers = new Providers(portal);
await providers.start();
const service = providers.guard(
  'addresses',
  {
    ask: async () => {
      calls += 1;
      if (!works) throw new AddressesFailed('connection refused');
    },
  },
  { rules: { ask: { timeout: SECOND } }, down: (words) => new AddressesFailed(words) },
);

/** Runs the job whatever time it waits for. */
const run = () =>
  drain({
    pool: portal.pool,
    context: service,
    handlers: [
      {
        job: faulty,
        run: ({ ask }) =>
          ask().catch((error: unknown) => {
            throw new Error(`failed: ${error instanceof Error ? error.message : ''}`, { cause: error });
          }),
      },
    ],
    log: portal.log,
    ahead: HOUR,
  });

const stateOfJob = async () => {
  const [found] = await portal.work('test.jobs', (work) => listJobs(work, { name: faulty.name, limit: 2 }));
  if (!found) throw new Error('The job is gone');
  return found;
};

test('a job waits for a service at rest as long as it takes, and none of its tries counts', async () => {
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
  await providers.close();
});
