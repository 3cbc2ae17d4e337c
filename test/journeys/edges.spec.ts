import type { Locator } from '@playwright/test';
import { newInvite } from '#modules/network/index.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { giveScore, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, registerUnverified } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { holdScripts, Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { windows } from '../browser/windows.ts';
import { showsTime } from '../shown.ts';
import { openRowMenu } from './acts/network.ts';
import { makePerson } from './acts/person.ts';

test('F3: dead links say what to do, and any other path leads to the sign-in or home and says so', async ({
  page,
  enter,
  operations,
}) => {
  for (const dead of ['/scoreapproval/no-such-code', '/unsubscribe/forged']) {
    await page.goto(dead);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/login$/);
  await expectShown(page, 'edge.not-found');
  await expectAccessible(page);
  const icons = await page
    .locator('link[rel*=icon]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(icons).toHaveLength(3);
  for (const icon of icons)
    expect((await page.request.get(icon)).headers()['content-type']).toMatch(/^image\//);
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2);
  await enter(page, await newPersonWithoutTwoStep(operations));
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/user$/);
  await expectShown(page, 'edge.not-found');
  await page.goto('/user');
  await expect(page.getByText(platformTexts['edge.not-found'])).toHaveCount(0);
});

test('scripts that fail to load are said so, and the page goes on without them', {
  tag: ['@script', '@browser'],
}, async ({ page, expectedFaults }) => {
  expectedFaults.push(/\/assets\/.*\.js/, /Failed to load resource/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  await expectShown(page, 'edge.script-failed');
  await expectAccessible(page);
  await fill(page, { Email: 'nobody@example.com', Password: 'something-Else-1' });
  await press(page, 'Log in');
  await expectShown(page, 'login.failure');
});

test('scripts that do not come within two minutes are given up on', { tag: '@script' }, async ({ page }) => {
  const clock = await stopPageClock(page);
  // Never answered: a request that hangs does not fail.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/login', { waitUntil: 'commit' });
  const notice = page.getByText('Loading chunk failed');
  const waiting = await Stopwatch.start(clock, () => expect(notice).toBeAttached());
  const limit = platformTimings['edge.script-timeout'];
  const held = await waiting.holdsAt(limit - SECOND, () => expect(notice).toBeHidden());
  const ended = await waiting.endsAt(limit, () => expect(notice).toBeVisible());
  showsTime('edge.script-timeout', { held, ended });
});

test('a form of another site, of a host that is gone, and one that is too large are refused in a sentence', {
  tag: '@browser-plain',
}, async ({ page, baseURL }) => {
  const plant = (address: string, action: string) =>
    page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${action}"><input name="emailaddress"><button>Win</button></form>`,
      }),
    );
  await plant('http://elsewhere.example/', `${baseURL}/login`);
  await page.goto('http://elsewhere.example/');
  await press(page, 'Win');
  await expectShown(page, 'edge.foreign-origin');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${baseURL}/login`);

  const gone = `${baseURL?.replace('localhost', 'gone.localhost')}/forgotpassword`;
  await plant(gone, gone);
  await page.goto(gone);
  await page.unroute(gone);
  await press(page, 'Win');
  await expectShown(page, 'edge.not-found');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${baseURL}/login`);

  await page.goto('/forgotpassword');
  await fill(page, { Email: 'a'.repeat(600_000) });
  await press(page, 'Continue');
  await expectShown(page, 'edge.too-large');
});

test('a row menu opens where there is room, another page begins at its top, and rows are two lines high', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  for (let row = 0; row < 12; row += 1) await visitor.perform(newInvite, { touser: newAddress() });
  await page.goto('/user/network?rows=10');
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(10);
  const heights = await rows.evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(64);

  await page.setViewportSize({ width: 640, height: 450 });
  const menu = page.locator('.menu').nth(8);
  const button = menu.getByLabel(/^Actions for/);
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await button.click();
  const items = menu.getByRole('listitem');
  await expect(items.first()).toBeInViewport();
  await expect(items.last()).toBeInViewport();
  await button.click();
  await expect(items.first()).toBeHidden();
  await button.click();
  await page.keyboard.press('Escape');
  await expect(items.first()).toBeHidden();
  await expect(button).toBeFocused();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of await page.locator('.tabs').getByRole('link').all()) {
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
});

test('a dialog takes the focus, keeps it, and gives it back to what opened it', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  await page.goto('/user/network');
  await untilScripted(page);
  const opener = page.getByRole('link', { name: 'Invite User' }).first();
  const opensAndCloses = async (button: Locator, name: string, close: () => Promise<void>) => {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Tab');
      // Between the last and the first control, the focus is in the browser's own window.
      const outside = page.locator(':focus').and(page.locator(':not(body, dialog *)'));
      await expect(outside).toHaveCount(0);
    }
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  };
  await opener.press('Enter');
  await expect(page.getByLabel(/Email or ShieldID/)).toBeFocused();
  await opensAndCloses(opener, 'Invite User', () => page.keyboard.press('Escape'));
  await visitor.perform(newInvite, { touser: newAddress() });
  await page.goto('/user/network');
  await untilScripted(page);
  // An item of a closed menu cannot take the focus, so the menu's button gets it.
  const menu = page.locator('a[aria-label^="Actions for"]').first();
  await menu.click();
  await page.getByRole('link', { name: 'Cancel Invite' }).click();
  await opensAndCloses(menu, 'Are you sure?', () => page.getByRole('link', { name: 'Close' }).click());
});

