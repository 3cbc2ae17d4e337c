import { beforeEach, describe, expect, it, test } from 'vitest';
import { brandForCompany } from '#modules/enterprise/index.ts';
import { cancelInvite } from '#modules/network/index.ts';
import { formatDate, HOUR, MINUTE, Refusal, runSweep } from '#modules/platform/index.ts';
import {
  getPurchase,
  payHere,
  receivePaymentEvent,
  releaseAtProvider,
  removeCoupon,
  setPurchaseConfirmed,
  unusedHolds,
} from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { couponBooks } from '#test/factories/coupon-books.ts';
import { apply, newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { actAs, signIn } from '#test/factories/people.ts';
import {
  type Buyer,
  choose,
  enterCard,
  newBuyer,
  openShop,
  pressPay,
  pressPayThere,
  setPrices,
  typeCard,
} from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, sandbox, stripe } = shop;
const { confirm, complete, atProvider, holdsOf, ledgerOf, expectBooks, tellEvents } = couponBooks(shop);
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });
const full = await newCouponCompany(shop, { type: 'full' });

beforeEach(() => sandbox.takeEvents());

const orderOf = ({ visitor, purchaseId }: Buyer) => visitor.perform(getPurchase, { purchaseid: purchaseId });

test('F80: the company’s part is held when Pay is pressed, and captured with the buyer’s success', async () => {
  const buyer = await newCouponBuyer(shop, half);
  expect(await atProvider(buyer)).toEqual([]);
  const intent = await pressPay(buyer);
  expect(await atProvider(buyer)).toMatchObject([
    { leg: 'buyer', amount: 3950, status: 'requires_payment_method' },
    { leg: 'company', amount: 3950, status: 'requires_capture' },
  ]);
  await enterCard(shop, intent);
  await confirm(buyer);
  await portal.runJobs();
  await expectBooks(buyer, { buyer: 3950, company: 3950 });
  const mails = await listOutbox(portal.db, { to: half.owner.emailaddress });
  const charged = mails.find((mail) => mail.subject === 'Coupon redeemed: $39.50');
  expect(charged?.text).toContain('Visa ending in 4242');
  expect(charged?.text).toContain('50% off');
  const { firstname, lastname } = await portal.db
    .selectFrom('account')
    .select(['firstname', 'lastname'])
    .where('id', '=', buyer.accountId)
    .executeTakeFirstOrThrow();
  expect(charged?.text).toContain(`${firstname} ${lastname}`);
  expect(charged?.text).toContain('National Background Check');
  const { timeZone } = await brandForCompany(portal, half.companyId);
  expect(charged?.text).toContain(formatDate(charged?.createdAt ?? new Date(0), timeZone));
});

test('F80: on the provider’s page, told by the notices alone, ten times each', async () => {
  const buyer = await newCouponBuyer(shop, half);
  await typeCard(shop, await pressPayThere(buyer));
  const events = await sandbox.takeEvents();
  for (let time = 0; time < 10; time += 1) {
    for (const { payload, signature } of [...events].reverse()) {
      await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
    }
  }
  await portal.runJobs();
  await tellEvents();
  await expectBooks(buyer, { buyer: 3950, company: 3950 });
});

/** The buyer has paid; the job that captures the company's part has not run. */
async function confirmBuyersPart(buyer: Buyer): Promise<void> {
  const intent = (await atProvider(buyer)).find(({ leg }) => leg === 'buyer');
  await enterCard(shop, intent?.id ?? '');
  await confirm(buyer);
}

