import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/index.ts';
import { reconcileLedger } from '#modules/purchasing/index.ts';
import type { Answered } from '#test/app/server/ask.ts';
import { openPaymentGate } from '#test/factories/payment-gate.ts';
import { type BuyerActions, bringUnderWay } from '#test/factories/payments-under-way.ts';
import { openShop } from '#test/factories/shop.ts';
import { type WebProcess, webProcesses } from '#test/factories/web-processes.ts';

/** A web process is killed in the middle of payments. KILLS repeats it, as in `npm run test:long`. */

const kills = Number(process.env.KILLS ?? 1);
const gate = await openPaymentGate();
const shop = await openShop({ gate });
const { portal } = shop;
const processes = webProcesses(portal);

function expectDone({ status, body }: Answered): void {
  expect(status, body).toBe(200);
}

const actionsOf = (web: WebProcess): BuyerActions => ({
  async pay({ purchaseId, visitor: { cookies } }) {
    const answer = await web.post('/pay', {
      cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ purchaseid: purchaseId }).toString(),
    });
    expectDone(answer);
    return (JSON.parse(answer.body) as { client_secret: string | null }).client_secret;
  },
  async comeBack({ purchaseId, visitor: { cookies } }) {
    const input = { purchaseid: purchaseId };
    const answer = await web.call('/application/setpurchaseconfirmed', { input, cookies });
    if (answer.status === 409) return false;
    expectDone(answer);
    return true;
  },
  async tell({ payload, signature }) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    expectDone(await web.post('/hooks/stripe', { headers, body: payload }));
  },
});

test('a web process that is killed at any moment of a payment: money moves once, and every purchase can be paid', async () => {
  // Takes long: it starts web processes and kills them.
  let web = await processes.start();
  for (let kill = 0; kill < kills; kill += 1) {
    const payments = await bringUnderWay(shop, gate, actionsOf(web));
    await web.kill();
    for (const { stop, ended } of payments.stopped) {
      expect(await ended).toBe('lost');
      stop.drop();
    }
    await payments.others;
    web = await processes.start();
    await payments.finish(actionsOf(web));
    await payments.expectPaidOnce();
  }
  const since = new Date(portal.clock.now().getTime() - DAY);
  expect((await reconcileLedger(portal, since)).differences).toEqual([]);
  if (kills > 1) process.stdout.write(`a web process in the middle of payments: ${kills} kills\n`);
});
