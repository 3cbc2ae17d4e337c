import { describe, expect, it, test } from 'vitest';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { cancelInvite, getPaymentOptions, ignoreInvite, newInvite, search } from '#modules/network/index.ts';
import { DAY, Refusal, sql } from '#modules/platform/index.ts';
import {
  findUsableCoupon,
  getPurchase,
  removeCoupon,
  removePaymentMethod,
  setPurchaseConfirmed,
  startPurchase,
} from '#modules/purchasing/index.ts';
import {
  apply,
  type CouponCompany,
  inviteWithCoupon,
  newCouponBuyer,
  newCouponCompany,
} from '#test/factories/coupons.ts';
import { newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { type Buyer, choose, enterCard, newBuyer, openShop, pressPay } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

const shop = await openShop();
const { portal, stripe } = shop;
const percent = await newCouponCompany(shop, { type: 'percent', amount: 25 });
const invalid = { code: 'purchasing.coupon-invalid', text: 'Coupon code not valid' };

const confirm = ({ visitor, purchaseId }: Buyer) =>
  visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId });
const orderOf = ({ visitor, purchaseId }: Buyer) => visitor.perform(getPurchase, { purchaseid: purchaseId });

describe('F73: a coupon is applied and removed', () => {
  it.each([
    ['percent', 25, '59.25', 1975],
    ['flat', 30, '49', 3000],
    ['flat', 300, '0', 7900],
    ['full', undefined, '0', 7900],
    ['percent', 100, '0', 7900],
  ] as const)('%s %s leaves %s to pay', async (type, amount, subtotal, discount) => {
    const company = await newCouponCompany(shop, { type, ...(amount ? { amount } : {}) });
    const buyer = await newBuyer(shop);
    const stranger = await newPerson(portal);
    const { code } = await inviteWithCoupon(shop, company, buyer.accountId);
    // The purchase was already open, so the coupon is applied to it as soon as it is issued.
    expect(await orderOf(buyer)).toMatchObject({ price: 7900, coupon: { discount }, offered_code: null });
    await buyer.visitor.perform(removeCoupon, {});
    expect(await orderOf(buyer)).toMatchObject({ price: 7900, coupon: null, offered_code: code });
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const answer = await buyer.visitor.call('POST', '/application/verifycoupon', { coupon_code: typed });
    expect(answer).toEqual({ status: 200, body: { success: true, new_subtotal: subtotal } });
    expect((await orderOf(buyer)).purchasedetails.amount).toBe(7900 - discount);
    await expect(apply(stranger, code)).rejects.toMatchObject(invalid);
    const removed = await buyer.visitor.call('GET', '/application/removecoupon');
    expect(removed.body).toMatchObject({ success: true, new_subtotal: '79' });
  });

  it('is found applied by whoever begins to buy afterwards, and stays off once removed', async () => {
    const person = await newPerson(portal);
    await inviteWithCoupon(shop, percent, person.accountId);
    const buyer = { ...person, purchaseId: await choose(person, 'US') };
    expect((await orderOf(buyer)).coupon).toMatchObject({ description: '25% off', discount: 1975 });
    const other = { ...person, purchaseId: await choose(person, 'NY') };
    expect(await orderOf(other)).toMatchObject({ price: 9900, coupon: { discount: 2475 } });
    await person.visitor.perform(removeCoupon, {});
    const again = { ...person, purchaseId: await choose(person, 'US') };
    expect((await orderOf(again)).coupon).toBeNull();
  });

  it('belongs to an address until its owner registers', async () => {
    const emailaddress = `invitee-${crypto.randomUUID()}@example.com`;
    const { code } = await inviteWithCoupon(shop, percent, emailaddress);
    await expect(apply(await newBuyer(shop), code)).rejects.toMatchObject(invalid);
    const person = await newPerson(portal, { emailaddress });
    const buyer = { ...person, purchaseId: await choose(person, 'US') };
    expect((await orderOf(buyer)).coupon).toMatchObject({ discount: 1975 });
  });
});

