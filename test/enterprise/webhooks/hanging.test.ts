// Takes long: it needs more endpoints than a worker sends to at the same time.
import type { ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { deliverEvents } from '#modules/enterprise/index.ts';
import { SECOND, startWorker } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { connectReceiver, deliveriesOf, newReceiver, newWebhook } from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const receiver = await newReceiver();
// The try of the hanging receiver would last longer than all others take on a busy machine.
connectReceiver(portal, receiver, { timeout: 60 * SECOND });
let hung: ServerResponse | null = null;
let stop = async () => {};
afterAll(() => {
  // The worker waits for what it sends.
  hung?.destroy();
  return stop();
});

/** More than a worker sends to at the same time. */
const ENDPOINTS = 30;

it('a receiver that hangs delays no other endpoint, of its company or of others', async () => {
  const companies = await Promise.all(Array.from({ length: ENDPOINTS / 3 }, () => newCompany(portal)));
  for (const company of companies) {
    for (const path of ['a', 'b', 'c'])
      await newWebhook(company, { address: `https://hooks.example.com/${path}`, events: ['bulk.finished'] });
  }
  const [hanging] = companies;
  await newWebhook(hanging ?? (await newCompany(portal)), {
    address: 'https://hooks.example.com/hang',
    events: ['bulk.finished'],
  });
  receiver.received = [];
  let arrived = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  receiver.answer = (response, { path }) => {
    if (path === '/hang') {
      hung = response;
    } else {
      arrived += 1;
      response.end();
    }
    if (hung && arrived === ENDPOINTS) resolve();
  };
  for (const { companyId } of companies)
    await portal.work('test.happen', (work) =>
      deliverEvents(work, [{ companyId, type: 'bulk.finished', data: { bulkid: 'b1' } }]),
    );
  const worker = await startWorker({
    pool: portal.pool,
    directUrl: portal.config.databaseDirectUrl,
    context: portal,
    handlers: [...handlers],
    schedules: [],
    log: portal.log,
    pollEvery: 50,
  });
  stop = () => worker.stop();
  await all;
  expect(hung?.closed).toBe(false);
  expect(receiver.received.filter(({ path }) => path === '/hang')).toHaveLength(1);
  const waiting = hanging && (await deliveriesOf(portal, hanging)).filter(({ state }) => state === 'waiting');
  expect(waiting?.length).toBeGreaterThan(0);
});
