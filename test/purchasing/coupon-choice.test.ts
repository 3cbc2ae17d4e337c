import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#modules/platform/index.ts';
import {
  bindCoupons,
  extendCoupons,
  findUsableCoupon,
  getPurchase,
  lapseCoupons,
  removeCoupon,
  setPurchaseConfirmed,
} from '#modules/purchasing/index.ts';
import { apply, inviteWithCoupon, newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { newPerson } from '#test/factories/people.ts';
import { type Buyer, choose, enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';

/** People with several coupons, and coupons that are used or have ended. */
const shop = await openShop();
const { portal, stripe } = shop;
const quarter = await newCouponCompany(shop, { type: 'percent', amount: 25 });
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });

const orderOf = ({ visitor, purchaseId }: Buyer) => visitor.perform(getPurchase, { purchaseid: purchaseId });
const isOpen = async (couponId: string) =>
  (await portal.work('test.coupon', (work) => findUsableCoupon(work, couponId))) !== undefined;

test('of two coupons the newest is applied to what is begun, and offered where none is applied', async () => {
  const person = await newPerson(portal);
  const first = await inviteWithCoupon(shop, half, person.accountId);
  portal.clock.advance(MINUTE);
  const second = await inviteWithCoupon(shop, quarter, person.accountId);
  const buyer = { ...person, purchaseId: await choose(person, 'US') };
  expect((await orderOf(buyer)).coupon).toMatchObject({ description: '25% off', discount: 1975 });
  await person.visitor.perform(removeCoupon, {});
  expect((await orderOf(buyer)).offered_code).toBe(second.code);
  expect(await apply(buyer, first.code)).toEqual({ new_subtotal: '39.50' });
  await enterCard(shop, await pressPay(buyer));
  await person.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  expect(await orderOf(buyer)).toMatchObject({ coupon: { discount: 3950 }, workflowstep: 'application' });
  expect([await isOpen(first.couponId), await isOpen(second.couponId)]).toEqual([false, true]);
});

test('a coupon that arrives leaves the one that is applied, and a payment that has begun, as they are', async () => {
  const buyer = await newCouponBuyer(shop, half);
  await inviteWithCoupon(shop, quarter, buyer.accountId);
  expect((await orderOf(buyer)).coupon).toMatchObject({ discount: 3950 });
  // Another one takes its place when no coupon is applied.
  await buyer.visitor.perform(removeCoupon, {});
  const again = await newCouponCompany(shop, { type: 'flat', amount: 30 });
  await inviteWithCoupon(shop, again, buyer.accountId);
  expect((await orderOf(buyer)).coupon).toMatchObject({ discount: 3000 });

  const paying = await newBuyer(shop);
  const intent = await pressPay(paying);
  const { code } = await inviteWithCoupon(shop, quarter, paying.accountId);
  expect(await orderOf(paying)).toMatchObject({ coupon: null, offered_code: code });
  expect(await pressPay(paying)).toBe(intent);
});

test('the coupon that is applied already, and none where none is, change nothing of a payment', async () => {
  const [buyer, plain] = [await newCouponBuyer(shop, half), await newBuyer(shop)];
  const intents = [await pressPay(buyer), await pressPay(plain)];
  expect(await apply(buyer, buyer.code)).toEqual({ new_subtotal: '39.50' });
  expect(await plain.visitor.perform(removeCoupon, {})).toEqual({ new_subtotal: '79' });
  for (const intent of intents)
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_payment_method');
});

test('only coupons that can still be redeemed are extended or end', async () => {
  const invite = async () => inviteWithCoupon(shop, half, (await newPerson(portal)).accountId);
  const [open, redeemed, lapsed, other] = [await invite(), await invite(), await invite(), await invite()];
  const before = portal.clock.now();
  const set = (column: 'redeemed_at' | 'lapsed_at', { couponId }: { couponId: string }) =>
    portal.pool.query(`update coupon set ${column} = $2 where id = $1`, [couponId, before]);
  await set('redeemed_at', redeemed);
  await set('lapsed_at', lapsed);
  const all = [open, redeemed, lapsed, other].map(({ couponId }) => couponId);
  const read = async () => {
    const rows = await portal.db
      .selectFrom('coupon')
      .select(['id', 'expires_at', 'lapsed_at'])
      .where('id', 'in', all)
      .execute();
    return all.map((id) => rows.find((row) => row.id === id));
  };
  const asked = all.slice(0, 3);
  const expires = new Date(before.getTime() + 90 * DAY);
  await portal.work('test.extend', (work) => extendCoupons(work, asked, expires));
  expect((await read()).map((row) => row?.expires_at.getTime() === expires.getTime())).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(await Promise.all(all.map(isOpen))).toEqual([true, false, false, true]);
  portal.clock.advance(HOUR);
  await portal.work('test.lapse', (work) => lapseCoupons(work, asked));
  const ended = (await read()).map((row) => row?.lapsed_at && row.lapsed_at > before);
  expect(ended).toEqual([true, null, false, null]);
  expect(await Promise.all(all.map(isOpen))).toEqual([false, false, false, true]);
});

test('of two coupons that end at the same time, each leaves its own purchase', async () => {
  const [first, second] = [await newCouponBuyer(shop, half), await newCouponBuyer(shop, quarter)];
  for (const { couponId } of [second, first])
    await portal.work('test.lapse', (work) => lapseCoupons(work, [couponId]));
  await portal.runJobs();
  expect([(await orderOf(first)).coupon, (await orderOf(second)).coupon]).toEqual([null, null]);
});

test('a coupon that is withdrawn after its buyer has paid counts as used', async () => {
  const buyer = await newCouponBuyer(shop, half);
  await enterCard(shop, await pressPay(buyer));
  await portal.work('test.lapse', (work) => lapseCoupons(work, [buyer.couponId]));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  expect(await orderOf(buyer)).toMatchObject({ coupon: { discount: 3950 }, workflowstep: 'application' });
  const { rows } = await portal.pool.query(
    'select lapsed_at, redeemed_at is not null as redeemed from coupon where id = $1',
    [buyer.couponId],
  );
  expect(rows).toEqual([{ lapsed_at: null, redeemed: true }]);
});

test('coupons of an address become those of its account, and nobody else’s', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  const addressed = await inviteWithCoupon(shop, half, `invitee-${crypto.randomUUID()}@example.com`);
  const unnamed = await inviteWithCoupon(shop, half, `invitee-${crypto.randomUUID()}@example.com`);
  const others = await inviteWithCoupon(shop, half, other.accountId);
  const asked = [addressed, others].map(({ couponId }) => couponId);
  await portal.work('test.bind', (work) => bindCoupons(work, asked, person.accountId));
  const holderOf = async ({ couponId }: { couponId: string }) => {
    const [row] = await portal.db
      .selectFrom('coupon')
      .select(['account_id', 'emailaddress'])
      .where('id', '=', couponId)
      .execute();
    return [row?.account_id, row?.emailaddress === null];
  };
  expect([await holderOf(addressed), await holderOf(others), await holderOf(unnamed)]).toEqual([
    [person.accountId, true],
    [other.accountId, true],
    [null, false],
  ]);
});
