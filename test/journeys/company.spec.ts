import { randomUUID } from 'node:crypto';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, fill, press, test } from '../browser/fixtures.ts';

test('staff make a company that a person owns', async ({ page, operations }) => {
  const staff = await newStaff(operations, {});
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Olivia', lastname: 'Acker' });
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`/admin/user/${person.accountId}`);
  await page.getByRole('link', { name: 'Enterprise Profile' }).click();
  await expect(page.getByText('Enterprise off')).toBeVisible();
  await expectAccessible(page);

  await fill(page, { 'Company name': 'Harbor & Pine', 'Host name (optional)': 'admin' });
  await press(page, 'Create company');
  await expect(page.getByText('Error: domain name not available.').first()).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue('Harbor & Pine');
  await expectAccessible(page);

  await fill(page, { 'Host name (optional)': `h-${randomUUID()}` });
  await press(page, 'Create company');
  await expect(page.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
  await expect(page.getByText('Enterprise on')).toBeVisible();
  await expectAccessible(page);
});
