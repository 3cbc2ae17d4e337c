import { recordAccess } from '#modules/identity/index.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

test('what was typed into the profile is kept', async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await expectAccessible(page);
  await page.getByLabel(/^Business name/).fill('Jo and Daughters');
  await press(page, 'Save');
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Business name/)).toHaveValue('Jo and Daughters');
});

test('F22: a tour shows where everything is, by keyboard too, and can be left at any step', async ({
  page,
  join,
  script,
}) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user?starttour=1');
  if (!script) {
    await expect(page.getByText('Look up someone’s ShieldID or email')).toBeVisible();
    await expectAccessible(page);
    return;
  }
  const step = page.getByRole('dialog');
  await expect(step.getByText('Search ShieldID')).toBeVisible();
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
});

test('a person reads who saw their score, and why', async ({ page, join, operations }) => {
  const person = makePerson('900-00-0002');
  const { accountId } = await join(page, person);
  const viewer = await newPersonWithoutTwoStep(operations, { firstname: 'Victor', lastname: 'Viewer' });
  for (const viewerAccountId of [viewer.accountId, accountId]) {
    await operations.work('journeys.see', (work) =>
      recordAccess(work, { personId: accountId, viewerAccountId, viewerCompanyId: null, kind: 'report' }),
    );
  }
  await page.goto('/user');
  await page.getByRole('link', { name: /^See all/ }).click();
  await expect(page).toHaveURL(/\/user\/seen$/);
  await expect(page.getByText('Victor Viewer')).toHaveCount(1);
  await expect(page.getByText('Opened your report')).toHaveCount(1);
  await expect(page.getByText('You share your report with them.')).toBeVisible();
  await expectAccessible(page);
});
