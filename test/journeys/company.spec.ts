import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  createUserCompany,
  getTermsText,
  saveEnterpriseProfile,
  saveTermsText,
} from '#modules/admin/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, signIn } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { acceptTerms, sendJoinForm } from './acts/registration.ts';
import { save, unfold } from './acts/staff.ts';

test('staff make a company that a person owns', { tag: '@keyboard' }, async ({ page, operations }) => {
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
  await expectShown(page, 'console.host-taken');
  await expect(page.getByLabel('Company name')).toHaveValue('Harbor & Pine');
  await expectAccessible(page);

  await fill(page, { 'Host name (optional)': `h-${randomUUID()}` });
  await press(page, 'Create company');
  await expect(page.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
  await expect(page.getByText('Enterprise on')).toBeVisible();
  await expectAccessible(page);
});

test('staff correct a name that an accepted check has locked, and the person is told', async ({
  page,
  operations,
  outbox,
}) => {
  const staff = await newStaff(operations, {});
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Marie', lastname: 'Quill' });
  await operations.pool.query(
    `update account set locked_name_dob = true, dateofbirth = '1958-04-12' where id = $1`,
    [person.accountId],
  );
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`/admin/user/${person.accountId}`);
  await expectAccessible(page);
  await unfold(page, 'Correct the Name or Date of Birth');
  await fill(page, { 'First name': 'Mary', 'Date of birth': '04/12/1985', Reason: 'typo' });
  await press(page, 'Save correction');
  await expect(page.getByText('Use at least 6 characters').first()).toBeVisible();
  await expectAccessible(page);
  await fill(page, { Reason: 'Passport seen on the phone' });
  await press(page, 'Save correction');
  await expect(page.getByText('Correction saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mary Quill');
  await unfold(page, 'Audit');
  await expect(page.getByText('Passport seen on the phone')).toBeVisible();
  await outbox.wait(person.emailaddress, /account details were changed/);
});

test('what staff do not find leads them back into the console', async ({ page, operations }) => {
  const staff = await newStaff(operations, {});
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  for (const lost of [
    `/admin/user/${randomUUID()}`,
    '/admin/user/nobody',
    '/admin/no/such/page',
    `/admin/user/${randomUUID()}/enterprise`,
  ]) {
    await page.goto(lost);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find that page');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await expect(page).toHaveURL(/\/admin$/);
  }
});

/** Opens the Enterprise Profile tab of a new company, as staff. */
async function openCompany({ page, operations }: { page: Page; operations: VisitedPortal }) {
  const staff = await newStaff(operations, {});
  const owner = await newPersonWithoutTwoStep(operations, { firstname: 'Olivia', lastname: 'Acker' });
  const { companyid } = await staff.visitor.perform(createUserCompany, {
    userid: owner.accountId,
    company_name: 'Harbor & Pine',
  });
  await signIn(operations, owner, owner.visitor);
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  return { staff: staff.visitor, companyid, owner };
}

test('staff rename a company, and its own settings show the new name', async ({
  page,
  operations,
  otherBrowser,
  script,
}) => {
  const { staff, companyid, owner } = await openCompany({ page, operations });
  const card = page.getByRole('form', { name: 'Company' });
  await card.getByLabel('Company name').fill('');
  await save(page, script, 'Save company');
  await expect(card.getByText('Enter the company’s name').first()).toBeVisible();
  await expectAccessible(page);

  await card.getByLabel('Company name').fill('Harbor Pine');
  await card.getByLabel('Legal business name (optional)').fill('Harbor Pine Holdings LLC');
  await card.getByLabel('City (optional)').fill('Salem');
  await staff.perform(saveEnterpriseProfile, { companyid, company_phone: '(503) 555-0120' });
  await save(page, script, 'Save company');
  await expectShown(page, 'console.changed-meanwhile');
  const newer = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(newer).toHaveCount(1);
  await expect(newer.getByText('503-555-0120')).toBeVisible();
  await expect(card.getByLabel('Company name')).toHaveValue('Harbor Pine');
  await expectAccessible(page);
  await card.getByLabel('Company phone (optional)').fill('(503) 555-0120');
  await save(page, script, 'Save company');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor Pine');
  await expect(card.getByLabel('Legal business name (optional)')).toHaveValue('Harbor Pine Holdings LLC');
  await expectAccessible(page);

  const ownersPage = await otherBrowser();
  const url = operations.config.publicUrl;
  await ownersPage
    .context()
    .addCookies([...owner.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await ownersPage.goto('/user/profile/company');
  await expect(ownersPage.getByRole('main').getByText('Harbor Pine', { exact: true })).toBeVisible();
  await expect(ownersPage.getByLabel('City (optional)')).toHaveValue('Salem');
});

test('F25, F26, F33: staff give a company its host, colors, store and footer', { tag: '@browser' }, async ({
  page,
  operations,
  script,
}) => {
  const { staff, companyid } = await openCompany({ page, operations });
  const host = page.getByLabel('Host name (optional)');
  await expectAccessible(page);

  await host.fill('admin');
  await press(page, 'Check');
  await expectShown(page, 'console.host-taken');
  await expectAccessible(page);
  const label = `h-${randomUUID()}`;
  await host.fill(label);
  await page.getByLabel('Primary color', { exact: true }).fill('#FFD400');
  await press(page, 'Check');
  await expectShown(page, 'console.host-free');
  await expect(page.getByLabel('Primary color', { exact: true })).toHaveValue('#FFD400');

  await host.fill('');
  const clientPortal = page.getByRole('switch', { name: 'Client portal' });
  await clientPortal.check();
  await save(page, script, 'Save branding');
  await expectShown(page, 'console.portal-needs-host');
  await expectAccessible(page);
  await clientPortal.uncheck();
  const store = page.getByLabel('Custom store URL (optional)');
  if (script) {
    await expect(store).toBeDisabled();
  } else {
    await store.fill('https://shop.example.com/checks');
    await save(page, script, 'Save branding');
  }
  await expectShown(page, 'console.store-needs-portal');
  if (!script) await expect(store).toHaveValue('https://shop.example.com/checks');

  await clientPortal.check();
  await fill(page, { 'Primary color': '#1F5F4A', 'Button text (optional)': '#1F5F4B' });
  if (!script) await press(page, 'Preview colors');
  await expect(page.getByText('Your button text can’t be read on the button')).toBeVisible();
  await expectAccessible(page);
  await host.fill(label);
  await store.fill('https://shop.example.com/checks');
  await page.getByRole('switch', { name: 'Business footer' }).uncheck();
  await staff.perform(saveEnterpriseProfile, { companyid, help_url: 'https://help.example.com/start' });
  await save(page, script, 'Save branding');
  await expectShown(page, 'console.changed-meanwhile');
  const newer = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(newer.getByText('https://help.example.com/start')).toBeVisible();
  await expect(host).toHaveValue(label);
  await expectAccessible(page);
  await save(page, script, 'Save branding');
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  await expect(page.getByLabel('Help pages (optional)')).toHaveValue('');
  // Once it is corrected and saved, the form has no error anymore.
  const support = page.getByLabel('Support email (optional)');
  await support.fill('nobody');
  await save(page, script, 'Save branding');
  await expect(page.getByText('There is a problem')).toBeVisible();
  await support.fill('help@harborpine.example');
  await save(page, script, 'Save branding');
  await expect(page.getByText('There is a problem')).toHaveCount(0);
  await expect(support).toHaveValue('help@harborpine.example');

  const { protocol, port } = new URL(operations.config.publicUrl);
  await page.goto(`${protocol}//${label}.localhost:${port}/login`);
  await expect(page).toHaveTitle('Log in - Harbor & Pine');
  await expectAccessible(page);
});

test('staff turn what a company may do on and off', async ({ page, operations }) => {
  await openCompany({ page, operations });
  const row = page
    .getByRole('list', { name: 'Features' })
    .getByRole('listitem')
    .filter({ hasText: 'Team management' });
  await expect(row).toContainText('Off');
  await press(page, 'Turn on Team management');
  await expect(page.getByText('Team management turned on')).toBeVisible();
  await expect(row).toContainText('On');
  await expectAccessible(page);
  await press(page, 'Turn off Team management');
  await expect(page.getByText('Team management turned off')).toBeVisible();
  await expect(row).toContainText('Off');
});

test('F34: staff upload a logo, which the company’s pages show', { tag: '@browser-plain' }, async ({
  page,
  operations,
}) => {
  await openCompany({ page, operations });
  await page.getByRole('link', { name: 'Add a logo' }).click();
  await expect(page).toHaveTitle('Logo - ShieldHub');
  await expectAccessible(page);
  const file = page.getByLabel('Image');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType, buffer });

  await choose('logo.png', 'image/png', Buffer.from('not a picture'));
  await press(page, 'Save logo');
  await expectShown(page, 'console.logo-not-an-image');
  await expectAccessible(page);
  await choose('logo.png', 'image/png', Buffer.alloc(3 * logoBytes));
  await press(page, 'Save logo');
  await expectShown(page, 'console.logo-too-large');

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30"/></svg>';
  await choose('logo.svg', 'image/svg+xml', Buffer.from(svg));
  await press(page, 'Save logo');
  await expect(page.getByText('Logo saved')).toBeVisible();
  const shown = page
    .getByRole('region', { name: 'Preview' })
    .getByRole('img', { name: 'Harbor & Pine' })
    .first();
  await expect(shown).toHaveAttribute('src', /^\/images\/logos\/[0-9a-f]{40}\.png$/);
  const picture = await page.request.get((await shown.getAttribute('src')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');

  await page.getByRole('link', { name: 'Change logo' }).click();
  await expectAccessible(page);
  await press(page, 'Remove logo');
  await expect(page.getByText('Logo removed')).toBeVisible();
});

test('staff change the portal’s own brand in the settings', async ({ page, operations }) => {
  const staff = await newStaff(operations, {});
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto('/admin/settings');
  await expectAccessible(page);
  await fill(page, { 'Portal name': '' });
  await press(page, 'Save settings');
  await expect(page.getByText('Enter the portal’s name').first()).toBeVisible();
  await expectAccessible(page);
  await fill(page, { 'Portal name': 'ShieldHub' });
  await press(page, 'Save settings');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.getByRole('link', { name: 'Add a logo' }).click();
  await expectAccessible(page);
});

test('F20, F29: a company’s terms are written, published, and accepted by who registers on its host', async ({
  page,
  operations,
  otherBrowser,
}) => {
  const { staff, companyid } = await openCompany({ page, operations });
  const label = `h-${randomUUID()}`;
  await staff.perform(saveEnterpriseProfile, {
    companyid,
    custom_branding_enabled: 'YES',
    branding_hostname: label,
  });
  await page.getByRole('link', { name: 'Write and publish Terms and conditions' }).click();
  await expectAccessible(page);
  const box = page.getByRole('textbox', { name: 'Text', exact: true });
  await box.fill('<h2>House rules</h2><p>Be on time.</p><script>steal()</script>');
  await press(page, 'Preview');
  await expect(page.getByRole('article').getByText('Be on time.')).toBeVisible();
  await expect(box).toHaveValue(/House rules/);

  const { seen } = await staff.perform(getTermsText, { kind: 'company', companyid });
  await staff.perform(saveTermsText, { kind: 'company', companyid, html: '<p>Another draft.</p>', seen });
  await press(page, 'Save draft');
  await expectShown(page, 'console.draft-changed');
  await expect(box).toHaveValue(/House rules/);
  await expectAccessible(page);
  await press(page, 'Save draft');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const { seen: mine } = await staff.perform(getTermsText, { kind: 'company', companyid });
  const newer = '<p>Be on time, always.</p>';
  await staff.perform(saveTermsText, { kind: 'company', companyid, html: newer, seen: mine });
  await press(page, 'Publish draft');
  await press(page, 'Publish version 1');
  await expectShown(page, 'console.draft-newer');
  await expect(box).toHaveValue(newer);
  await press(page, 'Publish draft');
  await press(page, 'Publish version 1');
  await expect(page.getByText('Version 1 published')).toBeVisible();

  const { protocol, port } = new URL(operations.config.publicUrl);
  const visitor = await otherBrowser();
  await visitor.goto(`${protocol}//${label}.localhost:${port}/register`);
  await sendJoinForm(visitor, makePerson('900-00-0002'));
  await expect(visitor).toHaveURL(/\/register\/terms$/);
  for (const title of ['Terms and conditions of ShieldHub', 'Terms and conditions of Harbor & Pine']) {
    await expect(visitor.getByRole('article', { name: title })).toBeVisible();
  }
  await expectAccessible(visitor);
  await acceptTerms(visitor);
  await expect(visitor).toHaveURL(/\/register\/verification$/);
  await visitor.goto(`${protocol}//${label}.localhost:${port}/terms`);
  await expect(visitor.getByText('Be on time, always.')).toBeVisible();
  await expectAccessible(visitor);

  await page.getByRole('link', { name: 'Write and publish Terms and conditions' }).click();
  await expectAccessible(page);
  await press(page, 'Withdraw version 1');
  await expectAccessible(page);
  await press(page, 'Withdraw version 1 for good');
  await expect(page.getByText('Terms withdrawn')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('article')).toHaveCount(1);
});

test('F28: who belongs to a company’s host is led there from the sign-in', async ({
  page,
  operations,
  script,
}) => {
  const label = `h-${randomUUID()}`;
  const { owner } = await newCompany(operations, { branding_hostname: label, company_name: 'Oakhill' });
  const { protocol, port } = new URL(operations.config.publicUrl);
  const branded = `${protocol}//${label}.localhost:${port}`;
  await page.goto('/login?next=/user/network');
  await fill(page, { Email: owner.emailaddress, Password: owner.password });
  await press(page, 'Log in');
  if (!script) {
    await expect(page.getByRole('heading', { name: 'Continue to Oakhill' })).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Continue');
  }
  await expect(page).toHaveURL(`${branded}/user/network`);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goto(`${branded}/handoff/used`);
  await expectShown(page, 'login.hand-off-over');
  await expectAccessible(page);
});

test('F27: a host that nobody registered leads to the portal’s own', async ({ page, operations }) => {
  const { protocol, port, origin } = new URL(operations.config.publicUrl);
  await page.goto(`${protocol}//nobody-${randomUUID()}.localhost:${port}/login`);
  await expect(page).toHaveURL(`${origin}/login`);
});
