import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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
import { ProviderStore, providerChannel } from '#modules/platform/providers/store.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';

/** The wrapper of calls of outside services: what counts as an outage, what is tried again, and who may try when. */

const portal = await testPortal();
portal.clock.stop();
// The tests share what the database knows of a service, and the later answer or failure decides.
beforeEach(() => portal.clock.advance(SECOND));
const opened: Providers[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const providers of opened.splice(0)) await providers.close();
  await portal.db.updateTable('provider_state').set({ open_since: null, next_try_at: null }).execute();
});

interface Service {
  ask(): Promise<string>;
  read(): Promise<string>;
}

/** Two processes on one database, each with its own adapter of the service `addresses`. */
async function twoProcesses(call: () => Promise<string>) {
  return [await openProcess(call), await openProcess(call)] as const;
}

async function openProcess(call: () => Promise<string>) {
  const providers = new Providers({ ...portal, log: silent });
  await providers.start();
  opened.push(providers);
  const service = providers.guard<Service>(
    'addresses',
    { ask: call, read: call },
    { rules: { ask: { timeout: SECOND }, read: { timeout: SECOND, tries: 2 } } },
  );
  return { providers, service };
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
  const told = vi.spyOn(other.providers.of('addresses'), 'follow');
  await overTenSeconds(() => one.service.ask());
  expect(await stateOf()).toMatchObject({ state: 'down', last_failure: 'connection refused' });
  await eventually(() => expect(told).toHaveBeenCalledWith(expect.any(Date), expect.any(Number)));
  calls = 0;
  await expect(one.service.ask()).rejects.toThrow(ProviderDown);
  await expect(other.service.ask()).rejects.toThrow(ProviderDown);
  expect(calls).toBe(0);

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
  const [one] = await twoProcesses(async () => {
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
});

/** What a read that comes late must not undo. */
describe('a read of what the processes know', () => {
  test('that began before this process left a service alone does not make it ask again', async () => {
    const { service } = await oneProcess();
    const late = await lateRead();
    await overTenSeconds(service.ask);
    await late.arrive();
    await expect(service.ask()).rejects.toThrow(ProviderDown);
  });

  test('that began before this process had an answer does not make it leave the service alone', async () => {
    const { service, answer } = await oneProcess();
    await overTenSeconds(service.ask);
    const late = await lateRead();
    answer('here');
    portal.clock.advance(15 * SECOND);
    expect(await service.ask()).toBe('here');
    await late.arrive();
    expect(await service.ask()).toBe('here');
  });

  test('that another one overtook is not taken for the newer', async () => {
    const { service, answer } = await oneProcess();
    answer('here');
    const elsewhere = await oneProcess();
    const late = await lateRead(2);
    const told = Promise.withResolvers<void>();
    await portal.notifications.listen(providerChannel, (name) => {
      if (name === 'addresses') told.resolve();
    });
    await overTenSeconds(elsewhere.service.ask);
    await told.promise;
    // Time in which a read that does not wait for the late one is answered.
    expect((await stateOf()).state).toBe('down');
    await late.arrive();
    await eventually(() => expect(service.ask()).rejects.toThrow(ProviderDown));
  });

  test('that a process has begun ends before the process does', async () => {
    const { providers } = await openProcess(async () => 'here');
    const late = await lateRead();
    let closed = false;
    const closing = providers.close().then(() => {
      closed = true;
    });
    // Whatever does not wait for the read has written its counts by then.
    await stateOf();
    expect(closed).toBe(false);
    await late.arrive();
    await closing;
  });

  async function oneProcess() {
    let words: string | null = null;
    const { service } = await openProcess(async () => {
      if (words === null) throw new Error('connection refused');
      return words;
    });
    const answer = (given: string) => {
      words = given;
    };
    return { service, answer };
  }

  /**
   * Has every process read, and holds back what the database answers each of them first.
   * @param processes how many there are, besides that of the tests
   */
  async function lateRead(processes = 1) {
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    const held = new Set<ProviderStore>();
    const listOpen = ProviderStore.prototype.listOpen;
    const spy = vi.spyOn(ProviderStore.prototype, 'listOpen').mockImplementation(async function (
      this: ProviderStore,
    ) {
      const open = await listOpen.call(this);
      if (held.has(this)) return open;
      held.add(this);
      await gate.promise;
      return open;
    });
    await sql`select pg_notify('provider-state', 'texts')`.execute(portal.db);
    await eventually(() => expect(held.size).toBe(processes + 1));
    return {
      /** @returns when the processes have what was held back */
      async arrive() {
        gate.resolve();
        await new Promise(setImmediate);
        spy.mockRestore();
      },
    };
  }
});

test('what only reads is tried once more, and what writes is not', async () => {
  let calls = 0;
  const [{ service }] = await twoProcesses(async () => {
    calls += 1;
    if (calls % 2 === 1) throw new Error('reset');
    return 'second';
  });
  expect(await service.read()).toBe('second');
  await expect(service.ask()).rejects.toThrow('reset');
  expect(calls).toBe(3);
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
