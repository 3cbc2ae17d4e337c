import { beforeEach, expect, test, vi } from 'vitest';
import { CraFailed, craPort } from '#modules/applications/index.ts';
import {
  HOUR,
  listProviders,
  MailRefused,
  PaymentFailure,
  ProviderDown,
  Providers,
  SECOND,
  sql,
} from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';

/** The wrapper of calls of outside services: what counts as an outage, what is tried again, and who may try when. */

const portal = await testPortal();
portal.clock.stop();
// The tests share what the database knows of a service, and the later answer or failure decides.
beforeEach(() => portal.clock.advance(SECOND));

interface Service {
  ask(): Promise<string>;
  read(): Promise<string>;
}

/** Two processes on one database, each with its own adapter of the service `addresses`. */
async function twoProcesses(call: () => Promise<string>) {
  const open = async () => {
    const providers = new Providers({ ...portal, log: silent });
    await providers.start();
    const service = providers.guard<Service>(
      'addresses',
      { ask: call, read: call },
      { rules: { ask: { timeout: SECOND }, read: { timeout: SECOND, tries: 2 } } },
    );
    return { providers, service };
  };
  return [await open(), await open()] as const;
}

const silent = {
  ...portal.log,
  error: () => undefined,
  info: () => undefined,
} as unknown as typeof portal.log;

/** Five failures in a row count only if they last for ten seconds. */
async function overTenSeconds(fail: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now');
  try {
    for (let call = 0; call < 5; call += 1) {
      clock.mockImplementation(() => start + call * 3 * SECOND);
      await expect(fail()).rejects.toThrow();
    }
  } finally {
    clock.mockRestore();
  }
}

const stateOf = async () => {
  const all = await portal.work('test.providers', (work) => listProviders(work));
  const found = all.find(({ provider }) => provider === 'addresses');
  if (!found) throw new Error('not listed');
  return found;
};

test('a service that does not answer is left alone by every process, until one of them finds that it answers', async () => {
  let works = false;
  let calls = 0;
  const [one, other] = await twoProcesses(async () => {
    calls += 1;
    if (!works) throw new Error('connection refused');
    return 'here';
  });
  await expect(one.service.ask()).rejects.toThrow('connection refused');
  expect((await stateOf()).state).toBe('failing');
  await overTenSeconds(() => one.service.ask());
  expect(await stateOf()).toMatchObject({ state: 'down', last_failure: 'connection refused' });
  calls = 0;
  await expect(one.service.ask()).rejects.toThrow(ProviderDown);
  await eventually(async () => {
    await expect(other.service.ask()).rejects.toThrow(ProviderDown);
  });
  expect(calls).toBeLessThanOrEqual(1);

  // After its rest only one of them tries, and each failure doubles the rest.
  portal.clock.advance(15 * SECOND);
  calls = 0;
  const [first, second] = await Promise.allSettled([one.service.ask(), other.service.ask()]);
  expect(calls).toBe(1);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  portal.clock.advance(15 * SECOND);
  calls = 0;
  await Promise.allSettled([one.service.ask(), other.service.ask()]);
  expect(calls).toBe(0);

  works = true;
  portal.clock.advance(60 * SECOND);
  expect(await one.service.ask()).toBe('here');
  await eventually(async () => expect(await other.service.ask()).toBe('here'));
  await one.providers.close();
  await other.providers.close();
  expect(await stateOf()).toMatchObject({ state: 'up', open_since: null });
  expect((await stateOf()).failures).toBeGreaterThan(5);
});

test('what another service does is not taken for an answer', async () => {
  const [one, other] = await twoProcesses(async () => {
    throw new Error('connection refused');
  });
  const follow = vi.spyOn(one.providers.of('addresses'), 'follow');
  await overTenSeconds(async () => {
    follow.mockClear();
    await sql`select pg_notify('provider-state', 'texts')`.execute(portal.db);
    await eventually(() => expect(follow).toHaveBeenCalled());
    return one.service.ask();
  });
  expect((await stateOf()).state).toBe('down');
  await portal.db.updateTable('provider_state').set({ open_since: null, next_try_at: null }).execute();
  await one.providers.close();
  await other.providers.close();
});

test('what only reads is tried once more, and what writes is not', async () => {
  let calls = 0;
  const [{ service, providers }] = await twoProcesses(async () => {
    calls += 1;
    if (calls % 2 === 1) throw new Error('reset');
    return 'second';
  });
  expect(await service.read()).toBe('second');
  await expect(service.ask()).rejects.toThrow('reset');
  expect(calls).toBe(3);
  await providers.close();
});

test('a call is counted in the hour in which it was made, though it is written later', async () => {
  const [{ service, providers }] = await twoProcesses(async () => 'well');
  const before = (await stateOf()).calls;
  await service.ask();
  portal.clock.advance(2 * HOUR);
  await service.ask();
  await providers.close();
  const { calls, hours } = await stateOf();
  expect(calls).toBe(1);
  expect(hours.slice(-3).map((share) => share !== null)).toEqual([true, false, true]);
  portal.clock.advance(-2 * HOUR);
  expect((await stateOf()).calls).toBe(before + 1);
  portal.clock.advance(2 * HOUR);
});

test('a call that hangs ends', async () => {
  const [{ providers }] = await twoProcesses(async () => '');
  const service = providers.guard<Service>(
    'addresses',
    { ask: () => new Promise(() => undefined), read: async () => '' },
    { rules: { ask: { timeout: 20 }, read: null } },
  );
  await expect(service.ask()).rejects.toThrow('no answer in 20 ms');
  await providers.close();
});

test.each([
  ['a refused mail', new MailRefused(550)],
  ['a declined card', new PaymentFailure('declined', 'Your card was declined')],
  ['an answer that the agency does not know the check', new CraFailed('404 to /checks', false)],
])('%s is an answer of a service that works', async (_what, error) => {
  const [{ providers }] = await twoProcesses(async () => '');
  const service = providers.guard<Service>(
    'verification',
    { ask: () => Promise.reject(error), read: async () => '' },
    { rules: { ask: { timeout: SECOND }, read: null } },
  );
  await overTenSeconds(() => service.ask());
  await expect(service.ask()).rejects.toBe(error);
  await providers.close();
});

test('callers get the error that they know while a service rests', async () => {
  const until = new Date(portal.clock.now().getTime() + 60 * SECOND);
  portal.providers.of('agency').follow(until);
  portal.providers.of('payments').follow(until);
  await expect(craPort.of(portal).status('2', '1')).rejects.toBeInstanceOf(CraFailed);
  await expect(portal.payments.getAccount()).rejects.toMatchObject({ kind: 'unavailable' });
  portal.providers.of('agency').follow(null);
  portal.providers.of('payments').follow(null);
});
