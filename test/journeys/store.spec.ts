import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { staffOf, staffPassword } from '../browser/staff.ts';
import { makePerson } from './acts/person.ts';

test('F78, F82: staff set a time for maintenance and the card for a first check', async ({ page, enter }, {
  project,
}) => {
  await enter(page, { emailaddress: staffOf(project.name), password: staffPassword });
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Change the store' }).click();
  await expectAccessible(page);
  await page.getByLabel('Closed from').fill('12/01/2099 2:00 AM');
  await press(page, 'Save store');
  await expectShown(page, 'store.window-whole');
  await page.getByLabel('Closed until').fill('11/30/2099 2:00 AM');
  await press(page, 'Save store');
  await expectShown(page, 'store.window-order');
  await expectAccessible(page);
  await expect(page.getByText('Your First Background Check')).toBeVisible();
});

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
