import type { Page } from '@playwright/test';
import { newCompany } from '#test/factories/network.ts';
import { enterAsStaff } from '../../browser/enter-as-staff.ts';
import { expect, expectAccessible, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';

const origin = 'https://reports.example.com';

/** Answers in place of the external tool. */
async function standIn(page: Page): Promise<void> {
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Reports</title><main><h1>Reports of another tool</h1></main></html>',
    }),
  );
}

const policyOf = async (page: Page, path: string) =>
  (await page.goto(path))?.headers()['content-security-policy'];

// The policy of frames is carried out by the browser.
test('staff put a reporting tool into the frames of the dashboards, and take it out again', {
  tag: '@script',
}, async ({ page, otherBrowser, operations, enter }) => {
  const company = await newCompany(operations, { dashboard_enabled: true });
  const member = await otherBrowser();
  await enter(member, company.owner);
  await standIn(page);
  await standIn(member);
  await enterAsStaff(page, operations);

  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Change dashboards' }).click();
  await expectAccessible(page);
  await fill(page, { 'Company dashboards (optional)': 'http://reports.example.com/embed' });
  await press(page, 'Save dashboards');
  await expect(page.getByText('Enter an address that begins with https://').first()).toBeVisible();
  await expectAccessible(page);
  expect(await policyOf(member, '/user/dashboard')).not.toContain(origin);

  await page.goto('/admin/settings/dashboards');
  await fill(page, {
    'Company dashboards (optional)': `${origin}/embed?company={companyid}`,
    'Console dashboard (optional)': `${origin}/console`,
  });
  await press(page, 'Save dashboards');
  await expect(page.getByText('Dashboards saved')).toBeVisible();

  // Only the page with the frame allows the tool, also after a navigation from a page that does not allow it.
  expect(await policyOf(member, '/user')).not.toContain(origin);
  await member.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const frame = member.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Reports of another tool' })).toBeVisible();
  await expect(member.locator('iframe')).toHaveAttribute(
    'src',
    `${origin}/embed?company=${company.companyId}`,
  );
  expect(await policyOf(member, '/user/dashboard')).toMatch(
    new RegExp(`frame-src 'self' ${origin.replaceAll('.', '\\.')};`),
  );
  await expectAccessible(member);
  expect(await policyOf(page, '/admin')).toContain(`frame-src 'self' ${origin};`);
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Reports of another tool');

  await page.goto('/admin/settings/dashboards');
  await fill(page, { 'Company dashboards (optional)': '', 'Console dashboard (optional)': '' });
  await press(page, 'Save dashboards');
  await expect(page.getByText('Dashboards saved')).toBeVisible();
  expect(await policyOf(member, '/user/dashboard')).not.toContain(origin);
  await expect(member.frameLocator('iframe').getByText('No people in your network yet')).toBeVisible();
});
