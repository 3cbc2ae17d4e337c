import { expect, test } from 'vitest';
import { submitRefund } from '#modules/admin/index.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { purchasingPersonalData } from '#modules/purchasing/personal-data.ts';
import {
  type CouponBuyer,
  inviteWithCoupon,
  newCouponBuyer,
  newCouponCompany,
} from '#test/factories/coupons.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
import { enterCard, openShop, pressPay } from '#test/factories/shop.ts';
import { pdfText } from '#test/pdf-text.ts';

/** What a copy of a person's data holds of their purchases, and what an erasure changes (D23). */
const shop = await openShop();
const { portal } = shop;
const half = await newCouponCompany(shop, { type: 'percent', amount: 50 });

function tableOf(name: string) {
  const table = purchasingPersonalData.tables.find(({ table }) => table === name);
  if (!table) throw new Error(`${name} is not declared`);
  return table;
}

const subjectOf = ({ accountId, emailaddress }: Registered) => ({ accountId, emailaddress });

/** The rows that a copy of a person's data holds of a table. */
const copied = async (name: string, who: Registered) =>
  (await portal.work('test.copy', (work) => tableOf(name).readRows(work, subjectOf(who)))) as Record<
    string,
    unknown
  >[];

async function paidInHalves(): Promise<CouponBuyer> {
  const buyer = await newCouponBuyer(shop, half);
  await enterCard(shop, await pressPay(buyer));
  await buyer.visitor.perform(setPurchaseConfirmed, { purchaseid: buyer.purchaseId });
  await portal.runJobs();
  return buyer;
}

test('a buyer gets what they paid and got back, and nothing of the company’s part', async () => {
  const [buyer, other] = [await paidInHalves(), await paidInHalves()];
  const admin = await newStaff(portal);
  for (const { purchaseId } of [buyer, other]) {
    const { id: applicationid } = await portal.db
      .selectFrom('application')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const note = 'Ticket 4711: bought by mistake';
    await admin.visitor.perform(submitRefund, {
      applicationid,
      refundamount: '20',
      note,
      cancel_application: 'NO',
    });
  }
  await portal.runJobs();
  expect((await copied('refund_part', buyer)).map(({ amount_cents }) => amount_cents)).toEqual([1000]);
  expect(await copied('refund', buyer)).toMatchObject([
    { purchase_id: buyer.purchaseId, amount_cents: 2000 },
  ]);
  const ledger = await copied('ledger_entry', buyer);
  expect(ledger.map(({ kind, amount_cents }) => [kind, amount_cents]).toSorted()).toEqual([
    ['charge', 3950],
    ['refund', -1000],
  ]);
  expect(await copied('purchase', buyer)).toMatchObject([{ id: buyer.purchaseId, amount_cents: 3950 }]);
  // Their own attempt, and the hold on the company's card, which is about the same purchase.
  const attempts = await copied('payment_attempt', buyer);
  expect(attempts.map(({ purchase_id, kind }) => [purchase_id, kind]).toSorted()).toEqual([
    [buyer.purchaseId, 'company-card'],
    [buyer.purchaseId, 'element'],
  ]);
  expect(await copied('company_card', buyer)).toEqual([]);
  expect(await copied('company_card', half.owner)).toMatchObject([{ last4: '4242' }]);
});

test('the copy has a receipt for each purchase that the person paid', async () => {
  const [buyer, other] = [await paidInHalves(), await newCouponBuyer(shop, half)];
  const filesOf = (who: Registered) =>
    portal.work('test.files', async (work) => {
      const files = (await purchasingPersonalData.listFiles?.(work, subjectOf(who))) ?? [];
      return Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.read() })));
    });
  const files = await filesOf(buyer);
  expect(files.map(({ name }) => name)).toEqual([`receipt-${buyer.purchaseId.slice(-12)}.pdf`]);
  const [receipt] = files;
  expect(await pdfText(Buffer.from(receipt?.bytes ?? []).toString('base64'))).toContain('$39.50');
  expect(await filesOf(other)).toEqual([]);
});

test('a coupon is copied for its holder, for who sent it, and for who has its address, and for nobody else', async () => {
  const company = await newCouponCompany(shop, { type: 'percent', amount: 25 });
  const buyer = await newCouponBuyer(shop, company);
  const emailaddress = `invitee-${crypto.randomUUID()}@example.com`;
  const addressed = await inviteWithCoupon(shop, company, emailaddress);
  const idsOf = async (who: Registered) => (await copied('coupon', who)).map(({ id }) => id).toSorted();
  const invitee = { ...half.owner, accountId: crypto.randomUUID(), emailaddress: emailaddress.toUpperCase() };
  expect(await idsOf(buyer)).toEqual([buyer.couponId]);
  expect(await idsOf(company.owner)).toEqual([buyer.couponId, addressed.couponId].toSorted());
  expect(await idsOf(invitee)).toEqual([addressed.couponId]);
  expect(await idsOf({ ...invitee, emailaddress: 'nobody@example.com' })).toEqual([]);
});

test('the address of a coupon goes with the person who has it; who sent it stays its sender', async () => {
  const company = await newCouponCompany(shop, { type: 'percent', amount: 25 });
  const buyer = await newCouponBuyer(shop, company);
  const emailaddress = `invitee-${crypto.randomUUID()}@example.com`;
  const addressed = await inviteWithCoupon(shop, company, emailaddress);
  const erase = (who: Registered) =>
    portal.work('test.erase', (work) => tableOf('coupon').erase(work, subjectOf(who)));
  const holders = async () => {
    const { rows } = await portal.pool.query(
      'select account_id, emailaddress, issued_by from coupon where id = any($1) order by issued_at',
      [[buyer.couponId, addressed.couponId]],
    );
    return rows;
  };
  const issued_by = company.owner.accountId;
  const own = { account_id: buyer.accountId, emailaddress: null, issued_by };
  await erase(company.owner);
  expect(await holders()).toEqual([own, { account_id: null, emailaddress, issued_by }]);
  await erase({ ...buyer, emailaddress: emailaddress.toUpperCase() });
  expect(await holders()).toEqual([own, { account_id: buyer.accountId, emailaddress: null, issued_by }]);
});
