import { randomInt, randomUUID } from 'node:crypto';
import { listSeen } from '#modules/identity/index.ts';
import { giveScore, moveApplication, newScoredPerson } from '#test/factories/network.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';

/** What staff do with the checks of a person. */

test('staff open the report of a finished check with a reason, which the person sees', {
  tag: '@keyboard',
}, async ({ page, operations, expectedFaults }) => {
  const person = await newScoredPerson(operations, { firstname: 'Ruth', lastname: 'Hazel' });
  // The sandbox agency does not know the profile of a score for which no check was made.
  await operations.pool.query(
    `update cra_order set profile_number = $2, placed_at = created_at
     where application_id in (select id from application where account_id = $1)`,
    [person.accountId, randomUUID()],
  );
  await enterAsStaff(page, operations);
  const openReport = async () => {
    await page.goto(`/admin/user/${person.accountId}`);
    await page.locator('a[aria-label^="Actions for National"]').click();
    await page.getByRole('link', { name: 'Open report' }).click();
    await expect(page.getByRole('heading', { name: 'Open the report of Ruth Hazel?' })).toBeVisible();
  };
  await openReport();
  await expectAccessible(page);
  await press(page, 'Open report');
  await expect(page.getByText('Write why you need to open the report').first()).toBeVisible();
  await fill(page, { Reason: 'Ruth asks what it says' });
  await press(page, 'Open report');
  await expect(page.getByRole('link', { name: 'Download report' })).toHaveAttribute(
    'href',
    /^\/application\/report\//,
  );
  await expectAccessible(page);
  const { seen } = await person.visitor.perform(listSeen, {});
  expect(seen).toMatchObject([{ kind: 'staff-report', viewer_name: 'Our staff' }]);

  await openReport();
  expectedFaults.push(/\b503\b/);
  await page.getByText('The file is damaged or out of date').click();
  await press(page, 'Get the report again');
  await expectShown(page, 'agency.silent');
  await page.goto(`/admin/user/${person.accountId}`);
  await page.getByRole('link', { name: 'Identity records' }).click();
  await expect(page.getByRole('heading', { name: 'Identity records' })).toBeVisible();
  await expectShown(page, 'agency.silent');
  await expectAccessible(page);
});

test('staff find a background check by its number, narrow it to a status, and open the person’s record', async ({
  page,
  operations,
  script,
}) => {
  const person = await newScoredPerson(operations, { firstname: 'Edith', lastname: 'Searchwell' });
  const profile = randomUUID();
  await operations.pool.query(
    `update cra_order set profile_number = $2, placed_at = created_at, state = 'completed'
     where application_id in (select id from application where account_id = $1)`,
    [person.accountId, profile],
  );
  await enterAsStaff(page, operations);
  await page.goto('/admin/tools');
  await page.getByRole('link', { name: 'Background checks', exact: true }).click();
  const box = page.getByLabel('Search background checks');
  await expectAccessible(page);
  await box.fill('ed');
  await press(page, 'Search');
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible();
  await box.fill(`${profile}x`);
  await press(page, 'Search');
  await expect(page.getByRole('heading', { name: 'No check found' })).toBeVisible();
  await box.fill('');
  if (script) await box.pressSequentially(profile.slice(0, 13));
  else {
    await box.fill(profile.slice(0, 13));
    await press(page, 'Search');
  }
  const found = page.getByRole('region', { name: 'Background checks found' });
  await expect(found.getByText(profile)).toBeVisible();
  await expectAccessible(page);
  await found.getByRole('combobox', { name: 'Status' }).selectOption('In Progress');
  await press(page, 'Filter');
  await expect(page.getByRole('heading', { name: 'No check has this status' })).toBeVisible();
  await expectAccessible(page);
  await found.getByRole('combobox', { name: 'Status' }).selectOption('Complete');
  await press(page, 'Filter');
  await found.getByRole('link', { name: 'Edith Searchwell' }).click();
  await expect(page.getByRole('heading', { name: 'Edith Searchwell' })).toBeVisible();
});

test('staff make another check of a person the active one, with a reason', { tag: '@keyboard' }, async ({
  page,
  operations,
}) => {
  const person = await newScoredPerson(operations, { firstname: 'Hugo', lastname: 'Twice', score: 'IC01' });
  await giveScore(operations, person.accountId, { score: 'IC03', days: 320 });
  const newest = await operations.db
    .selectFrom('shield_score')
    .select('application_id as id')
    .where('account_id', '=', person.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  await enterAsStaff(page, operations);
  const record = `/admin/user/${person.accountId}`;
  const makeActive = async () => {
    await page.goto(record);
    const checks = page.locator('#checks');
    await expect(checks.getByText('Active', { exact: true })).toHaveCount(1);
    await checks.locator('a[aria-label^="Actions for National"]').last().click();
    await page.getByRole('link', { name: 'Make active' }).last().click();
    await expect(page.getByRole('heading', { name: 'Make this the active check?' })).toBeVisible();
  };
  await makeActive();
  await expectAccessible(page);
  await press(page, 'Make active');
  await expect(page.getByText('Write why this check becomes the active one').first()).toBeVisible();
  await fill(page, { Reason: 'The newer one was ordered by mistake' });
  await moveApplication(operations, person.accountId, newest.id, 'monitorrequiresapproval');
  await press(page, 'Make active');
  await expectShown(page, 'check.open');
  await moveApplication(operations, person.accountId, newest.id, 'done');
  await makeActive();
  await fill(page, { Reason: 'The newer one was ordered by mistake' });
  await press(page, 'Make active');
  await expect(page.getByText('Active check changed. The person has been notified.')).toBeVisible();
  await expect(page.locator('#score').getByRole('row').filter({ hasText: 'Active' })).toContainText('1');
});

test('staff make another ShieldID of a person the active one', { tag: '@keyboard' }, async ({
  page,
  operations,
}) => {
  const { accountId, shieldId } = await newScoredPerson(operations, { firstname: 'Ines', lastname: 'Twice' });
  const number = `TX${randomInt(1_000_000_000).toString().padStart(9, '0')}`;
  const at = operations.clock.now();
  await operations.db
    .insertInto('shield_id')
    .values({ number, account_id: accountId, issued_at: at, retired_at: at })
    .execute();
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${accountId}`);
  const section = page.locator('#shieldid');
  await expect(section).toContainText('Only one ShieldID can be active at a time.');
  await press(page, 'Make active');
  await expect(page.getByText(`${number} is the active ShieldID now`)).toBeVisible();
  await expect(section.getByRole('row').filter({ hasText: number })).toContainText('Active');
  await expect(section.getByRole('row').filter({ hasText: shieldId })).toContainText('Inactive');
});
