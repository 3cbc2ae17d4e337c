import { SECOND } from '#modules/platform/browser.ts';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { registerUnverified } from '#test/factories/people.ts';
import {
  expect,
  expectAccessible,
  expectShown,
  fill,
  liftMaximum,
  press,
  test,
} from '../browser/fixtures.ts';
import { holdScripts, Stopwatch, stopPageClock } from '../browser/stopwatch.ts';
import { windows } from '../browser/windows.ts';
import { showsTime } from '../shown.ts';
import { makePerson } from './acts/person.ts';

const manager = { emailaddress: 'manager@acme.test', password: 'copper-Lantern-2026' };

test('F3: dead links say what to do, and any other path leads to the sign-in or home and says so', async ({
  page,
  enter,
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
  await enter(page, manager);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/user$/);
  await expectShown(page, 'edge.not-found');
  await page.goto('/user');
  await expect(page.getByText(platformTexts['edge.not-found'])).toHaveCount(0);
});

test('scripts that fail to load are said so, and the page goes on without them', { tag: '@script' }, async ({
  page,
  expectedFaults,
}) => {
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

test('a form of another site, of a host that is gone, and one that is too large are refused in a sentence', async ({
  page,
  baseURL,
}) => {
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
  await liftMaximum(page);
  await fill(page, { Email: 'a'.repeat(600_000) });
  await press(page, 'Continue');
  await expectShown(page, 'edge.too-large');
});

test('a row menu opens where there is room, and another page of a grid begins at its top', {
  tag: '@script',
}, async ({ page, enter }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await enter(page, manager);
  await page.goto('/user/network?rows=10');
  const menu = page.locator('details.menu').nth(8);
  await menu.locator('summary').evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await menu.locator('summary').click();
  const items = menu.getByRole('listitem');
  await expect(items.first()).toBeInViewport();
  await expect(items.last()).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of await page.locator('.tabs').getByRole('link').all()) {
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
});

for (const [width, size] of Object.entries(windows))
  test(`a press in a dialog that script opens meanwhile is not lost (${width})`, { tag: '@script' }, async ({
    page,
    enter,
  }) => {
    await page.setViewportSize(size);
    await enter(page, manager);
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
}) => {
  await enter(page, manager);
  await page.goto('/user/network?status=active&rows=100');
  const rows = page.getByRole('row').filter({ hasText: /Active/i });
  const before = await rows.count();
  expect(before).toBeGreaterThan(4);
  // Projects run in parallel, so each uses its own row.
  const { config, project } = test.info();
  const row = rows.nth(2 * config.projects.findIndex(({ name }) => name === project.name));
  const shieldId = (await row.textContent())?.match(/[A-Z]{2}\d{9}/)?.[0] ?? '';
  expect(shieldId).not.toBe('');
  await row.locator('summary').click();
  await row.getByRole('link', { name: 'Remove from Network' }).click();
  await expect(page).toHaveURL(/\/user\/network\/remove\//);
  await expectShown(page, 'network.are-you-sure');
  await expectAccessible(page);
  await press(page, 'Yes');
  await expectShown(page, 'network.removal-submitted');
  await page.goto(`/user/network?q=${shieldId}`);
  await expect(page.getByRole('row').filter({ hasText: shieldId })).toHaveCount(0);
});

test('F55: a renewal is asked for once, and then not for a while', async ({ page, enter }) => {
  await enter(page, manager);
  await page.goto('/user/network?status=expired&rows=100');
  const { config, project } = test.info();
  const row = page.getByRole('row').nth(1 + config.projects.findIndex(({ name }) => name === project.name));
  const shieldId = (await row.textContent())?.match(/[A-Z]{2}\d{9}/)?.[0] ?? '';
  expect(shieldId).not.toBe('');
  await row.locator('summary').click();
  await row.getByRole('link', { name: 'Request Renewal' }).click();
  await expect(page).toHaveURL(/\/user\/network\/renew\//);
  await expect(page.getByRole('dialog', { name: 'Request Renewal' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Request Renewal');
  await expectShown(page, 'network.renewal-requested');
  const asked = page.getByRole('row').filter({ hasText: shieldId });
  await asked.locator('summary').click();
  await expect(asked.getByText('Request Renewal')).toBeVisible();
  await expect(asked.getByRole('link', { name: 'Request Renewal' })).toHaveCount(0);
  await expect(asked).toContainText('The person was asked less than 14 days ago');
});

test('a page that tells a typed password, a token or a sent code is noticed', async ({
  page,
  faults,
  expectedFaults,
  outbox,
  operations,
  join,
}) => {
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
