import { expect, test } from 'vitest';
import { DAY, sql } from '#modules/platform/index.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { recordRefundsOf } from '#modules/purchasing/refunds/recording.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { duringThisTest, enterCard, openShop, pressPay } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });

test.each([
  ['before the capture is tried', 0],
  ['while the capture fails', 20],
])('D33: a company pays nothing for a check that was refunded to its buyer %s', async (_when, times) => {
  const buyer = await newCouponBuyer(shop, half);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent);
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  if (times > 0) {
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/payment_intents/', times });
    await portal.runJobs({ failures: [] });
    sandbox.clearFaults();
  }
  await stripe.refunds.create({ payment_intent: intent });
  await recordRefundsOf(portal, intent);
  await portal.runJobs({ ahead: DAY });
  await portal.runJobs({ ahead: DAY });

  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const held = data.filter(({ metadata, customer }) => metadata.purchase_id === buyer.purchaseId && customer);
  expect(held.map(({ status }) => status)).toEqual(['canceled']);
  const { rows } = await sql<{ leg: string; amount: number }>`
    select leg, amount_cents as amount from ledger_entry where purchase_id = ${buyer.purchaseId}
    order by amount_cents desc`.execute(portal.db);
  expect(rows).toEqual([
    { leg: 'buyer', amount: 3950 },
    { leg: 'buyer', amount: -3950 },
  ]);
});