describe('F73: Coupon code not valid', () => {
  const refused = async (
    change: (company: CouponCompany, inviteId: string) => Promise<unknown>,
    text: unknown = invalid.text,
  ) => {
    const company = await newCouponCompany(shop, { type: 'percent', amount: 25 });
    const buyer = await newCouponBuyer(shop, company);
    await buyer.visitor.perform(removeCoupon, {});
    await change(company, buyer.inviteId);
    Object.assign(buyer, { visitor: await signIn(portal, buyer) });
    await expect(apply(buyer, buyer.code)).rejects.toMatchObject({ ...invalid, text });
    expect((await orderOf(buyer)).purchasedetails.amount).toBe(7900);
  };
  const byStaff = async ({ companyId }: CouponCompany, changes: object) =>
    (await newStaff(portal, {})).visitor.perform(saveEnterpriseProfile, { companyid: companyId, ...changes });

  it('unknown, and without a purchase', async () => {
    const buyer = await newBuyer(shop);
    // Not even with a coupon that they could apply.
    await inviteWithCoupon(shop, percent, buyer.accountId);
    await buyer.visitor.perform(removeCoupon, {});
    const refusal = await apply(buyer, 'AAAA-BBBB-CCCC-DDDD').catch((caught: unknown) => caught);
    expect(refusal).toMatchObject(invalid);
    shows('coupon.invalid', invalid.text);
    const person = await newPerson(portal);
    const { code } = await inviteWithCoupon(shop, percent, person.accountId);
    await expect(apply(person, code)).rejects.toMatchObject(invalid);
    expect(await person.visitor.perform(removeCoupon, {})).toEqual({});
  });
  it('the invitation was canceled', () =>
    refused(({ owner }, inviteid) => owner.visitor.perform(cancelInvite, { inviteid })));
  it('the invitation has expired', () => refused(async () => portal.clock.advance(30 * DAY)));
  it('the company has no card, and the coupon is named', () =>
    refused(
      ({ owner }) => owner.visitor.perform(removePaymentMethod, {}),
      expect.stringMatching(/^Coupon code not valid\. The coupon from Test Builders \(25% off\)/),
    ));
  it('the type is inactive', () =>
    refused((company) => byStaff(company, { code_types: [{ id: company.typeId, active: 'NO' }] })));
  it('the company’s payments are off', () =>
    refused((company) => byStaff(company, { enable_payments: 'NO' })));
  it('the company is turned off', () =>
    refused(({ companyId }) =>
      portal.pool.query('update company set enterprise_enabled = false where id = $1', [companyId]),
    ));
  it('the invitee ignored the invitation', async () => {
    const buyer = await newCouponBuyer(shop, percent);
    await buyer.visitor.perform(ignoreInvite, { inviteid: buyer.inviteId });
    await portal.runJobs();
    expect(await orderOf(buyer)).toMatchObject({ coupon: null, purchasedetails: { amount: 7900 } });
    await expect(apply(buyer, buyer.code)).rejects.toMatchObject(invalid);
  });
});

test('F73: canceled while the buyer has the card form open: the payment is closed, and the coupon is off', async () => {
  const buyer = await newCouponBuyer(shop, percent);
  const intent = await pressPay(buyer);
  const owner = await signIn(portal, percent.owner);
  await owner.perform(cancelInvite, { inviteid: buyer.inviteId });
  await portal.runJobs();
  await expect(enterCard(shop, intent)).rejects.toThrow(/canceled/);
  expect(await orderOf(buyer)).toMatchObject({ coupon: null, purchasedetails: { amount: 7900 } });
  expect((await stripe.paymentIntents.retrieve(await pressPay(buyer))).amount).toBe(7900);
});

