import { expect, test } from 'vitest';
import { DAY, Refusal, sql } from '#modules/platform/index.ts';
import {
  payHere,
  receivePaymentEvent,
  reconcileLedger,
  setPurchaseConfirmed,
} from '#modules/purchasing/index.ts';
import { eventually } from '#test/eventually.ts';
import { killableServer } from '#test/factories/killable-server.ts';
import { openPaymentGate } from '#test/factories/payment-gate.ts';
import { type BuyerActions, bringUnderWay } from '#test/factories/payments-under-way.ts';
import { openShop } from '#test/factories/shop.ts';

/** PostgreSQL is killed in the middle of payments. KILLS repeats it, as in `npm run test:long`. */

const kills = Number(process.env.KILLS ?? 1);
const server = await killableServer();
const gate = await openPaymentGate();
const shop = await openShop({ gate, database: server });
const { portal } = shop;

const actions: BuyerActions = {
  async pay({ visitor, purchaseId }) {
    const way = await visitor.perform(payHere, { purchaseid: purchaseId, accept_terms: 'YES' });
    return way.client_secret;
  },
  async comeBack({ visitor, purchaseId }) {
    try {
      await visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId });
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return false;
      throw error;
    }
  },
  async tell({ payload, signature }) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  },
};

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
