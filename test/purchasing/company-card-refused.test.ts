import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#modules/platform/index.ts';
import {
  getPaymentMethod,
  getPurchase,
  removePaymentMethod,
  updatePaymentMethod,
} from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import {
  apply,
  type CouponCompany,
  declineCard,
  newCouponBuyer,
  newCouponCompany,
} from '#test/factories/coupons.ts';
import { signIn } from '#test/factories/people.ts';
import {
  type Buyer,
  duringThisTest,
  enterCard,
  openShop,
  pressPay,
  pressPayThere,
} from '#test/factories/shop.ts';

/** Coupons of companies whose card is declined, or that have none. */
const shop = await openShop();
const { portal, stripe } = shop;
const { confirm, atProvider, holdsOf, expectBooks } = couponBooks(shop);

const orderOf = ({ visitor, purchaseId }: Buyer) => visitor.perform(getPurchase, { purchaseid: purchaseId });

describe('F80: the company’s card is declined', () => {
  it('the coupon is off, the owner is told once and on the page, and another card pays', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const { owner } = company;
    await declineCard(shop, company);
    const buyer = await newCouponBuyer(shop, company);
    await expect(pressPay(buyer)).rejects.toMatchObject({
      code: 'purchasing.coupon-invalid',
      text: 'Coupon code not valid',
    });
    expect(await orderOf(buyer)).toMatchObject({ coupon: null, purchasedetails: { amount: 7900 } });
    await apply(buyer, buyer.code);
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: owner.emailaddress });
    expect(mails.filter((mail) => mail.subject?.includes('declined for a coupon'))).toHaveLength(1);
    const isRefused = async () =>
      (await owner.visitor.perform(getPaymentMethod, {})).paymentmethod?.refused ?? null;
    expect(await isRefused()).toBe(true);
    // The bank takes the card of another company.
    const other = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    await pressPay(await newCouponBuyer(shop, other));
    expect(await isRefused()).toBe(true);
    await acceptCard(company);
    await apply(buyer, buyer.code);
    await pressPay(buyer);
    expect(await isRefused()).toBe(false);
    await owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_mastercard' });
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
    await portal.runJobs();
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });

  it('the owner is not told of a card that was replaced before the mail left', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    await declineCard(shop, company);
    const buyer = await newCouponBuyer(shop, company);
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await company.owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_mastercard' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: company.owner.emailaddress });
    expect(mails.filter(({ subject }) => subject?.includes('coupon'))).toEqual([]);
  });
});

/** The bank takes the saved card of a company again. */
const acceptCard = ({ companyId }: CouponCompany) =>
  portal.pool.query(
    `update sandbox.stripe_object set hidden = '{}' where id =
       (select card_id from company_card where company_id = $1 and removed_at is null)`,
    [companyId],
  );

describe('F80: the company has no card', () => {
  const mailsTo = async ({ owner }: CouponCompany) =>
    (await listOutbox(portal.db, { to: owner.emailaddress })).filter(({ subject }) =>
      subject?.includes('has no card'),
    );

  it('when Pay is pressed: the coupon is off, and the owner is told once, until another card is removed', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const [first, second, third] = [
      await newCouponBuyer(shop, company),
      await newCouponBuyer(shop, company),
      await newCouponBuyer(shop, company),
    ];
    const reduced = await pressPay(first);
    await company.owner.visitor.perform(removePaymentMethod, {});
    for (const buyer of [first, second]) {
      await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
      expect((await orderOf(buyer)).purchasedetails.coupon_value).toBeNull();
      await portal.runJobs();
    }
    expect(await holdsOf(first)).toEqual(['canceled']);
    await expect(enterCard(shop, reduced)).rejects.toThrow(/canceled/);
    expect((await mailsTo(company)).map(({ text }) => text)).toEqual([
      expect.stringContaining('could not be charged, because the company has no card saved'),
    ]);
    await company.owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
    await company.owner.visitor.perform(removePaymentMethod, {});
    await expect(pressPay(third)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    expect(await mailsTo(company)).toHaveLength(2);
  });

  it('when Pay is pressed: each owner is told of their own company, although another lost its card later', async () => {
    const [company, other] = [
      await newCouponCompany(shop, { type: 'percent', amount: 50 }),
      await newCouponCompany(shop, { type: 'percent', amount: 50 }),
    ];
    const buyers = [await newCouponBuyer(shop, company), await newCouponBuyer(shop, other)];
    for (const { owner } of [company, other]) {
      portal.clock.advance(MINUTE);
      await owner.visitor.perform(removePaymentMethod, {});
    }
    for (const buyer of buyers)
      await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    expect([(await mailsTo(company)).length, (await mailsTo(other)).length]).toEqual([1, 1]);
  });

  it('when Pay is pressed, after its part was held and the buyer’s payment failed: the hold is released', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/checkout/sessions', times: 9 });
    await expect(pressPayThere(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    expect(await holdsOf(buyer)).toEqual(['requires_capture']);
    await company.owner.visitor.perform(removePaymentMethod, {});
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
  });

  it('is not said of a coupon that has expired', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    portal.clock.advance(366 * DAY);
    Object.assign(buyer, { visitor: await signIn(portal, buyer) });
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    expect(await mailsTo(company)).toEqual([]);
    const owner = await signIn(portal, company.owner);
    expect((await owner.perform(getPaymentMethod, {})).paymentmethod).toMatchObject({ refused: false });
  });

  it('when its part must be charged anew: the owner is told once, and the next card pays', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    await enterCard(shop, await pressPay(buyer));
    const hold = (await atProvider(buyer)).find(({ leg }) => leg === 'company');
    await stripe.paymentIntents.cancel(hold?.id ?? '');
    await company.owner.visitor.perform(removePaymentMethod, {});
    await confirm(buyer);
    for (const ahead of [HOUR, DAY]) await portal.runJobs({ ahead, failures: [] });
    expect(await mailsTo(company)).toHaveLength(1);
    const owner = await signIn(portal, company.owner);
    await owner.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
    await portal.runJobs({ ahead: DAY });
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });
});