describe('F42: who may send a coupon', () => {
  it('the owner, admins whose switch is on, and nobody where payments are off', async () => {
    const company = await newCouponCompany(shop, { type: 'flat', amount: 30 });
    const admin = await newTeamMember(portal, company, 'admin');
    const send = async (by: typeof admin) => {
      const { accountId } = await newPerson(portal);
      return by.visitor.perform(newInvite, { touser: accountId, purchase_coupon: company.typeId });
    };
    await send(company.owner);
    const refusal = await send(admin).catch((caught: unknown) => caught);
    expect(refusal).toMatchObject({ code: 'network.coupon-not-allowed', status: 403 });
    shows('invitations.coupon-not-allowed', refusal instanceof Refusal ? refusal.text : '');
    expect((await admin.visitor.perform(getPaymentOptions, {})).code_types).toEqual([]);
    await sql`update team_member set issue_coupons = true where account_id = ${admin.accountId}`.execute(
      portal.db,
    );
    await send(admin);
    const answer = await admin.visitor.call('GET', '/network/paymentoptions');
    expect(answer.body).toMatchObject({
      success: true,
      code_types: [{ id: company.typeId, code_type: 'flat', amount: 30, description: '$30 off' }],
    });
    const staff = await newStaff(portal, {});
    await staff.visitor.perform(saveEnterpriseProfile, {
      companyid: company.companyId,
      enable_payments: 'NO',
    });
    await expect(send(company.owner)).rejects.toMatchObject({ code: 'network.coupon-not-allowed' });
  });

  it('the network that sent it finds it beside the person, until it is withdrawn', async () => {
    const person = await newScoredPerson(portal);
    const other = await newCouponCompany(shop, { type: 'full' });
    const foundBy = async ({ owner }: CouponCompany) => {
      const visitor = await signIn(portal, owner);
      return (await visitor.perform(search, { searchterm: person.emailaddress })).searchresults[0];
    };
    const { couponId, inviteId } = await inviteWithCoupon(shop, percent, person.accountId);
    expect((await foundBy(percent))?.purchase_coupon_details).toEqual({
      id: couponId,
      description: '25% off',
    });
    expect((await foundBy(other))?.purchase_coupon_details).toBeNull();
    await (await signIn(portal, percent.owner)).perform(cancelInvite, { inviteid: inviteId });
    expect((await foundBy(percent))?.purchase_coupon_details).toBeNull();
  });

  it('not the coupon of another company, and nothing is sent then', async () => {
    const other = await newCouponCompany(shop, { type: 'full' });
    const { accountId } = await newPerson(portal);
    const foreign = (await signIn(portal, percent.owner)).perform(newInvite, {
      touser: accountId,
      purchase_coupon: other.typeId,
    });
    await expect(foreign).rejects.toMatchObject({ code: 'not-found' });
    const staff = await newStaff(portal, {});
    await staff.visitor.perform(saveEnterpriseProfile, {
      companyid: other.companyId,
      code_types: [{ id: other.typeId, active: 'NO' }],
    });
    const off = await (await signIn(portal, other.owner))
      .perform(newInvite, { touser: accountId, purchase_coupon: other.typeId })
      .catch((caught: unknown) => caught);
    expect(off).toMatchObject({ code: 'purchasing.coupon-type-inactive' });
    shows('coupon.type-inactive', off instanceof Refusal ? off.text : '');
    const { rows } = await sql`select 1 from connection where account_id = ${accountId}`.execute(portal.db);
    expect(rows).toEqual([]);
  });
});

test('a package begun with a coupon keeps its price apart from what is paid', async () => {
  const buyer = await newCouponBuyer(shop, percent);
  const { packagedetails } = await orderOf(buyer);
  expect(packagedetails.base_price).toBe(7900);
  const again = await buyer.visitor.perform(startPurchase, { packageid: packagedetails.id });
  expect(again).toMatchObject({ purchaseid: buyer.purchaseId, amount: 5925 });
  await expect(confirm(buyer)).rejects.toMatchObject({ code: 'purchasing.not-paid' });
});

test('a coupon can be redeemed until the millisecond at which its invitation expires', async () => {
  const buyer = await newBuyer(shop);
  const { couponId } = await inviteWithCoupon(shop, percent, buyer.accountId);
  portal.clock.stop();
  const isOpen = async (left: number) => {
    const expires = new Date(portal.clock.now().getTime() + left);
    await portal.pool.query('update coupon set expires_at = $2 where id = $1', [couponId, expires]);
    return (await portal.work('test.coupon', (work) => findUsableCoupon(work, couponId))) !== undefined;
  };
  expect([await isOpen(1), await isOpen(0)]).toEqual([true, false]);
  portal.clock.run();
});
