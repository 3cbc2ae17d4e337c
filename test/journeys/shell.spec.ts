import type { Page } from '@playwright/test';
import { saveIdentityDetails } from '#modules/identity/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { enterCode, expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { acceptTerms, sendJoinForm } from './acts/registration.ts';

/** Opens the menu if the window is narrow. */
async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  if (await button.isVisible()) await button.click();
}

/** The entries of the sidebar by their names, with their addresses. */
async function entriesOf(page: Page): Promise<Map<string, string>> {
  // Read from the HTML, because on a phone they are in the closed menu.
  const links = page.locator('nav[aria-label="Main"] a');
  const found = await links.evaluateAll((each) =>
    each.map((link) => [(link.textContent ?? '').trim(), link.getAttribute('href') ?? ''] as const),
  );
  return new Map(found);
}

/** Expects that each entry leads to its own page, and not to that of another entry. */
async function expectNoDeadEntry(page: Page, entries: Map<string, string>): Promise<void> {
  for (const [name, address] of entries) {
    await page.goto(address);
    expect(new URL(page.url()).pathname, name).toBe(new URL(address, page.url()).pathname);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
}

test('F3: logging out ends the session, and says so when the password was changed', {
  tag: '@browser-plain',
}, async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user');
  await openMenu(page);
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/user');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/logout?newpassword');
  await expect(page).toHaveURL(/\/login\?newpassword$/);
  await expectShown(page, 'login.password-changed');
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('F12: a person’s header and sidebar have what belongs to them, and no entry leads nowhere', async ({
  page,
  enter,
  operations,
}) => {
  await enter(page, await newScoredPerson(operations, { firstname: 'Dana', lastname: 'Whitfield' }));
  await page.goto('/user');
  await expectAccessible(page);
  const header = page.getByRole('banner');
  await expect(header.getByText('ShieldID', { exact: true })).toBeAttached();
  await expect(header.getByText('Dana Whitfield')).toBeAttached();
  const entries = await entriesOf(page);
  expect([...entries.keys()]).toEqual(['Home', 'My Profile', 'Network', 'Take a Tour']);
  await expectNoDeadEntry(page, entries);
});

test('F12: a company’s member has its ShieldLink ID in the header, staff their email and the console', async ({
  page,
  operations,
  otherBrowser,
  enter,
}) => {
  const { owner } = await newCompany(operations, {
    company_name: 'Cedar Works',
    shieldlink_enabled: true,
    dashboard_enabled: true,
    alert_dashboard_enabled: true,
  });
  await enter(page, owner);
  await page.goto('/user');
  await expect(page.getByRole('banner').getByText('ShieldLink ID')).toBeAttached();
  await expectNoDeadEntry(page, await entriesOf(page));

  const console = await otherBrowser();
  const staff = await enterAsStaff(console, operations);
  await console.goto('/user');
  expect((await entriesOf(console)).get('Admin Tools')).toBe('/admin/tools');
  await console.goto('/admin');
  await expect(console.getByRole('banner').getByText(staff.emailaddress)).toBeAttached();
  await expectAccessible(console);
  await expectNoDeadEntry(console, await entriesOf(console));
});

test('F23: the console is for staff alone: anybody else is signed out', async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user');
  await expect(page.getByRole('link', { name: 'Admin Tools' })).toHaveCount(0);
  await page.goto('/admin/tools');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/user');
  await expect(page).toHaveURL(/\/login/);
});

test('F26: a company’s footer leaves out what is switched off', async ({ page, operations }) => {
  const about = {
    company_address1: '7 Harbor Road',
    company_city: 'Austin',
    company_state: 'TX',
    company_postalcode: '78701',
    company_phone: '5125550188',
  };
  const { protocol, port } = new URL(operations.config.publicUrl);
  for (const [business_footer, shieldhub_branding] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const label = `f-${crypto.randomUUID()}`;
    await newCompany(operations, {
      ...about,
      company_name: 'Harbor & Pine',
      branding_hostname: label,
      business_footer,
      shieldhub_branding,
    });
    await page.goto(`${protocol}//${label}.localhost:${port}/login`);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText(/© \d{4} Harbor & Pine/)).toBeVisible();
    await expect(footer.getByText('7 Harbor Road')).toHaveCount(business_footer ? 1 : 0);
    await expect(footer.getByRole('link', { name: '512-555-0188' })).toHaveCount(business_footer ? 1 : 0);
    await expect(footer.getByText('Powered by ShieldHub')).toHaveCount(shieldhub_branding ? 1 : 0);
    await expect(footer.getByRole('link')).toHaveCount(business_footer ? 8 : 7);
    await expectAccessible(page);
  }
});

test('F29, F30, F31: the texts in the footer can be read by everybody, at both widths', async ({ page }) => {
  await page.goto('/login');
  const footer = page.getByRole('contentinfo');
  const links = await footer
    .getByRole('link')
    .evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''));
  const texts = ['/disclaimer', '/privacypolicy', '/terms', '/cookiepolicy', '/paymentterms'];
  expect(links).toEqual(expect.arrayContaining([...texts, '/limitpersonaldata']));
  for (const path of [...texts, '/scoreterms', '/limitpersonaldata']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path !== '/limitpersonaldata') {
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(400);
    }
    await expectAccessible(page);
  }
});

