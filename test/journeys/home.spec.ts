import type { Locator, Page } from '@playwright/test';
import { payFor } from '#test/factories/applicants.ts';
import { giveScore, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, expectShown, test } from '../browser/fixtures.ts';
import { searchFor } from './acts/network.ts';
import { makePerson } from './acts/person.ts';

/** Expects that the page has exactly one primary button. */
async function expectOnePrimary(page: Page, words: string): Promise<void> {
  await expect(page.locator('.btn-primary')).toHaveText([words]);
}

test('F36: home leads a new person to a check, one who paid to the application, and offers nothing that cannot be bought', async ({
  page,
  operations,
  join,
}) => {
  const { accountId } = await join(page, makePerson('900-00-0002'));
  await page.goto('/user');
  await expectOnePrimary(page, 'Purchase Background Check');
  await expect(page.locator('.sidebar').getByText('Purchase Background Check')).toHaveCount(1);
  await expectAccessible(page);

  const applicationId = await payFor(operations, accountId);
  await page.goto(`/application/downloadreport/${applicationId}`);
  await expectShown(page, 'report.failure');
  await expectAccessible(page);
  await page.goto('/user');
  await expectOnePrimary(page, 'Start my application');
  await expect(page.locator('.sidebar').getByText('Purchase Background Check')).toHaveCount(1);
  await expectAccessible(page);
});

test('a renewal is offered in its window and not before', async ({ page, enter, operations }) => {
  await enter(page, await newScoredPerson(operations, { days: 20 }));
  await page.goto('/user');
  await expectOnePrimary(page, 'Renew Background Check');
  await enter(page, await newScoredPerson(operations));
  await page.goto('/user');
  await expect(page.getByText('Renew Background Check')).toHaveCount(0);
  await expect(page.locator('.credential')).toContainText('Valid through');
  await expect(page.locator('.sidebar').getByText('Purchase Background Check')).toHaveCount(1);
  await page.goto('/user/purchase');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ShieldScore is active');
});

/** Expects at least one score in a place, and that all of them are gray and marked as expired. */
async function expectExpired(place: Locator): Promise<void> {
  await expect(place.locator('.grade-expired').first()).toContainText('Expired');
  await expect(place.locator('.grade:not(.grade-expired)')).toHaveCount(0);
  await expect(place.getByText('Valid through')).toHaveCount(0);
}

test('an expired score is gray and says so wherever it stands', async ({ page, enter, operations }) => {
  const company = await newCompany(operations);
  const omar = await newScoredPerson(operations, { firstname: 'Omar', days: -3 });
  const member = await newScoredPerson(operations);
  await joinNetwork(company, member);
  await giveScore(operations, member.accountId, { days: -3 });
  await enter(page, omar);
  await page.goto('/user');
  await expectExpired(page.getByRole('banner'));
  await expectExpired(page.getByRole('main'));
  await expect(page.locator('.credential')).toHaveAttribute('data-grade', 'NA');
  await page.goto('/user/profile');
  await expectExpired(page.getByRole('main'));

  await enter(page, company.owner);
  await page.goto('/user/network?status=expired');
  // The row says it as its status.
  await expect(page.locator('.data .grade:not(.grade-expired)')).toHaveCount(0);
  await expect(page.locator('.data .status')).toHaveText([/^Expired/]);
  await page.getByLabel(/^Actions for/).click();
  const details = page.locator('a[href*="/user/network/details/"]').first();
  await page.goto((await details.getAttribute('href')) ?? '');
  await expectExpired(page.getByRole('dialog'));
  await page.goto(`/user/search?searchterm=${omar.emailaddress}`);
  await expectExpired(page.getByRole('main'));

  await enter(page, await newStaff(operations));
  await page.goto(`/admin/tools?searchterm=${omar.emailaddress}`);
  await expectExpired(page.getByRole('main'));
  await page.locator('a[href*="/admin/user/"]').first().click();
  await expect(page.locator('.record-bar')).toContainText(/Expired \d\d\/\d\d\/\d{4}/);
  // Further down, the page also shows older results as they were. A table says it in the column of its date.
  const scores = page.getByRole('region', { name: 'ShieldScore', exact: true });
  await expect(scores.locator('.grade:not(.grade-expired)')).toHaveCount(0);
  await expect(scores.getByText(/^Expired \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(scores.getByText('Valid through')).toHaveCount(0);
  await expectAccessible(page);
});

test('a score is shared by its ShieldID, and who looked is listed', async ({
  page,
  script,
  enter,
  join,
  operations,
  otherBrowser,
}) => {
  await enter(page, await newScoredPerson(operations));
  await page.goto('/user#sharemyshieldid');
  if (!script) await page.locator('#sharemyshieldid').click();
  await expect(page.getByRole('heading', { name: 'Share My ShieldScore' })).toBeVisible();
  const shieldId = (await page.getByRole('main').locator('.bigid .id').textContent()) ?? '';
  expect(shieldId).toMatch(/^TX\d{9}$/);
  await expectAccessible(page);

  const other = await otherBrowser();
  const viewer = makePerson('900-00-0001');
  await join(other, viewer);
  await searchFor(other, shieldId);

  await page.goto('/user');
  await page.getByRole('link', { name: 'See all who saw your score' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who saw your score');
  const row = page.getByRole('row').filter({ hasText: viewer.lastname });
  await expect(row).toContainText('Looked up your ShieldID');
  await expectAccessible(page);

  await other.goto('/user/share');
  await expectShown(other, 'share.no-score');
  await expectAccessible(other);
});
