// Takes long: workers are started and killed while they send.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deliverEvents } from '#modules/enterprise/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { deliveriesOf, newReceiver, newWebhook } from '#test/factories/webhooks.ts';
import { workerProcesses } from '#test/factories/worker-processes.ts';
import { testPortal } from '#test/portal.ts';

const kills = Number(process.env.KILLS ?? 5);
const EVENTS = 60;

const portal = await testPortal({ now: new Date() });
const receiver = await newReceiver();
const workers = workerProcesses(portal);

test('workers killed while they send: no event is lost, and one that comes twice has the same id and body', async () => {
  const companies = await Promise.all(Array.from({ length: 3 }, () => newCompany(portal)));
  for (const company of companies)
    await newWebhook(company, { address: `http://127.0.0.1:${receiver.port}/in`, events: ['bulk.finished'] });
  receiver.received = [];
  receiver.answer = (response) => void setTimeout(() => response.end(), 100);
  for (const { companyId } of companies) {
    const events = Array.from({ length: EVENTS }, (_, at) => ({
      companyId,
      type: 'bulk.finished' as const,
      data: { bulkid: `b${at}` },
    }));
    await portal.work('test.happen', (work) => deliverEvents(work, events));
  }
  for (let killed = 0; killed < kills; killed += 1) {
    const worker = await workers.start();
    await pause(Math.random() * 600);
    await worker.kill();
    await workers.hurry();
  }
  await workers.start();
  const readAll = async () => (await Promise.all(companies.map((each) => deliveriesOf(portal, each)))).flat();
  const sent = (all: Awaited<ReturnType<typeof readAll>>) =>
    all.filter(({ event_type }) => event_type !== 'ping');
  await expect
    .poll(async () => {
      await workers.hurry();
      return sent(await readAll()).filter(({ state }) => state !== 'delivered').length;
    })
    .toBe(0);
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.received) {
    const id = headers['webhook-id'] ?? '';
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  const expected = sent(await readAll()).map(({ event_id }) => `evt_${event_id}`);
  expect([...bodies.keys()].sort()).toEqual(expected.sort());
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
  console.info(
    `${kills} kills: ${expected.length} events, ${receiver.received.length - expected.length} came twice`,
  );
});
