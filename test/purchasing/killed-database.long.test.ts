import { expect, test } from 'vitest';
import { DAY, sql } from '#modules/platform/index.ts';
import { reconcileLedger } from '#modules/purchasing/index.ts';
import { eventually } from '#test/eventually.ts';
import { killableServer } from '#test/factories/killable-server.ts';
import { openPaymentGate } from '#test/factories/payment-gate.ts';
import { bringUnderWay, throughOperations } from '#test/factories/payments-under-way.ts';
import { openShop } from '#test/factories/shop.ts';

/** PostgreSQL is killed in the middle of payments. KILLS repeats it, as in `npm run test:long`. */

const kills = Number(process.env.KILLS ?? 1);
const server = await killableServer();
const gate = await openPaymentGate();
const shop = await openShop({ gate, database: server });
const { portal } = shop;

const actions = throughOperations(portal);

test('PostgreSQL killed at any moment of a payment: money moves once, and every purchase can be paid', async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const payments = await bringUnderWay(shop, gate, actions);
    await server.kill(kill % 2 === 0 ? 'SIGQUIT' : 'SIGKILL');
    // In two of four runs, the provider's answers come while nothing can be written.
    if (kill % 4 > 1) await server.untilReady();
    for (const { stop } of payments.stopped) stop.letGo();
    await server.untilReady();
    await Promise.all([payments.others, ...payments.stopped.map(({ ended }) => ended)]);
    await eventually(() => sql`select 1`.execute(portal.db));
    await payments.finish(actions);
    await payments.expectPaidOnce();
  }
  const since = new Date(portal.clock.now().getTime() - DAY);
  expect((await reconcileLedger(portal, since)).differences).toEqual([]);
  // Connections were lost.
  portal.takeErrors();
  if (kills > 1) process.stdout.write(`PostgreSQL in the middle of payments: ${kills} kills\n`);
});
