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
connectReceiver(portal, receiver, { timeout: 20 * SECOND });
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
  const arrived: number[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  receiver.answer = (response, { path }) => {
    if (path === '/hang') {
      hung = response;
      return;
    }
    arrived.push(performance.now());
    if (arrived.length === ENDPOINTS) resolve();
    response.end();
  };
  for (const { companyId } of companies)
    await portal.work('test.happen', (work) =>
      deliverEvents(work, [{ companyId, type: 'bulk.finished', data: { bulkid: 'b1' } }]),
    );
  const began = performance.now();
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
  // One try of the hanging receiver takes 20 seconds here.
  expect(Math.max(...arrived) - began).toBeLessThan(10 * SECOND);
  expect(receiver.received.filter(({ path }) => path === '/hang')).toHaveLength(1);
  const waiting = hanging && (await deliveriesOf(portal, hanging)).filter(({ state }) => state === 'waiting');
  expect(waiting?.length).toBeGreaterThan(0);
});