test('F10: the code of the mail leads a new person on, to what to do first', async ({
  page,
  outbox,
  script,
}) => {
  const person = makePerson('900-00-0002');
  await page.goto('/register');
  await sendJoinForm(page, person);
  await acceptTerms(page);
  await expect(page).toHaveURL(/\/register\/verification$/);
  await enterCode(page, 'AAAAAA');
  await press(page, 'Continue');
  await expectShown(page, 'code.mismatch');
  await expectAccessible(page);
  const { links } = await outbox.wait(person.emailaddress, /verif/i);
  const link = new URL(links.find((each) => each.includes('/register/verification?code=')) ?? '');
  await page.goto(link.pathname + link.search);
  if (!script) await press(page, 'Continue');
  await expect(page).toHaveURL(/\/user\?gettingstarted/);
  await expect(page.getByText('Here’s what to do first')).toBeVisible();
  await page.getByRole('link', { name: 'Dismiss' }).click();
  await expect(page.getByText('Here’s what to do first')).toHaveCount(0);
});

test('F16: a person reads the end of their SSN and no more', async ({ page, operations, enter }) => {
  const person = await newPersonWithoutTwoStep(operations);
  await operations.work('journeys.ssn', (work) =>
    saveIdentityDetails(work, person.accountId, { ssn: '900-00-0002' }),
  );
  await enter(page, person);
  await page.goto('/user/profile');
  await expect(page.getByText('***-**-0002')).toBeVisible();
  expect(await page.content()).not.toMatch(/900-?00-?0002/);
  const { profile } = await (await page.request.get('/hub/api/myprofile')).json();
  expect(profile.ssn).toBe('***-**-0002');
});

test('F12: #inviteshieldlink leads a company with ShieldLink to its invitation of companies, and nobody else', async ({
  page,
  operations,
  enter,
  script,
}) => {
  const { owner } = await newCompany(operations, { company_name: 'Cedar Works', shieldlink_enabled: true });
  await enter(page, owner);
  await page.goto('/user/network#inviteshieldlink');
  if (!script) await page.locator('#inviteshieldlink').click();
  await expect(page).toHaveURL(/\/user\/network\/inviteshieldlink$/);
  const dialog = page.getByRole('dialog', { name: 'ShieldLink Invite Company' });
  await expect(dialog.getByLabel('ShieldLink ID or email')).toBeVisible();
  await expectAccessible(page);
  const { owner: other } = await newCompany(operations, { shieldlink_enabled: false });
  await enter(page, other);
  await page.goto('/user/network/inviteshieldlink');
  await expect(page).toHaveURL(/\/user\/network$/);
});

test('F12: #teaminviteaccepted says once whose team was joined, and nothing to anybody else', async ({
  page,
  operations,
  enter,
  script,
}) => {
  const company = await newCompany(operations, { company_name: 'Cedar Works' });
  const joined = page.getByRole('status').filter({ hasText: 'You’ve joined the team of Cedar Works' });
  await enter(page, await newTeamMember(operations, company, 'viewer'));
  await page.goto('/user#teaminviteaccepted');
  if (!script) await page.locator('#teaminviteaccepted').click();
  await expect(page).toHaveURL(/\/user$/);
  await expect(joined).toBeVisible();
  await expect(page.getByText('See your team')).toBeHidden();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(joined).toHaveCount(0);
  for (const other of [company.owner, await newPersonWithoutTwoStep(operations)]) {
    await enter(page, other);
    await page.goto('/user?teaminviteaccepted');
    await expect(page).toHaveURL(/\/user$/);
    await expect(page.getByText('You’ve joined the team')).toHaveCount(0);
    await expect(page.locator('#teaminviteaccepted')).toHaveCount(0);
  }
});

test('F12: a documented #hash of the home page leads to its place', { tag: '@browser' }, async ({
  page,
  enter,
  operations,
  script,
}) => {
  await enter(page, await newScoredPerson(operations));
  await page.goto('/user#sharemyshieldid');
  if (!script) await page.locator('#sharemyshieldid').click();
  await expect(page).toHaveURL(/\/user\/share$/);
  await expect(page.getByRole('heading', { name: 'Share My ShieldScore' })).toBeVisible();
  await expectAccessible(page);
});

test('a first visit is drawn without its style sheets’ files, also in a company’s colors; later ones link to them', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  const label = `c-${crypto.randomUUID()}`;
  await newCompany(operations, { branding_hostname: label, primary_color: '#0B3D2E' });
  const { protocol, port } = new URL(operations.config.publicUrl);
  const address = `${protocol}//${label}.localhost:${port}/login`;
  const expectColor = (name: string) =>
    expect(page.getByRole('button', { name, exact: true })).toHaveCSS('background-color', 'rgb(11, 61, 46)');
  const styles = page.locator('head style');
  const files = page.locator('link[rel=stylesheet]');
  const fontBefore = page.locator('link[rel=preload][as=font]');

  await page.route(/\.css(\?|$)/, () => {});
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expectColor('Log in');
  // Without its route, the page would get its files, and the next visit would not be a first one.
  await page.goto('about:blank');
  await page.unrouteAll();

  await page.goto(address);
  await expect(styles).toHaveCount(2);
  await expect(files).toHaveCount(2);
  await expect(fontBefore).toHaveCount(0);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(/\/forgotpassword$/);
  await page.mouse.move(0, 0);
  await expectColor('Continue');

  await page.goto(address);
  await expect(styles).toHaveCount(0);
  await expect(fontBefore).toHaveCount(1);
  await expectColor('Log in');

  // As after a release.
  await page.context().addCookies([{ name: 'styles', value: 'index-former', url: address }]);
  await page.goto(address);
  await expect(styles).toHaveCount(2);
  await page.goto(address);
  await expect(styles).toHaveCount(0);

  const headers = { cookie: 'known=1' };
  const withoutScript = await page.request.get(`${operations.config.publicUrl}/login`, { headers });
  expect(await withoutScript.text()).not.toContain('<style');
});