test('a dialog closes to the page with its filters, its place and what was chosen there', {
  tag: ['@script', '@browser'],
}, async ({ page, join }) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  for (let row = 0; row < 12; row += 1) await visitor.perform(newInvite, { touser: newAddress() });
  await page.goto('/user/network?rows=20&sort=name');
  await untilScripted(page);
  const { href } = new URL(page.url());
  const row = page.getByRole('table').locator('tbody tr').nth(9);
  await row.getByRole('checkbox').check();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('link', { name: 'Close' }).click(),
    () => dialog.getByRole('link', { name: 'Nevermind' }).click(),
  ];
  for (const close of ways) {
    await row.getByLabel(/^Actions for/).click();
    const place = await page.evaluate(() => scrollY);
    await page.getByRole('link', { name: 'Cancel Invite' }).click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    expect(page.url()).toBe(href);
    await expect(row.getByRole('checkbox')).toBeChecked();
    expect(place).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(place);
  }
});

test('another page has the focus at its title, but not the same page with another query', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  const { emailaddress, password } = await newPersonWithoutTwoStep(operations);
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/forgotpassword');
  await untilScripted(page);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(title).toBeFocused();
  await page.keyboard.press('Tab');
  await page.getByLabel('Email').fill(emailaddress);
  await page.getByLabel('Email').press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user/);
  await expect(title).toBeFocused();
  await page.goto('/user/network');
  await untilScripted(page);
  const tab = page.locator('.tabs').getByRole('link').nth(1);
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(tab).toBeFocused();
  await page.goBack();
  await expect(tab).not.toHaveAttribute('aria-current', 'page');
  await expect(title).not.toBeFocused();
});

for (const [width, size] of Object.entries(windows))
  test(`a press in a dialog that script opens meanwhile is not lost (${width})`, {
    tag: width === 'narrow' ? ['@script', '@browser'] : '@script',
  }, async ({ page, join }) => {
    await page.setViewportSize(size);
    await join(page, makePerson('900-00-0002'));
    const run = await holdScripts(page);
    await page.goto('/user/network/invite', { waitUntil: 'commit' });
    const dialog = page.locator('dialog');
    await dialog.getByRole('link', { name: 'Close' }).hover();
    const before = await dialog.boundingBox();
    await page.mouse.down();
    await run();
    await expect(page.locator('dialog:modal')).toBeVisible();
    expect(await dialog.boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(page).toHaveURL('/user/network');
  });

test('F56: a removal is requested of a person in the network, and takes effect at once', async ({
  page,
  enter,
  operations,
}) => {
  const company = await newCompany(operations);
  const person = await newScoredPerson(operations, { firstname: 'Noor', lastname: 'Haddad' });
  await joinNetwork(company, person);
  await enter(page, company.owner);
  await page.goto('/user/network');
  await openRowMenu(page, 'Noor Haddad');
  await page.getByRole('link', { name: 'Remove from Network' }).click();
  await expect(page).toHaveURL(/\/user\/network\/remove\//);
  await expectShown(page, 'network.are-you-sure');
  await expectAccessible(page);
  await press(page, 'Yes');
  await expectShown(page, 'network.removal-submitted');
  await page.goto(`/user/network?q=${person.shieldId}`);
  await expect(page.getByRole('row').filter({ hasText: person.shieldId })).toHaveCount(0);
});

test('F55: a renewal is asked for once, and then not for a while', async ({ page, enter, operations }) => {
  const company = await newCompany(operations);
  const person = await newScoredPerson(operations, { firstname: 'Ben', lastname: 'Castel' });
  await joinNetwork(company, person);
  await giveScore(operations, person.accountId, { days: -3 });
  await enter(page, company.owner);
  await page.goto('/user/network?status=expired');
  await openRowMenu(page, 'Ben Castel');
  await page.getByRole('link', { name: 'Request Renewal' }).click();
  await expect(page).toHaveURL(/\/user\/network\/renew\//);
  await expect(page.getByRole('dialog', { name: 'Request Renewal' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Request Renewal');
  await expectShown(page, 'network.renewal-requested');
  await openRowMenu(page, 'Ben Castel');
  const asked = page.getByRole('row').filter({ hasText: 'Ben Castel' });
  await expect(asked.getByText('Request Renewal')).toBeVisible();
  await expect(asked.getByRole('link', { name: 'Request Renewal' })).toHaveCount(0);
  await expect(asked).toContainText('The person was asked less than 14 days ago');
});

test('a page that tells a typed password, a token or a sent code is noticed', {
  tag: '@browser-plain',
}, async ({ page, faults, expectedFaults, outbox, operations, join }) => {
  expectedFaults.push(/^secret: /);
  const person = makePerson('900-00-0002');
  await page.goto('/login');
  await fill(page, { Email: person.emailaddress, Password: 'marble-Compass-0815' });
  await press(page, 'Log in');
  await expectShown(page, 'login.failure');
  await join(page, person);
  const newcomer = await registerUnverified(operations);
  const codes = (await outbox.list(newcomer.emailaddress)).flatMap(({ code }) => code ?? []);
  const session = (await page.context().cookies()).find(({ name }) => name === 'session')?.value;
  const told = { password: 'marble-Compass-0815', session, code: codes[0] };
  for (const [name, secret] of Object.entries(told)) {
    await page.route('/support', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<title>Support</title><p lang="en">${secret}</p>` }),
    );
    const found = () => faults.filter((fault) => fault.startsWith('secret: '));
    faults.length = 0;
    await page.goto('/support');
    await expect.poll(found).toEqual([expect.stringMatching(new RegExp(`^secret: ${name} in .*/support$`))]);
    faults.length = 0;
    await page.unroute('/support');
  }
});
