import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { choose } from '#test/factories/shop.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { test as onOwnPortal } from '../browser/own-portal.ts';
import { makePerson } from './acts/person.ts';
import { agreeAndPay, cards, typeCardHere } from './acts/purchase.ts';

// While the store is closed, nobody can buy anything on the portal.
onOwnPortal(
  'F78, F82: staff close the store for maintenance, and open it again',
  async ({ page, enter, otherBrowser, operations, script, expectedFaults }) => {
    expectedFaults.push(/^answer: 503 .*\/user\/purchase\/(cardpayment|completepurchase)/, /status of 503/);
    const person = await newPersonWithoutTwoStep(operations);
    const purchaseId = await choose(person, 'US');
    await enter(page, person);
    await page.goto(`/user/purchase/completepurchase?purchaseid=${purchaseId}`);
    if (script) await typeCardHere(page, cards.good);

    const staff = await otherBrowser();
    await enter(staff, await newStaff(operations, {}));
    await staff.goto('/admin/settings');
    await staff.getByRole('link', { name: 'Change the store' }).click();
    await expectAccessible(staff);
    await expectShown(staff, 'promotion.title');
    await staff.getByLabel('Closed from').fill('12/01/2099 2:00 AM');
    await press(staff, 'Save store');
    await expectShown(staff, 'store.window-whole');
    await staff.getByLabel('Closed until').fill('11/30/2099 2:00 AM');
    await press(staff, 'Save store');
    await expectShown(staff, 'store.window-order');
    await expectAccessible(staff);
    await staff.getByLabel('Closed from').fill('01/01/2024 2:00 AM');
    await press(staff, 'Save store');
    await expect(staff.getByText('The store is closed now.')).toBeVisible();
    await expectShown(staff, 'store.closed');
    await expectAccessible(staff);

    await agreeAndPay(page, script);
    await expectShown(page, 'store.closed');
    await expectAccessible(page);
    await page.goto('/user/purchase/selectpackage');
    await expect(page).toHaveURL(/\/purchasealerts$/);
    await expectShown(page, 'store.closed');
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0);
    await expectAccessible(page);

    await staff.getByLabel('Closed from').fill('');
    await staff.getByLabel('Closed until').fill('');
    await press(staff, 'Save store');
    await expect(staff.getByText('Open', { exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/selectpackage$/);
  },
);

test('F81, F82: the home page of a person without a check shows the card, and no claim', async ({
  page,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user');
  await expect(page.getByText('Your First Background Check')).toBeVisible();
  await expect(page.getByText('nearly 100,000')).toHaveCount(0);
  await expectAccessible(page);
});

// The limits are those of the whole portal.
onOwnPortal(
  'staff choose the free searches and the days of reminders, and each their own morning email',
  async ({ page, enter, operations }) => {
    await enter(page, await newStaff(operations, {}));
    await page.goto('/admin/settings/limits');
    await page.getByLabel('People found for free in 30 days').selectOption('10');
    const days = page.getByLabel('Days before expiration');
    await days.fill('30, 99');
    await press(page, 'Save limits and reminders');
    await expect(page.getByText('Enter up to 10 different days').first()).toBeVisible();
    await expect(days).toHaveValue('30, 99');
    await days.fill('7 30, 1');
    const scoreDays = page.getByLabel('Days after a score is ready');
    await scoreDays.fill('2, 4');
    await press(page, 'Save limits and reminders');
    await expect(page.getByText('Enter 3 different days from 1 to 29').first()).toBeVisible();
    await scoreDays.fill('9, 2, 4');
    await page.getByLabel('Days before the card expires').fill('14');
    await press(page, 'Save limits and reminders');
    await expect(page.getByText('Limits and reminders saved')).toBeVisible();
    await expect(page.getByText(/Last changed by/).first()).toBeVisible();
    await page.reload();
    await expect(days).toHaveValue('30, 7, 1');
    await expect(scoreDays).toHaveValue('2, 4, 9');
    await expect(page.getByLabel('Days before the card expires')).toHaveValue('14');
    await expect(page.getByLabel('Days after the invitation')).toHaveValue('3, 7, 14');
    await expect(page.getByLabel('People found for free in 30 days')).toHaveValue('10');

    await page.goto('/admin/settings/digest');
    const wanted = page.getByLabel('Email me each morning');
    await expect(wanted).toBeChecked();
    await wanted.setChecked(false, { force: true });
    await press(page, 'Save morning email');
    await expect(page.getByText('Morning email saved')).toBeVisible();
    await expect(wanted).not.toBeChecked();
  },
);

test('staff look at an email in any brand, and send themselves the sample', async ({
  page,
  enter,
  operations,
}) => {
  await enter(page, await newStaff(operations, {}));
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Preview emails' }).click();
  await page.getByRole('link', { name: 'Your receipt for Standard background check' }).click();
  await expect(page.getByText('receipt, version 1')).toBeVisible();
  await press(page, 'Show');
  await expect(page.getByText('your purchase is complete').first()).toBeVisible();
  await press(page, 'Send to me');
  await expect(page.getByText('The sample is on its way to you')).toBeVisible();
});