/** Whether the payment terms were accepted with a purchase. */
async function termsOf({ purchaseId }: Buyer): Promise<boolean> {
  const { terms_version_id, terms_accepted_at } = await portal.db
    .selectFrom('purchase')
    .select(['terms_version_id', 'terms_accepted_at'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  expect(terms_version_id === null).toBe(terms_accepted_at === null);
  return terms_accepted_at !== null;
}

describe('F75: a coupon that covers everything', () => {
  it('completes without a card when the buyer asks for it, and only then', async () => {
    const buyer = await newCouponBuyer(shop, full);
    await expect(confirm(buyer)).rejects.toMatchObject({ code: 'purchasing.not-paid' });
    expect(await atProvider(buyer)).toEqual([]);
    const answer = await buyer.visitor.call('POST', '/application/setpurchaseconfirmed', {
      purchaseid: buyer.purchaseId,
      couponcoversfull: true,
    });
    expect(answer).toEqual({ status: 200, body: { success: true, purchaseid: buyer.purchaseId } });
    expect(await termsOf(buyer)).toBe(false);
    await portal.runJobs();
    await expectBooks(buyer, { buyer: 0, company: 7900 });
    await complete(buyer);
    await expectBooks(buyer, { buyer: 0, company: 7900 });
  });

  it('keeps the acceptance of the payment terms where the request carries it', async () => {
    const buyer = await newCouponBuyer(shop, full);
    await buyer.visitor.perform(setPurchaseConfirmed, {
      purchaseid: buyer.purchaseId,
      couponcoversfull: 'YES',
      accept_terms: 'YES',
    });
    expect(await termsOf(buyer)).toBe(true);
  });

  it('counts a rest below the least charge as zero, and charges the company its discount', async () => {
    const almost = await newCouponCompany(shop, { type: 'percent', amount: 99 });
    const dearer = await newCouponBuyer(shop, almost);
    // 1% of $79 is 79 cents, which can be charged.
    expect((await orderOf(dearer)).purchasedetails.amount).toBe(79);
    await setPrices(portal, { base_price_cents: 4000 });
    try {
      const buyer = await newCouponBuyer(shop, almost);
      expect(await orderOf(buyer)).toMatchObject({ price: 4000, coupon: { discount: 4000 } });
      await complete(buyer);
      await portal.runJobs();
      await expectBooks(buyer, { buyer: 0, company: 3960 });
    } finally {
      await setPrices(portal, { base_price_cents: 7900 });
    }
  });

  it('is completed by the person, not by staff who act for them', async () => {
    const buyer = await newCouponBuyer(shop, full);
    const staff = await actAs(portal, buyer);
    await expect(complete({ ...buyer, visitor: staff })).rejects.toMatchObject({
      code: 'not-in-admin-session',
    });
    expect(await atProvider(buyer)).toEqual([]);
  });

  it('said of a purchase that no coupon covers, leaves it unpaid', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await expect(complete(buyer)).rejects.toMatchObject({ code: 'purchasing.not-paid' });
    expect(await atProvider(buyer)).toEqual([]);
  });

  it('is charged once, however many tabs complete it', async () => {
    const buyer = await newCouponBuyer(shop, full);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => complete(buyer)),
      ...Array.from({ length: 2 }, () => buyer.visitor.perform(removeCoupon, {})),
      confirm(buyer),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'Refusal' });
    await tellEvents();
    const order = await orderOf(buyer);
    if (order.purchasedetails.status === 'paid') await expectBooks(buyer, { buyer: 0, company: 7900 });
    else expect((await atProvider(buyer)).every(({ received }) => received === 0)).toBe(true);
  });
});

describe('F80: what is held is released', () => {
  it('and only what is released here is released at the provider', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await pressPay(buyer);
    const hold = await portal.db
      .selectFrom('payment_attempt')
      .select('id')
      .where('purchase_id', '=', buyer.purchaseId)
      .where('kind', '=', 'company-card')
      .executeTakeFirstOrThrow();
    await releaseAtProvider(portal, hold.id);
    expect(await holdsOf(buyer)).toEqual(['requires_capture']);
  });

  it('when the coupon is removed', async () => {
    const buyer = await newCouponBuyer(shop, half);
    const intent = await pressPay(buyer);
    // The receipts of other tests, whose mails ask for payments as well.
    await portal.runJobs();
    await buyer.visitor.perform(removeCoupon, {});
    // A hold whose id is known is not looked for among all payments.
    sandbox.plan({ kind: 'error-500', on: 'GET /v1/payment_intents', times: 9 });
    await portal.runJobs();
    sandbox.clearFaults();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
    await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
    await enterCard(shop, await pressPay(buyer));
    await confirm(buyer);
    expect(await ledgerOf(buyer)).toMatchObject([{ leg: 'buyer', amount: 7900 }]);
  });

  it('when another check is chosen, for which it is held anew', async () => {
    const buyer = await newCouponBuyer(shop, half);
    await pressPay(buyer);
    const other = { ...buyer, purchaseId: await choose(buyer, 'NY') };
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
    await enterCard(shop, await pressPay(other));
    await confirm(other);
    await portal.runJobs();
    await expectBooks(other, { buyer: 4950, company: 4950 });
  });

  it('an hour after Pay, with the payment that relies on it; Pay pressed again holds it anew', async () => {
    const buyer = await newCouponBuyer(shop, half);
    const intent = await pressPay(buyer);
    await expect(enterCard(shop, intent, 'pm_card_chargeDeclined')).rejects.toThrow();
    portal.clock.advance(59 * MINUTE);
    await runSweep(portal, unusedHolds, { size: 1 });
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['requires_capture']);
    const later = await newCouponBuyer(shop, half);
    await pressPay(later);
    portal.clock.advance(2 * MINUTE);
    await runSweep(portal, unusedHolds, { size: 1 });
    await portal.runJobs();
    expect(await holdsOf(buyer)).toEqual(['canceled']);
    expect(await holdsOf(later)).toEqual(['requires_capture']);
    await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
    Object.assign(buyer, { visitor: await signIn(portal, buyer) });
    const again = await pressPay(buyer);
    // The notice of the end of the former hold comes late, and does not end the new one.
    await tellEvents();
    await enterCard(shop, again);
    await confirm(buyer);
    await portal.runJobs();
    await expectBooks(buyer, { buyer: 3950, company: 3950 });
  });

  it('is looked at from exactly an hour on, as long as it is open, uncaptured and of an unpaid purchase', async () => {
    portal.clock.stop();
    const [buyer, other] = [await newCouponBuyer(shop, half), await newCouponBuyer(shop, half)];
    for (const each of [buyer, other]) await pressPay(each);
    const set = (change: string, ...values: unknown[]) =>
      portal.pool.query(
        `update payment_attempt set ${change} where purchase_id = $1 and kind = 'company-card'`,
        [buyer.purchaseId, ...values],
      );
    const isFound = async ({ purchaseId }: Buyer = buyer) => {
      const keys = await portal.work('test.keys', (work) => unusedHolds.keys(work, null, 1_000));
      const { rows } = await portal.pool.query('select purchase_id from payment_attempt where id = any($1)', [
        keys,
      ]);
      return rows.some(({ purchase_id }) => purchase_id === purchaseId);
    };
    const ago = (milliseconds: number) => new Date(portal.clock.now().getTime() - milliseconds);
    await set('created_at = $2', ago(HOUR - 1));
    expect(await isFound()).toBe(false);
    await set('created_at = $2', ago(HOUR));
    expect(await isFound()).toBe(true);
    await set(`state = 'closed', ended_at = $2`, ago(0));
    expect(await isFound()).toBe(false);
    await set(`state = 'open', ended_at = null`);
    await set('capturing_at = $2', ago(0));
    expect(await isFound()).toBe(false);
    await set('capturing_at = null');
    await confirmBuyersPart(buyer);
    expect(await isFound()).toBe(false);
    // A payment without a coupon has as much time as its purchase.
    const plain = await newBuyer(shop);
    await pressPay(plain);
    await portal.pool.query('update payment_attempt set created_at = $2 where purchase_id = $1', [
      plain.purchaseId,
      ago(HOUR),
    ]);
    expect(await isFound(plain)).toBe(false);
    portal.clock.run();
  });

  it('when the bank ends it, the buyer cannot pay a part alone', async () => {
    const buyer = await newCouponBuyer(shop, half);
    const intent = await pressPay(buyer);
    const hold = (await atProvider(buyer)).find(({ leg }) => leg === 'company');
    await stripe.paymentIntents.cancel(hold?.id ?? '');
    await tellEvents();
    await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
    expect(await ledgerOf(buyer)).toEqual([]);
  });
});

