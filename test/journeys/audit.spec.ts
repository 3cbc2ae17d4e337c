import { newCompany } from '#test/factories/network.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, press, test } from '../browser/fixtures.ts';

test('staff find a company, turn a feature on, read beside it who did, and follow it into the log and back', async ({
  page,
  operations,
}) => {
  const name = `Tamarack Yards ${Date.now()}`;
  await newCompany(operations, { company_name: name });
  await enterAsStaff(page, operations, { firstname: 'Edith', lastname: 'Marlow' });
  await page.goto('/admin/companies');
  await page.getByRole('searchbox', { name: /^Search Name, host/ }).fill(name);
  await press(page, 'Filter');
  await page.getByRole('link', { name }).click();
  await press(page, 'Turn on Team management');
  const row = page.getByRole('listitem').filter({ hasText: 'Team management' }).first();
  await expect(row).toContainText('Last changed by Edith Marlow');

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText('team management enabled').first()).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Operation' })).toBeVisible();
  await page.getByRole('link', { name: /all its entries/ }).click();
  await expect(page.getByText('One session of Edith Marlow')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Settings and catalog' }).click();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Company feature turned on or off');
  await press(page, 'Filter');
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('link', { name: 'Audit log' }).last().click();
  await expect(page.getByText(`By or about the company ${name}`)).toBeVisible();
});
