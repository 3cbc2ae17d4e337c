import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, type JobEvent, MINUTE, runSweep } from '#modules/platform/index.ts';
import { getPurchase, unusedHolds } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { type Buyer, duringThisTest, enterCard, openShop, pressPay } from '#test/factories/shop.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const { confirm, complete, atProvider, holdsOf, expectBooks, tellEvents } = couponBooks(shop);
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

  it('between the buyer’s payment and the capture, with the provider down for a while', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await enterCard(shop, await pressPay(buyer));
    duringThisTest(shop).plan({ kind: 'error-500', on: 'POST /v1/payment_intents/', times: 20 });
    await confirm(buyer);
    const failures: JobEvent[] = [];
    await portal.runJobs({ failures });
    expect(failures.map(({ name }) => name)).toContain('purchasing.charge-company');
    shop.sandbox.clearFaults();
    await portal.runJobs({ ahead: DAY });
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
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
    await portal.runJobs({ ahead: HOUR });
    await expectBooks(buyer, { buyer: 0, company: 7900 });
    await confirm(buyer);
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
