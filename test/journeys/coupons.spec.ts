import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { updatePaymentMethod } from '#modules/purchasing/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';

test('F150, F42, F73, F75, F77: staff make a coupon, the owner sends it, the invitee completes without a card, the owner reads what it cost', async ({
  page,
  enter,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Harbor & Pine' });
  const { owner, companyId } = company;
  const staff = await newStaff(operations, {});
  await enter(page, staff);
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  await press(page, 'Turn payments on');
  await expect(page.getByText('Payments on', { exact: true })).toBeVisible();
  await page.getByLabel('Percent off').check();
  await page.getByLabel(/^Amount/).fill('101');
  await press(page, 'Create coupon');
  await expectShown(page, 'coupon.percent-wrong');
  await page.getByLabel('Full price').check();
  await press(page, 'Create coupon');
  await expect(page.getByRole('list', { name: 'Coupons' })).toContainText('Full price');
  await expectAccessible(page);
  await press(page, 'Deactivate Full price');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await press(page, 'Activate Full price');
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
  await page.getByLabel('Full price').check();
  await expectAccessible(page);
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');

  await enter(page, invitee);
  await page.goto('/user/purchase/selectpackage?pkgfilter=US');
  await press(page, 'Continue');
  await expect(page.getByText('Coupon: Full price')).toBeVisible();
  await expectShown(page, 'coupon.no-payment');
  await expectAccessible(page);
  await press(page, 'Remove coupon');
  await expectShown(page, 'coupon.removed');
  await expect(page.getByText('$79', { exact: true }).first()).toBeVisible();
  await press(page, 'Apply');
  await expectShown(page, 'coupon.applied');
  await page.getByLabel(/I have read and agree/).check();
  await press(page, 'Complete purchase');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase');
  await expectAccessible(page);

  await page.goto('/user/profile/accounting');
  const bought = page.getByRole('row').filter({ hasText: 'Coupon: Full price' });
  await expect(bought).toContainText('$0.00');
  await expect(bought).not.toContainText('Redeemed by');
  await expectAccessible(page);

  await enter(page, owner);
  await page.goto('/user/profile/accounting');
  const payment = page.getByRole('row').filter({ hasText: 'Coupon Discount Payment' });
  await expect(payment).toContainText('Coupon: Full price');
  await expect(payment).toContainText('Redeemed by Pat');
  await expect(payment).toContainText(invitee.emailaddress);
  await expect(payment).toContainText('$79.00');
  await payment.locator('summary').click();
  await expect(payment.getByText('Download Report')).toHaveCount(0);
  const receipt = payment.getByRole('link', { name: 'Download Receipt' });
  await expect(receipt).toBeVisible();
  await expectAccessible(page);
  const file = await page.request.get((await receipt.getAttribute('href')) ?? '');
  expect(file.headers()['content-disposition']).toMatch(/receipt-\d{14}\.pdf/);
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
});
