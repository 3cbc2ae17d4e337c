import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';

test('the owner makes a key, sees it once, and revokes it @browser', async ({ page, operations, enter }) => {
  const company = await newCompany(operations, { company_name: 'Harbor Keys' });
  await enter(page, company.owner);
  await page.goto('/user/developers');
  await page.getByRole('link', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Yard system');
  await press(page, 'Create key');
  await expectShown(page, 'api-keys.no-scope');
  await dialog.getByLabel('Read connections').check();
  await dialog.getByLabel('Allowed addresses').fill('198.51.100.0/24');
  await dialog.getByLabel('Current password', { exact: true }).fill(company.owner.password);
  await press(page, 'Create key');
  await expectShown(page, 'api-keys.made');
  await expectAccessible(page);
  const key = await page.getByText(/^shk_[\w-]{27}$/).textContent();
  expect(page.url()).not.toContain('shk_');
  await page.getByRole('link', { name: 'I’ve stored it' }).click();
  await expect(page.getByRole('table', { name: 'API keys' })).toContainText('connections:read');
  await expect(page.getByText(key ?? '')).toHaveCount(0);

  await page.getByLabel('Actions for Yard system').click();
  await page.getByRole('link', { name: 'Revoke' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(company.owner.password);
  await press(page, 'Revoke key');
  await expectShown(page, 'api-keys.revoked');
  await expect(page.getByRole('table', { name: 'API keys' })).toContainText('Revoked');
});

test('other members of the team read whom they ask for a key', async ({ page, operations, enter }) => {
  const company = await newCompany(operations, { company_name: 'Harbor Members' });
  const admin = await newTeamMember(operations, company, 'admin');
  await enter(page, admin);
  await page.goto('/user/developers');
  await expectShown(page, 'api-keys.owner-only');
  await page.goto('/user/developers/webhooks');
  await expectShown(page, 'api-keys.owner-only');
  await expect(page.getByText(/^Ask \S+ \S+\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'New key' })).toHaveCount(0);
});

test('the reference of the calls is kept as a file, which has its styles with it @browser @browser-plain', async ({
  page,
}) => {
  await page.goto('/api');
  const file = await page.getByRole('link', { name: 'the whole reference as one file' }).getAttribute('href');
  const html = await (await page.request.get(file ?? '')).text();
  await page.context().setOffline(true);
  await page.goto('about:blank');
  await page.setContent(html);
  await expect(page.locator('.apipage')).toHaveCSS('display', 'grid');
  await expect(page.getByRole('heading', { name: 'Verify a delivery' })).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
});
