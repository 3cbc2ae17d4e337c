import { describe, expect, it } from 'vitest';
import { getPaymentOptions, newInvite } from '#modules/network/index.ts';
import { DAY, HOUR, MINUTE, Refusal, runSweep } from '#modules/platform/index.ts';
import {
  getPaymentMethod,
  getPurchase,
  removeCoupon,
  removePaymentMethod,
  unusableCoupons,
  updatePaymentMethod,
} from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import {
  apply,
  type CouponCompany,
  declineCard,
  inviteWithCoupon,
  newCouponBuyer,
  newCouponCompany,
} from '#test/factories/coupons.ts';
import { newPerson, signIn } from '#test/factories/people.ts';
import {
  type Buyer,
  choose,
  duringThisTest,
  enterCard,
  openShop,
  pressPay,
  pressPayThere,
} from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

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
      text: 'Coupon code not valid. The coupon from Test Builders (50% off) can’t be used right now. We’re telling the company. Nothing was charged.',
    });
    expect(await orderOf(buyer)).toMatchObject({ coupon: null, purchasedetails: { amount: 7900 } });
    await expect(apply(buyer, buyer.code)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: owner.emailaddress });
    expect(mails.filter((mail) => /coupon/.test(mail.subject ?? '')).map(({ subject }) => subject)).toEqual([
      'Your company’s card was declined for a coupon',
    ]);
    const isRefused = async () =>
      (await owner.visitor.perform(getPaymentMethod, {})).paymentmethod?.refused ?? null;
    expect(await isRefused()).toBe(true);
    // The bank takes the card of another company.
    const other = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    await pressPay(await newCouponBuyer(shop, other));
    expect(await isRefused()).toBe(true);
    await owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_mastercard' });
    expect(await isRefused()).toBe(false);
    await apply(buyer, buyer.code);
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

describe('F80: the company has no card', () => {
  const mailsTo = async ({ owner }: CouponCompany) =>
    (await listOutbox(portal.db, { to: owner.emailaddress })).filter(({ subject }) =>
      /^A coupon from .* can’t be used$/.test(subject ?? ''),
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
      expect.stringContaining('can’t be charged, because the company has no card saved'),
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

describe('D32: a coupon whose company has no card that works', () => {
  const expireCard = ({ companyId }: CouponCompany) =>
    portal.pool.query('update company_card set exp_year = 2020 where company_id = $1', [companyId]);
  const mailsTo = async ({ owner }: CouponCompany) =>
    (await listOutbox(portal.db, { to: owner.emailaddress }))
      .filter(({ subject }) => /can’t be used$/.test(subject ?? ''))
      .map(({ text }) => text);

  it.each([
    ['missing', ({ owner }: CouponCompany) => owner.visitor.perform(removePaymentMethod, {})],
    ['expired', expireCard],
    [
      'declined',
      ({ companyId }: CouponCompany) =>
        portal.pool.query('update company_card set refused_at = now() where company_id = $1', [companyId]),
    ],
  ] as const)(
    '%s: it is neither offered nor sent, and its invitation goes without it',
    async (problem, spoil) => {
      const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
      const { owner, typeId } = company;
      const invitee = await newPerson(portal);
      await inviteWithCoupon(shop, company, invitee.accountId);
      await spoil(company);
      expect(await owner.visitor.perform(getPaymentOptions, {})).toMatchObject({
        code_types: [],
        card_problem: problem,
      });
      const { accountId } = await newPerson(portal);
      const refusal = await owner.visitor
        .perform(newInvite, { touser: accountId, purchase_coupon: typeId })
        .catch((caught: unknown) => caught);
      expect(refusal).toMatchObject({ code: 'purchasing.coupon-card-needed' });
      shows('coupon.card-needed', refusal instanceof Refusal ? refusal.text : '');
      await portal.runJobs();
      const [invitation] = await listOutbox(portal.db, { to: invitee.emailaddress });
      expect(invitation?.text).not.toMatch(/coupon/i);
    },
  );

  it('is named on the payment page before anything is paid, and its owner is told once a week', async () => {
    const company = await newCouponCompany(shop, { type: 'full' });
    const person = await newPerson(portal);
    const { code } = await inviteWithCoupon(shop, company, person.accountId);
    await expireCard(company);
    const buyer = { ...person, purchaseId: await choose(person, 'US') };
    const unusable = {
      description: '100% off: your company pays',
      company_name: 'Test Builders',
      ended: false,
    };
    expect(await orderOf(buyer)).toMatchObject({
      coupon: null,
      offered_code: null,
      unusable_coupon: unusable,
      purchasedetails: { amount: 7900 },
    });
    await expect(apply(buyer, code)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    const sweep = async () => {
      await runSweep(portal, unusableCoupons);
      await portal.runJobs();
      return mailsTo(company);
    };
    expect(await sweep()).toEqual([expect.stringMatching(/because Visa ending in \d{4} has expired/)]);
    portal.clock.stop();
    portal.clock.advance(7 * DAY - MINUTE);
    expect(await sweep()).toHaveLength(1);
    portal.clock.advance(2 * MINUTE);
    expect(await sweep()).toHaveLength(2);
    portal.clock.run();
    await (await signIn(portal, company.owner)).perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
    Object.assign(buyer, { visitor: await signIn(portal, person) });
    expect(await orderOf(buyer)).toMatchObject({ offered_code: code, unusable_coupon: null });
  });

  it('is named while it is applied, and removed by the person', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    expect(await orderOf(buyer)).toMatchObject({
      coupon: { company_name: 'Test Builders', company_amount: 3950 },
      unusable_coupon: null,
    });
    await company.owner.visitor.perform(removePaymentMethod, {});
    expect((await orderOf(buyer)).unusable_coupon).toMatchObject({ description: '50% off', ended: false });
    await buyer.visitor.perform(removeCoupon, {});
    expect((await orderOf(buyer)).purchasedetails.amount).toBe(7900);
    await portal.pool.query('update coupon set lapsed_at = now() where id = $1', [buyer.couponId]);
    expect((await orderOf(buyer)).unusable_coupon).toBeNull();
  });

  it('a coupon that has ended while it was applied is named as such', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    await portal.pool.query('update coupon set expires_at = $2 where id = $1', [
      buyer.couponId,
      portal.clock.now(),
    ]);
    expect((await orderOf(buyer)).unusable_coupon).toMatchObject({ ended: true });
    const refusal = await pressPay(buyer).catch((caught: unknown) => caught);
    const text = refusal instanceof Refusal ? refusal.text : '';
    expect(text).toContain('(50% off) is no longer valid. Nothing was charged.');
    shows('coupon.ended', text);
    await portal.runJobs();
    expect(await mailsTo(company)).toEqual([]);
  });
});
