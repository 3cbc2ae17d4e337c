import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { removeCoupon, removePaymentMethod, updatePaymentMethod } from '#modules/purchasing/index.ts';
import { declineCard, inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { readNumbers } from '../browser/readings.ts';
import { showsNumbers } from '../shown.ts';
import { openRowMenu } from './acts/network.ts';
import { agreeAndPay, cards, typeCardHere } from './acts/purchase.ts';

test('F150, F42, F73, F75, F76, F77: staff make a coupon, the owner sends it, the invitee completes without a card, the owner reads what it cost', async ({
  page,
  enter,
  operations,
  script,
}) => {
  const company = await newCompany(operations, { company_name: 'Harbor & Pine' });
  const { owner, companyId } = company;
  const staff = await newStaff(operations, {});
  await enter(page, staff);
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  await press(page, 'Turn on Payments');
  await expect(page.getByText('Payments turned on')).toBeVisible();
  await page.getByLabel('Percent off').check();
  await page.getByLabel(/^Amount/).fill('101');
  await press(page, 'Create coupon');
  await expectShown(page, 'coupon.percent-wrong');
  await page.getByLabel('100% off: your company pays').check();
  await press(page, 'Create coupon');
  await expect(page.getByRole('list', { name: 'Coupons' })).toContainText('100% off: your company pays');
  await expectAccessible(page);
  await press(page, 'Deactivate 100% off: your company pays');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await press(page, 'Activate 100% off: your company pays');
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid: companyId,
    new_code_type: 'percent',
    new_code_amount: '25',
  });
  await owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });

  const invitee = await newPerson(operations);
  await enter(page, owner);
  await page.goto('/user/network/invite');
  await page.getByLabel(/Email or ShieldID/).fill(invitee.emailaddress);
  await page.getByLabel('100% off: your company pays').check();
  await expectAccessible(page);
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
  await page.goto('/user/network');
  await openRowMenu(page, invitee.emailaddress);
  await page.getByRole('link', { name: 'Copy Purchase Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchase Link' })).toBeVisible();
  await expectAccessible(page);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  await enter(page, invitee);
  await page.goto(link);
  await expect(page).toHaveURL(/\/user\/purchase/);
  await page.goto('/user/purchase/selectpackage?pkgfilter=US');
  await press(page, 'Continue');
  await expectShown(page, 'coupon.full');
  await expectShown(page, 'coupon.no-payment');
  await expectAccessible(page);
  await press(page, 'Remove coupon');
  await expectShown(page, 'coupon.removed');
  await expect(page.getByText('$79', { exact: true }).first()).toBeVisible();
  await press(page, 'Apply');
  await expectShown(page, 'coupon.applied');
  await page.getByLabel(/I have read and agree/).check();
  const downloaded = script ? page.waitForEvent('download') : Promise.resolve(null);
  await press(page, 'Complete purchase');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase');
  expect((await downloaded)?.suggestedFilename() ?? 'receipt-20260101000000.pdf').toMatch(
    /^receipt-\d{14}\.pdf$/,
  );
  await expectAccessible(page);
  // Back to the invitation that the link was for, and from there to the application.
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  const accept = page.getByRole('dialog', { name: 'Accept Invite and Share' });
  await expect(accept).toBeVisible();
  await expectAccessible(page);
  await accept.getByRole('button', { name: 'Continue application' }).click();
  await expect(page).toHaveURL(/\/user\/application/);

  await page.goto('/user/profile/accounting');
  const bought = page.getByRole('row').filter({ hasText: 'Coupon: 100% off: your company pays' });
  await expect(bought).toContainText('$0.00');
  await expect(bought).not.toContainText('Redeemed by');
  await expectAccessible(page);

  await enter(page, owner);
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'purchases.coupon-payment');
  const payment = page.getByRole('row').filter({ hasText: 'Coupon Discount Payment' });
  await expect(payment).toContainText('Coupon: 100% off: your company pays');
  await expect(payment).toContainText('Redeemed by Pat');
  await expect(payment).toContainText(invitee.emailaddress);
  await expect(payment).toContainText('$79.00');
  await payment.getByLabel(/^Actions for/).click();
  await expect(payment.getByText('Download Report')).toHaveCount(0);
  const receipt = payment.getByRole('link', { name: 'Download Receipt' });
  await expect(receipt).toBeVisible();
  await expectAccessible(page);
  const file = await page.request.get((await receipt.getAttribute('href')) ?? '');
  expect(file.headers()['content-disposition']).toMatch(/receipt-\d{14}\.pdf/);
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await enter(page, staff);
  await page.goto(`/admin/user/${invitee.accountId}`);
  await page.locator('a[aria-label^="Actions for National"]').click();
  const companys = page.getByRole('link', { name: 'Download company receipt' });
  await expect(companys).toBeVisible();
  await expectAccessible(page);
  const copy = await page.request.get((await companys.getAttribute('href')) ?? '');
  expect((await copy.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('F150: the amount of a coupon has bounds, and no coupon is made twice', async ({
  page,
  enter,
  operations,
}) => {
  const { owner } = await newCompany(operations);
  await enter(page, await newStaff(operations, {}));
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  const create = async (type: 'Percent off' | 'Dollars off', amount: string) => {
    await page.getByLabel(type).check();
    await page.getByLabel(/^Amount/).fill(amount);
    await press(page, 'Create coupon');
  };
  await create('Percent off', '0');
  await expectShown(page, 'coupon.percent-wrong');
  showsNumbers('coupon.percent', [await readNumbers(page.getByText(/^Enter a percentage from/).first())]);
  await expectAccessible(page);
  await create('Dollars off', '301');
  await expectShown(page, 'coupon.flat-wrong');
  showsNumbers('coupon.flat-dollars', [await readNumbers(page.getByText(/^Enter an amount from/).first())]);
  await expectAccessible(page);
  await create('Dollars off', '300');
  await expect(page.getByRole('list', { name: 'Coupons' })).toContainText('$300 off');
  await create('Dollars off', '300');
  await expectShown(page, 'coupon.type-exists');
  await expectAccessible(page);
});

test('F73, F80: nobody pays another amount than they read; a code and the company’s card can be refused', async ({
  page,
  script,
  enter,
  operations,
}) => {
  const at = { portal: operations };
  const percent = await newCouponCompany(at, { type: 'percent', amount: 25 });
  const full = await newCouponCompany(at, { type: 'full' });
  const invitee = await newPerson(operations);
  await inviteWithCoupon(at, percent, invitee.accountId);
  await enter(page, invitee);
  await page.goto('/user/purchase/selectpackage?pkgfilter=US');
  await press(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Pay $59.25' })).toBeVisible();
  if (script) await typeCardHere(page, cards.good);
  await invitee.visitor.perform(removeCoupon, {});
  await agreeAndPay(page, script, '$59.25');
  await expectShown(page, 'purchase.amount-changed');
  await expect(page.getByRole('button', { name: 'Pay $79' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Coupon code').fill('AAAA-BBBB-CCCC-DDDD');
  await press(page, 'Apply');
  await expectShown(page, 'coupon.invalid');
  await expectAccessible(page);
  // An error of the code is no longer said once the person goes on to pay.
  if (script) {
    await press(page, 'Pay $79');
    await expect(page.getByText('Coupon code not valid')).toHaveCount(0);
  }

  await declineCard(at, full);
  await inviteWithCoupon(at, full, invitee.accountId);
  await page.goto('/user/purchase/completepurchase');
  await expectShown(page, 'coupon.no-payment');
  await page.getByLabel('I have read and agree').check();
  await press(page, 'Complete purchase');
  await expectShown(page, 'coupon.invalid');
  await expectShown(page, 'coupon.not-charged');
  await expect(page.getByRole('button', { name: 'Pay $79' })).toBeVisible();
  await page.goto('/user/purchase/completepurchase');
  await expectShown(page, 'coupon.unusable');

  await enter(page, full.owner);
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'coupon.card-refused');
  await expectAccessible(page);
  await page.goto('/user/network/invite');
  await expectShown(page, 'coupon.card-needed');
  await operations.pool.query('update company_card set exp_year = 2020 where company_id = $1', [
    full.companyId,
  ]);
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'coupon.card-expired');
  await full.owner.visitor.perform(removePaymentMethod, {});
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'coupon.card-missing');

  // A coupon that stops working while it is applied is named, and the person may go on without it.
  const other = await newPerson(operations);
  const third = await newCouponCompany(at, { type: 'flat', amount: 25 });
  await inviteWithCoupon(at, third, other.accountId);
  await enter(page, other);
  await page.goto('/user/purchase/selectpackage?pkgfilter=US');
  await press(page, 'Continue');
  await expect(page.getByText('Test Builders pays $25. You pay $54.')).toBeVisible();
  await third.owner.visitor.perform(removePaymentMethod, {});
  await page.goto('/user/purchase/completepurchase');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expect(page.getByText('The coupon from Test Builders ($25 off)')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Continue without the coupon');
  await expect(page.getByRole('button', { name: 'Pay $79' })).toBeVisible();
});
