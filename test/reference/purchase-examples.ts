import { inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { enterCard, pressPay, type Shop } from '#test/factories/shop.ts';
import type { Show } from './examples.ts';

/** Purchases: choosing, coupons, payment and receipt, the card that pays a company’s coupons, and refunds. */

export async function showPurchases(shop: Shop, show: Show): Promise<void> {
  const { portal } = shop;
  const company = await newCouponCompany(shop, { type: 'flat', amount: 30 });
  const buyer = await newPerson(portal);
  const { visitor } = buyer;
  const { code: coupon_code } = await inviteWithCoupon(shop, company, buyer.accountId);
  const { packages } = await show(visitor, 'GET /profile/listpackages');
  const { purchaseid } = await show(visitor, 'POST /application/startpurchase', {
    packageid: packages[0].id,
  });
  await show(visitor, 'POST /application/removecoupon');
  await show(visitor, 'GET /application/removecoupon');
  await show(visitor, 'POST /application/verifycoupon', { coupon_code });
  await show(visitor, 'POST /application/getpurchase', { purchaseid });
  await enterCard(shop, await pressPay({ ...buyer, purchaseId: purchaseid }));
  await show(visitor, 'POST /application/setpurchaseconfirmed', { purchaseid });
  await portal.runJobs();
  await show(visitor, 'GET /profile/purchases');
  await show(visitor, 'GET /application/downloadreceipt', { purchaseid });

  const { visitor: staff } = await newStaff(portal);
  await show(staff, 'POST /admin/downloadreceipt', { purchaseid });
  const { body } = await staff.call('POST', '/admin/getuserbgchecks', { userid: buyer.accountId });
  await show(staff, 'POST /admin/submitrefund', {
    applicationid: body.applications[0].id,
    refundamount: '25.50',
    note: 'Paid for the wrong package',
  });

  const owner = company.owner.visitor;
  await show(owner, 'GET /profile/getpaymentmethod');
  await show(owner, 'POST /profile/updatepaymentmethod', { cardtoken: 'pm_card_mastercard' });
  await show(owner, 'POST /profile/removepaymentmethod');
  await owner.call('POST', '/profile/updatepaymentmethod', { cardtoken: 'pm_card_visa' });
  await show(owner, 'GET /profile/removepaymentmethod');
}