test('F73: single use in a race of eight: each applies, pays and completes', async () => {
  for (let round = 0; round < 4; round += 1) {
    const company = round % 2 === 0 ? half : full;
    const buyer = await newCouponBuyer(shop, company);
    const pay = async () => {
      await apply(buyer, buyer.code);
      if (company === full) return complete(buyer);
      await enterCard(shop, await pressPay(buyer));
      return confirm(buyer);
    };
    await Promise.allSettled([
      ...Array.from({ length: 6 }, pay),
      (async () => typeCard(shop, await pressPayThere(buyer)))(),
      buyer.visitor.perform(removeCoupon, {}),
    ]);
    await tellEvents();
    await portal.runJobs({ ahead: HOUR });
    const taken = (await atProvider(buyer)).filter(({ received }) => received > 0);
    const entries = await ledgerOf(buyer);
    expect(entries.map(({ id }) => id).sort()).toEqual(taken.map(({ id }) => id).sort());
    expect(taken.filter(({ leg }) => leg === 'company').length).toBeLessThanOrEqual(1);
    expect(taken.filter(({ leg }) => leg === 'buyer').length).toBeLessThanOrEqual(1);
    const sum = taken.reduce((total, { received }) => total + received, 0);
    const { status } = (await orderOf(buyer)).purchasedetails;
    expect(sum).toBe(status === 'paid' ? 7900 : 0);
  }
});

test('the company’s part was captured for a buyer whose invitation was canceled at the same time', async () => {
  const buyer = await newCouponBuyer(shop, half);
  const intent = await pressPay(buyer);
  await enterCard(shop, intent);
  const owner = await signIn(portal, half.owner);
  await owner.perform(cancelInvite, { inviteid: buyer.inviteId });
  await portal.runJobs({ failures: [] });
  await tellEvents();
  await portal.runJobs({ ahead: HOUR });
  await expectBooks(buyer, { buyer: 3950, company: 3950 });
  const coupon = await portal.db
    .selectFrom('coupon')
    .select('lapsed_at')
    .where('id', '=', buyer.couponId)
    .executeTakeFirst();
  expect(coupon).toEqual({ lapsed_at: null });
});

test('a coupon cannot be taken off what was paid in another window', async () => {
  const buyer = await newCouponBuyer(shop, half);
  await enterCard(shop, await pressPay(buyer));
  const off = buyer.visitor.perform(removeCoupon, {});
  await expect(off).rejects.toMatchObject({ code: 'purchasing.paid-already' });
  await portal.runJobs();
  await expectBooks(buyer, { buyer: 3950, company: 3950 });
});

test('Pay with an amount that the page did not show is refused', async () => {
  const buyer = await newCouponBuyer(shop, half);
  const other = buyer.visitor.perform(payHere, {
    purchaseid: buyer.purchaseId,
    accept_terms: 'YES',
    shown_amount: 7900,
  });
  const refusal = await other.catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code: 'purchasing.amount-changed' });
  shows('purchase.amount-changed', refusal instanceof Refusal ? refusal.text : '');
  expect(await atProvider(buyer)).toEqual([]);
});
