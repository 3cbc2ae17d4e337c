import { describe, expect, it } from 'vitest';
import { HOUR, type InputOf, MINUTE, sql } from '#modules/platform/index.ts';
import { listPurchases, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { type CouponBuyer, newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { newTeamMember } from '#test/factories/network.ts';
import type { Registered } from '#test/factories/people.ts';
import { buyByCard, enterCard, openShop, pressPay } from '#test/factories/shop.ts';

/** What a company paid for coupons, in the history of its owner (doc2 §2.7, D32). */

const shop = await openShop();
const { portal } = shop;

/** Pays the rest by card, and lets the company's card be charged. */
async function redeem(buyer: CouponBuyer): Promise<CouponBuyer> {
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  return buyer;
}

type Asked = InputOf<typeof listPurchases>;

const historyOf = ({ visitor }: Registered, asked: Asked = {}) => visitor.perform(listPurchases, asked);

const nameOf = async ({ accountId }: Registered) => {
  const { rows } = await sql<{ name: string }>`
    select firstname || ' ' || lastname as name from account where id = ${accountId}`.execute(portal.db);
  return rows[0]?.name;
};

describe('F77: a coupon that was redeemed', () => {
  it('stands in the history of the company’s owner with who redeemed it, and in the buyer’s own row', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 25 });
    const buyer = await redeem(await newCouponBuyer(shop, company));
    const answer = await company.owner.visitor.call('GET', '/profile/purchases');
    expect(answer).toMatchObject({ status: 200, body: { success: true, total: 1 } });
    expect(answer.body.purchases).toMatchObject([
      {
        purchaseid: buyer.purchaseId,
        transaction_type: 'coupon',
        package_descrip: 'National Background Check',
        coupon_descrip: '25% off',
        amount: 1975,
        refunded_amount: 0,
        status: 'paid',
        redeemed_user_name: await nameOf(buyer),
        redeemed_user_email: buyer.emailaddress,
        // The progress of the buyer's check must not be visible to the company here.
        applicationid: null,
        composite_status: null,
      },
    ]);
    const own = await historyOf(buyer);
    expect(own).toMatchObject({
      total: 1,
      purchases: [
        {
          id: buyer.purchaseId,
          transaction_type: 'mypurchase',
          coupon_descrip: '25% off',
          amount: 5925,
          composite_status: 'Paid',
          redeemed_user_name: null,
          redeemed_user_email: null,
        },
      ],
    });
    expect(own.purchases[0]?.stripe_transaction_id).not.toBe(answer.body.purchases[0].stripe_transaction_id);
  });

  it('that covers everything cost the buyer nothing', async () => {
    const company = await newCouponCompany(shop, { type: 'full' });
    const buyer = await newCouponBuyer(shop, company);
    for (const each of [company.owner, buyer]) expect((await historyOf(each)).purchases).toEqual([]);
    await buyer.visitor.perform(setPurchaseConfirmed, {
      purchaseid: buyer.purchaseId,
      couponcoversfull: 'YES',
    });
    await portal.runJobs();
    expect((await historyOf(buyer)).purchases).toMatchObject([
      { coupon_descrip: '100% off: your company pays', amount: 0, stripe_transactions: [] },
    ]);
    expect((await historyOf(company.owner)).purchases).toMatchObject([
      { coupon_descrip: '100% off: your company pays', amount: 7900 },
    ]);
  });

  it('shows what went back of the company’s part alone', async () => {
    const company = await newCouponCompany(shop, { type: 'flat', amount: 30 });
    await redeem(await newCouponBuyer(shop, company));
    const buyer = await redeem(await newCouponBuyer(shop, company));
    const [row] = (await historyOf(company.owner)).purchases;
    await portal.work('test.refund', (work) =>
      addToLedger(work, {
        purchaseId: buyer.purchaseId,
        accountId: buyer.accountId,
        paidBy: { leg: 'company', companyId: company.companyId },
        kind: 'refund',
        chargeId: row?.id ?? '',
        cents: 1000,
        currency: 'usd',
        providerId: `re_${buyer.purchaseId}`,
      }),
    );
    const [companys, earlier] = (await historyOf(company.owner)).purchases;
    expect(companys).toMatchObject({ amount: 3000, refunded_amount: 1000 });
    expect(earlier).toMatchObject({
      amount: 3000,
      refunded_amount: 0,
      stripe_transactions: [{ type: 'CHARGE' }],
    });
    expect(companys?.stripe_transactions).toMatchObject([
      { id: row?.stripe_transaction_id, type: 'CHARGE', method: 'Company card', amount: 3000 },
      { id: `re_${buyer.purchaseId}`, type: 'REFUND', method: 'Company card', amount: -1000 },
    ]);
    await portal.work('test.refund-failed', (work) =>
      addToLedger(work, {
        purchaseId: buyer.purchaseId,
        accountId: buyer.accountId,
        paidBy: { leg: 'company', companyId: company.companyId },
        kind: 'refund-failed',
        chargeId: row?.id ?? '',
        cents: 400,
        currency: 'usd',
        providerId: `re_${buyer.purchaseId}`,
      }),
    );
    const [failed] = (await historyOf(company.owner)).purchases;
    expect(failed).toMatchObject({ amount: 3000, refunded_amount: 600 });
    expect(failed?.stripe_transactions.map(({ type }) => type)).toEqual([
      'CHARGE',
      'REFUND',
      'REFUND FAILED',
    ]);
    const own = await buyer.visitor.call('GET', '/profile/purchases');
    expect(own.body.purchases).toMatchObject([
      {
        amount: 4900,
        refunded_amount: 0,
        stripe_transactions: [{ type: 'CHARGE', method: 'Card', amount: 4900 }],
      },
    ]);
    expect(own.body.purchases[0].stripe_transactions).toHaveLength(1);
  });

  it('leaves out money that paid for nothing, and its way back', async () => {
    const company = await newCouponCompany(shop, { type: 'flat', amount: 30 });
    const buyer = await redeem(await newCouponBuyer(shop, company));
    await portal.work('test.unmatched', async (work) => {
      const movement = {
        purchaseId: buyer.purchaseId,
        accountId: buyer.accountId,
        paidBy: { leg: 'buyer' as const },
        cents: 4900,
        currency: 'usd',
      };
      const providerId = `pi_${buyer.purchaseId}`;
      const chargeId = await addToLedger(work, { ...movement, kind: 'unmatched', providerId });
      if (!chargeId) throw new Error('The ledger has it already');
      await addToLedger(work, { ...movement, kind: 'refund', chargeId, providerId: `re_${providerId}` });
    });
    const [own] = (await historyOf(buyer)).purchases;
    expect(own).toMatchObject({ amount: 4900, refunded_amount: 0 });
    expect(own?.stripe_transactions).toMatchObject([{ type: 'CHARGE', amount: 4900 }]);
  });

  it('is not shown to others of the team, nor to another company', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const other = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    await redeem(await newCouponBuyer(shop, company));
    expect((await historyOf(company.owner)).total).toBe(1);
    const others = [
      await newTeamMember(portal, company, 'admin'),
      await newTeamMember(portal, company, 'viewer'),
      other.owner,
    ];
    for (const each of others) {
      expect(await historyOf(each)).toMatchObject({ purchases: [], total: 0 });
      expect(await historyOf(each, { transaction_type: 'coupon' })).toMatchObject({
        purchases: [],
        total: 0,
      });
    }
  });
});

