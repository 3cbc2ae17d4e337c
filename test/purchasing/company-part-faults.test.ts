import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, type JobEvent, MINUTE, runSweep } from '#modules/platform/index.ts';
import { endUnusedPayment } from '#modules/purchasing/coupons/unused-holds.ts';
import {
  getPurchase,
  removeCoupon,
  removePaymentMethod,
  unusedHolds,
  updatePaymentMethod,
} from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import { declineCard, newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { signIn } from '#test/factories/people.ts';
import { type Buyer, duringThisTest, enterCard, openShop, pressPay } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const { confirm, complete, atProvider, holdsOf, ledgerOf, expectBooks, tellEvents } = couponBooks(shop);
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });
const full = await newCouponCompany(shop, { type: 'full' });
const orderOf = ({ visitor, purchaseId }: Buyer) => visitor.perform(getPurchase, { purchaseid: purchaseId });

beforeEach(() => sandbox.takeEvents());

describe('F80: a process that dies at any point', () => {
  it('the provider’s answer to the hold is lost: the next press finds the same hold', async () => {
    const buyer = await newCouponBuyer(shop, half);
    duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents', times: 3 });
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
    await portal.runJobs();
    expect((await holdsOf(buyer)).length).toBe(1);
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });

  it.each([true, false])('and the buyer never comes back: it is released (notices: %s)', async (told) => {
    const buyer = await newCouponBuyer(shop, half);
    duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents', times: 3 });
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    if (told) await tellEvents();
    portal.clock.advance(61 * MINUTE);
    await runSweep(portal, unusedHolds);
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
  });

  it.each(['error-500', 'unauthorized'] as const)(
    'between the buyer’s payment and the capture, with the provider down for a while (%s)',
    async (kind) => {
      const buyer = await newCouponBuyer(shop, half);
      await enterCard(shop, await pressPay(buyer));
      duringThisTest(shop).plan({ kind, on: 'POST /v1/payment_intents/', times: 20 });
      await confirm(buyer);
      const failures: JobEvent[] = [];
      await portal.runJobs({ failures });
      expect(failures.map(({ name }) => name)).toContain('purchasing.charge-company');
      shop.sandbox.clearFaults();
      await portal.runJobs({ ahead: DAY });
      await expectBooks(buyer, { buyer: 3950, company: 3950 });
    },
  );

  it('a hold is captured up to four days after it was made, and made anew from then on', async () => {
    const [soon, late] = [await newCouponBuyer(shop, half), await newCouponBuyer(shop, half)];
    portal.clock.stop();
    const [made, held] = [portal.clock.now().getTime(), await Promise.all([pressPay(soon), pressPay(late)])];
    for (const intent of held) await enterCard(shop, intent);
    for (const [buyer, waited, holds] of [
      [soon, 4 * DAY - 1, ['succeeded']],
      [late, 4 * DAY, ['canceled', 'succeeded']],
    ] as const) {
      portal.clock.set(new Date(made + waited));
      Object.assign(buyer, { visitor: await signIn(portal, buyer) });
      await confirm(buyer);
      await portal.runJobs();
      expect((await holdsOf(buyer)).toSorted()).toEqual(holds);
      await expectBooks(buyer, { buyer: 3950, company: 3950 });
    }
    portal.clock.run();
  });

  it('a hold is made anew four days later, and the buyer’s payment that relied on the old one cannot be paid', async () => {
    const buyer = await newCouponBuyer(shop, half);
    const former = await pressPay(buyer);
    portal.clock.advance(4 * DAY);
    Object.assign(buyer, { visitor: await signIn(portal, buyer) });
    const current = await pressPay(buyer);
    await expect(enterCard(shop, former)).rejects.toThrow(/canceled/);
    await enterCard(shop, current);
    await confirm(buyer);
    await portal.runJobs();
    expect((await holdsOf(buyer)).toSorted()).toEqual(['canceled', 'succeeded']);
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });

  it('the hold that the provider told of late, of an attempt that has ended, is released', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await pressPay(buyer);
    await portal.pool.query(
      `update payment_attempt set state = 'closed', ended_at = $2
       where purchase_id = $1 and kind = 'company-card'`,
      [buyer.purchaseId, portal.clock.now()],
    );
    await tellEvents();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
  });

  it.each([
    ['before the buyer has paid', false, 'the buyer has not paid'],
    ['after it was let go', true, 'the hold was released'],
  ])('a hold that is captured elsewhere %s goes back to the company', async (_when, released, misfit) => {
    const buyer = await newCouponBuyer(shop, half);
    await pressPay(buyer);
    if (released) await endUnusedPayment(portal, buyer.purchaseId);
    const hold = (await atProvider(buyer)).find(({ leg }) => leg === 'company')?.id ?? '';
    await stripe.paymentIntents.capture(hold);
    await tellEvents();
    await tellEvents();
    const errors = portal.takeErrors().map(({ msg, misfit: why }) => why ?? msg);
    expect(new Set(errors)).toEqual(new Set([misfit, ...(released ? ['a released hold was captured'] : [])]));
    expect(await ledgerOf(buyer)).toMatchObject([
      { leg: 'company', amount: expect.any(Number) },
      { leg: 'company', amount: expect.any(Number) },
    ]);
    const { data } = await stripe.refunds.list({ payment_intent: hold });
    expect(data.map(({ amount }) => amount)).toEqual([3950]);
    expect((await orderOf(buyer)).purchasedetails.status).toBe('open');
    // It was not the buyer's money.
    const mails = await listOutbox(portal.db, { to: buyer.emailaddress });
    expect(mails.filter(({ subject }) => /refund/i.test(subject ?? ''))).toEqual([]);
  });

  it('a card that the provider no longer has is refused like one that the bank declines', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const other = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const [buyer, others] = [await newCouponBuyer(shop, company), await newCouponBuyer(shop, other)];
    const { rows } = await portal.pool.query('select card_id from company_card where company_id = $1', [
      company.companyId,
    ]);
    await stripe.paymentMethods.detach(rows[0].card_id);
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
    await portal.pool.query(`update company_card set card_id = 'pm_gone' where company_id = $1`, [
      other.companyId,
    ]);
    await expect(pressPay(others)).rejects.toMatchObject({ code: 'purchasing.coupon-invalid' });
  });

  it('the bank declines what must be charged anew: the check stays paid, and the next card pays', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const buyer = await newCouponBuyer(shop, company);
    await enterCard(shop, await pressPay(buyer));
    const hold = (await atProvider(buyer)).find(({ leg }) => leg === 'company');
    await stripe.paymentIntents.cancel(hold?.id ?? '');
    await declineCard(shop, company);
    await confirm(buyer);
    await portal.runJobs({ failures: [] });
    await portal.runJobs({ ahead: HOUR, failures: [] });
    const mails = await listOutbox(portal.db, { to: company.owner.emailaddress });
    expect(mails.filter(({ subject }) => subject?.includes('declined for a coupon'))).toHaveLength(1);
    expect((await orderOf(buyer)).coupon).not.toBeNull();
    await company.owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_mastercard' });
    await portal.runJobs({ ahead: DAY });
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
    const redeemed = await listOutbox(portal.db, { to: company.owner.emailaddress });
    expect(redeemed.find(({ subject }) => subject?.startsWith('Coupon redeemed'))?.text).toContain(
      'Mastercard ending in 4444',
    );
  });

  it.each(['error-500', 'error-500-done'] as const)(
    'the provider fails (%s) while it holds the company’s part: the next press holds it anew, and once',
    async (kind) => {
      const buyer = await newCouponBuyer(shop, half);
      duringThisTest(shop).plan({ kind, on: 'POST /v1/payment_intents' });
      await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
      await enterCard(shop, await pressPay(buyer));
      await confirm(buyer);
      await portal.runJobs();
      await tellEvents();
      await expectBooks(buyer, { buyer: 3950, company: 3950 });
    },
  );

  it('the provider holds the company’s part, fails, and the buyer never comes back: it is released', async () => {
    const buyer = await newCouponBuyer(shop, half);
    duringThisTest(shop).plan({ kind: 'error-500-done', on: 'POST /v1/payment_intents' });
    await expect(pressPay(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
  });

  it.each(['error-500', 'error-500-done'] as const)(
    'the provider fails (%s) while it captures: captured once, when the buyer asks again',
    async (kind) => {
      const buyer = await newCouponBuyer(shop, full);
      duringThisTest(shop).plan({ kind, on: 'POST /v1/payment_intents/' });
      await expect(complete(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
      await complete(buyer);
      await expectBooks(buyer, { buyer: 0, company: 7900 });
      await portal.runJobs();
      await expectBooks(buyer, { buyer: 0, company: 7900 });
    },
  );

  it('a secret key that the provider does not accept is not a card that is refused', async () => {
    const buyer = await newCouponBuyer(shop, half);
    const mails = async () =>
      (await listOutbox(portal.db, { to: half.owner.emailaddress })).filter(({ subject }) =>
        subject?.includes('declined'),
      );
    const before = await mails();
    duringThisTest(shop).plan({ kind: 'unauthorized', on: 'POST /v1/payment_intents' });
    await expect(pressPay(buyer)).rejects.toMatchObject({ kind: 'unauthorized' });
    await portal.runJobs();
    expect((await orderOf(buyer)).purchasedetails.coupon_value).not.toBeNull();
    expect(await mails()).toEqual(before);
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
    await portal.runJobs();
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });

  it('the capture’s answer is lost: captured once', async () => {
    const buyer = await newCouponBuyer(shop, full);
    const lose = { kind: 'lost-answer' as const, on: 'POST /v1/payment_intents/', times: 3 };
    duringThisTest(shop).plan(lose);
    await expect(complete(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    // What is being captured can no longer be taken off.
    const off = buyer.visitor.perform(removeCoupon, {});
    await expect(off).rejects.toMatchObject({ code: 'purchasing.processing' });
    await portal.runJobs({ ahead: HOUR });
    await expectBooks(buyer, { buyer: 0, company: 7900 });
    await confirm(buyer);
  });

  it('the capture’s answer is lost, and the company removes its card: complete once the buyer asks again', async () => {
    const company = await newCouponCompany(shop, { type: 'full' });
    const buyer = await newCouponBuyer(shop, company);
    duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents/', times: 3 });
    await expect(complete(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    await company.owner.visitor.perform(removePaymentMethod, {});
    await complete(buyer);
    await expectBooks(buyer, { buyer: 0, company: 7900 });
  });

  it('the capture’s answer is lost: the purchase is complete once the buyer opens its page again', async () => {
    const buyer = await newCouponBuyer(shop, full);
    duringThisTest(shop).plan({ kind: 'lost-answer', on: 'POST /v1/payment_intents/', times: 3 });
    await expect(complete(buyer)).rejects.toMatchObject({ code: 'purchasing.provider-silent' });
    await confirm(buyer);
    await expectBooks(buyer, { buyer: 0, company: 7900 });
  });

  it('the hold ends after the buyer has paid and before it is captured: charged anew', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await enterCard(shop, await pressPay(buyer));
    const hold = (await atProvider(buyer)).find(({ leg }) => leg === 'company');
    await stripe.paymentIntents.cancel(hold?.id ?? '');
    await confirm(buyer);
    await portal.runJobs({ failures: [] });
    await portal.runJobs({ ahead: DAY });
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });
});
