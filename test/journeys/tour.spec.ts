import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

test('F22: a tour shows where everything is, by keyboard too, and can be left at any step', {
  tag: '@browser',
}, async ({ page, join, script }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user?gettingstarted');
  await expect(page.getByRole('link', { name: 'Take a tour', exact: true })).toBeVisible();
  await page.goto('/user?starttour=1');
  if (!script) {
    await expect(page.getByText('Look up someone’s ShieldID or email')).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Close the tour');
    await page.goto('/user?gettingstarted');
    await expect(page.getByRole('link', { name: 'Take a tour', exact: true })).toHaveCount(0);
    return;
  }
  const step = page.getByRole('dialog');
  await expect(step.getByText('Search ShieldID')).toBeVisible();
  // The color of the tour according to the documents (doc2 §2.15).
  await expect(step.getByRole('button', { name: 'Next' })).toHaveCSS('background-color', 'rgb(190, 32, 38)');
  await expectAccessible(page);
  await step.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(step.getByText('Your background check')).toBeVisible();
  await step.getByRole('button', { name: 'Back' }).click();
  await expect(step.getByText('Search ShieldID')).toBeVisible();
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(step.getByText('Your background check')).toBeVisible();
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(step.getByText('My Invitations')).toBeVisible();
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/user\/profile\?tourstep=\d$/);
  await expect(step.getByText('My Profile')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(step).toBeHidden();
  await expect(page).toHaveURL(/\/user\/profile$/);
  await expect(async () => {
    await page.goto('/user?gettingstarted');
    await expect(page.getByText('Here’s what to do first')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Take a tour', exact: true })).toHaveCount(0);
  }).toPass();
});

test('F22: staff change what the tour says', async ({ page, join, operations, otherBrowser }) => {
  const console = await otherBrowser();
  const staff = await newStaff(operations, {});
  const url = operations.config.publicUrl;
  await console
    .context()
    .addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await console.goto('/admin/settings/tour');
  await expectAccessible(console);
  const network = console.getByRole('group', { name: 'Step 7' });
  await network.getByLabel('Title').fill('');
  await press(console, 'Save tour');
  await expect(console.getByText('Enter a title').first()).toBeVisible();
  await expectAccessible(console);
  await network.getByLabel('Title').fill('My trusted network');
  await press(console, 'Save tour');
  await expect(console.getByText('Tour saved')).toBeVisible();
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/network?tourstep=5');
  await expect(page.getByText('My trusted network').filter({ visible: true }).first()).toBeVisible();
});