describe('F77: the owner’s own purchases and the company’s coupons', () => {
  it('are sorted together by date, and paged together', async () => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 50 });
    const { owner } = company;
    await redeem(await newCouponBuyer(shop, company));
    portal.clock.advance(MINUTE);
    const { purchaseId } = await buyByCard(portal, owner);
    portal.clock.advance(MINUTE);
    await redeem(await newCouponBuyer(shop, company));
    const types = async (asked: Asked) =>
      (await historyOf(owner, asked)).purchases.map(({ transaction_type }) => transaction_type);
    expect(await types({})).toEqual(['coupon', 'mypurchase', 'coupon']);
    expect(await types({ transaction_type: 'mypurchase' })).toEqual(['mypurchase']);
    expect(await types({ transaction_type: 'coupon' })).toEqual(['coupon', 'coupon']);

    const earlier = new Date(portal.clock.now().getTime() - HOUR);
    await sql`
      insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
        created_at, paid_at, transaction_id)
      select gen_random_uuid(), account_id, package_id, package_descrip, false, 100 + n, 'usd', 'paid', created_at,
        ${earlier}::timestamptz - make_interval(hours => n), 'pi_earlier_' || n || id
      from purchase, generate_series(1, 9) n where id = ${purchaseId}`.execute(portal.db);
    const first = await historyOf(owner, { rows: 10 });
    const second = await historyOf(owner, { rows: 10, page: 2 });
    expect([first.total, second.total]).toEqual([12, 12]);
    const all = [...first.purchases, ...second.purchases];
    expect(all.map(({ amount }) => amount)).toEqual([
      3950,
      7900,
      3950,
      ...Array.from({ length: 9 }, (_, at) => 101 + at),
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    const after = await historyOf(owner, { rows: 10, after: first.cursors.next ?? '' });
    expect(after.purchases).toEqual(second.purchases);
    const oldestFirst = await historyOf(owner, { dir: 'asc', rows: 20 });
    expect(oldestFirst.purchases).toEqual([...all].reverse());
  });
});
