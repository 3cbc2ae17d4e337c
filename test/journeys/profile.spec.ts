import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

test('a switch that was turned off stays off, and the Save of the page saves all of it', async ({
  page,
  script,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await expectAccessible(page);
  const sharing = page.getByLabel(/^Share my ShieldScore/);
  const reminders = page.getByLabel('Email me renewal reminders');
  await sharing.uncheck();
  if (script) await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await reminders.uncheck();
  await page.getByLabel(/^Business name/).fill('Jo and Daughters');
  await press(page, 'Save');
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.reload();
  await expect(sharing).not.toBeChecked();
  await expect(reminders).not.toBeChecked();
  await expect(page.getByLabel(/^ShieldID \(ABC#\)/)).not.toBeChecked();
  await expect(page.getByLabel('Email me network invitations')).toBeChecked();
  await expect(page.getByLabel(/^Business name/)).toHaveValue('Jo and Daughters');

  if (!script) return;
  // Without a press of Save.
  await sharing.check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(sharing).toBeChecked();
});
