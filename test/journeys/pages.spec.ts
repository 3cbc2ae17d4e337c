import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, test } from '../browser/fixtures.ts';

/** Pages and dialogs that no other journey looks at in each window size. They are only opened here. */

const own = [
  '/user/seen',
  '/user/releasenotes',
  '/user/purchasepreferences',
  '/user/profile',
  '/user/profile/email',
  '/user/profile/emailcode',
  '/user/profile/security',
  '/user/profile/security/add/email',
  '/user/profile/security/add/text',
  '/user/profile/security/add/app',
  '/user/profile/security/recoverycodes',
  '/user/profile/privacy',
  '/user/profile/privacy/export',
  '/user/profile/privacy/delete',
  '/limitpersonaldata',
  '/support',
];

test('the pages of an account are accessible', async ({ page, operations, enter }) => {
  await enter(page, await newPerson(operations));
  for (const path of own) {
    await page.goto(path);
    expect(new URL(page.url()).pathname, path).toBe(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
  }
});

const settings = [
  '/admin',
  '/admin/charts',
  '/admin/tools',
  '/admin/requests',
  '/admin/settings',
  '/admin/settings/logo',
  '/admin/settings/releasenotes',
  '/admin/settings/store',
  '/admin/settings/refunds',
  '/admin/settings/tour',
  '/admin/settings/dashboards',
  '/admin/settings/speed',
  '/admin/settings/terms/portal',
  '/admin/settings/terms/purchase',
  '/admin/settings/terms/score',
];

test('the console’s settings and the pages about a person and their company are accessible', async ({
  page,
  operations,
}) => {
  const company = await newCompany(operations);
  const { accountId } = company.owner;
  const staff = await newStaff(operations, {});
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  const acceptance = await operations.db
    .selectFrom('terms_acceptance')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const record = `/admin/user/${accountId}`;
  const sections = ['', '/twostep', '/session', '/status', `/accepted/${acceptance.id}`];
  const companys = ['', '/logo', '/terms/company', '/terms/company-card', '/packages'];
  const about = [
    ...sections.map((section) => `${record}${section}`),
    ...companys.map((section) => `${record}/enterprise${section}`),
  ];
  for (const path of [...settings, ...about]) {
    await page.goto(path);
    expect(new URL(page.url()).pathname, path).toBe(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
  }
});
