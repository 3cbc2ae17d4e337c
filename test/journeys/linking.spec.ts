import { randomUUID } from 'node:crypto';
import { SECOND } from '#modules/platform/browser.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { stopPageClock, untilScripted } from '../browser/stopwatch.ts';

/** Staff move a check to another account of the same person. */

/** A person with two accounts: one with a check and its number at the agency, one without. */
async function newTwoAccounts(operations: VisitedPortal) {
  const from = await newScoredPerson(operations, { firstname: 'Nora', lastname: 'Twofold' });
  const to = await newPersonWithoutTwoStep(operations, { firstname: 'Nora', lastname: 'Onefold' });
  const profile = randomUUID();
  await operations.pool.query(
    `update cra_order set profile_number = $2, placed_at = created_at, state = 'completed'
     where application_id in (select id from application where account_id = $1)`,
    [from.accountId, profile],
  );
  return { from, to, profile };
}

test('staff find a check under another account, see both people, and move it with a reason', async ({
  page,
  operations,
}) => {
  const { from, to, profile } = await newTwoAccounts(operations);
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${to.accountId}`);
  await page.getByRole('link', { name: 'Link a check' }).click();
  await expect(page.getByRole('heading', { name: 'Link a check' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search background checks').fill('no');
  await press(page, 'Search');
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible();
  await page.getByLabel('Search background checks').fill(`${profile}x`);
  await press(page, 'Search');
  await expect(page.getByRole('heading', { name: 'No check found' })).toBeVisible();
  await page.getByLabel('Search background checks').fill(profile);
  await press(page, 'Search');
  await page.getByRole('link', { name: `Choose the check of Nora Twofold, profile ${profile}` }).click();

  await expect(page.getByRole('heading', { name: 'Move this check to this account?' })).toBeVisible();
  await expect(page.getByText(from.emailaddress)).toBeVisible();
  await expect(page.getByText(to.emailaddress).last()).toBeVisible();
  await expect(page.getByText(`${from.shieldId} moves with it`)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Move the check');
  await expect(page.getByText('Write why the check is moved').first()).toBeVisible();
  await fill(page, { Reason: 'Nora married and registered again' });
  await press(page, 'Move the check');
  await expectShown(page, 'transfer.name');
  await page.getByLabel('Both names belong to the same person').check();
  await press(page, 'Move the check');
  await expect(page.getByText('The check was moved to this account')).toBeVisible();

  const checks = page.locator('#checks');
  await expect(checks.getByText('came from Nora Twofold')).toBeVisible();
  await expect(checks.getByText('Nora married and registered again')).toBeVisible();
  await expect(checks.getByText('Active', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await checks.getByRole('link', { name: 'Nora Twofold' }).click();
  await expect(page.getByRole('heading', { name: 'Nora Twofold', level: 1 })).toBeVisible();
  await expect(page.locator('#checks').getByText('went to Nora Onefold')).toBeVisible();
  await expect(page.locator('#checks').getByRole('table')).toHaveCount(0);
});

test('a search during typing does not take the place of what is chosen meanwhile', {
  tag: '@script',
}, async ({ page, operations }) => {
  const { to, profile } = await newTwoAccounts(operations);
  await enterAsStaff(page, operations);
  const clock = await stopPageClock(page);
  await page.goto(`/admin/user/${to.accountId}/link?searchvalue=${profile.slice(0, -1)}`);
  await untilScripted(page);
  const choice = Promise.withResolvers<void>();
  await page.route(/\/link\/confirm\.data/, async (route) => {
    await choice.promise;
    await route.continue();
  });
  await page.getByLabel('Search background checks').fill(profile);
  const chosen = page.waitForRequest(/\/link\/confirm\.data/);
  await page.getByRole('link', { name: /^Choose the check of Nora Twofold/ }).click();
  await chosen;
  await clock.advance(SECOND);
  choice.resolve();
  await expect(page.getByRole('heading', { name: 'Move this check to this account?' })).toBeVisible();
});
