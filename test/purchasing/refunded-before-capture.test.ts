import { expect, test } from 'vitest';
import { DAY, sql } from '#modules/platform/index.ts';
import { recordDisputesOf } from '#modules/purchasing/disputes/recording.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { recordRefundsOf } from '#modules/purchasing/refunds/recording.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { duringThisTest, enterCard, openShop, pressPay } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });

test.each([
  ['was refunded to its buyer before the capture is tried', 0, 'pm_card_visa'],
  ['was refunded to its buyer while the capture fails', 20, 'pm_card_visa'],
  ['whose buyer’s bank took the money back', 0, 'pm_card_createDispute'],
])('D33: a company pays nothing for a check that %s', async (_when, times, card) => {
  const buyer = await newCouponBuyer(shop, half);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent, card);
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  if (times > 0) {
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/payment_intents/', times });
    await portal.runJobs({ failures: [] });
    sandbox.clearFaults();
  }
  if (card === 'pm_card_visa') {
    await stripe.refunds.create({ payment_intent: intent });
    await recordRefundsOf(portal, intent);
  } else {
    await recordDisputesOf(portal, intent);
  }
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
