import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { VirtualAuthenticator } from '../browser/virtual-authenticator.ts';
import { makePerson } from './acts/person.ts';
import { addPasskey, choosePasskeyAction } from './acts/security.ts';

const security = '/user/profile/security';

test('a passkey is added, signs in by itself and as the second step, and is renamed', {
  tag: ['@script', '@browser'],
}, async ({ page, outbox, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const device = await VirtualAuthenticator.plugIn(page);
  await page.goto(security);
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await addPasskey(page, 'My phone');
  await expectAccessible(page);
  await outbox.wait(person.emailaddress, /two-step verification was changed/);
  await page.goto(`${security}/passkeys/add`);
  await fill(page, { Name: 'My phone again' });
  await press(page, 'Continue');
  await expectShown(page, 'passkey.known');
  await expectAccessible(page);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await expectAccessible(page);
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/user$/);

  await page.goto('/logout');
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/verify$/);
  await expectAccessible(page);
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/user$/);

  await page.goto('/logout?next=/user/network');
  await device.verifiesOwner(false);
  await press(page, 'Use a passkey');
  await expectShown(page, 'passkey.not-used');
  await expectAccessible(page);
  await device.verifiesOwner(true);
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/user\/network$/);

  await page.goto(security);
  await choosePasskeyAction(page, 'My phone', 'Rename');
  await expectAccessible(page);
  await fill(page, { Name: 'Work laptop' });
  await press(page, 'Save');
  await expect(page.getByText('Passkey renamed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop');
});

test('the name of a passkey stays when the passkey is refused', { tag: '@script' }, async ({
  page,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await VirtualAuthenticator.plugIn(page);
  await page.route(
    ({ pathname }) => pathname === `${security}/passkeys/add`,
    async (route) => {
      const request = route.request();
      const sent = new URLSearchParams(request.postData() ?? '');
      if (request.method() !== 'POST') return route.continue();
      sent.set('answer', '{}');
      return route.continue({ postData: sent.toString() });
    },
  );
  await page.goto(`${security}/passkeys/add`);
  await fill(page, { Name: 'Kitchen tablet' });
  await press(page, 'Continue');
  await expectShown(page, 'passkey.failed');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kitchen tablet');
  await expectAccessible(page);
});

test('a removed passkey signs nobody in, until its removal is undone', {
  tag: '@script',
}, async ({ page, outbox, otherBrowser, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await VirtualAuthenticator.plugIn(page);
  await page.goto(security);
  await addPasskey(page, 'My phone');
  const added = await outbox.wait(person.emailaddress, /two-step verification was changed/);
  await choosePasskeyAction(page, 'My phone', 'Remove');
  await expectAccessible(page);
  await press(page, 'Remove');
  await expect(page.getByText('Passkey removed')).toBeVisible();
  const { links } = await outbox.wait(person.emailaddress, /two-step verification was changed/, [added]);

  await page.goto('/logout');
  await press(page, 'Use a passkey');
  await expectShown(page, 'passkey.failed');
  await expectAccessible(page);

  const owner = await otherBrowser();
  await owner.goto(links.find((link) => link.includes('/undo/')) ?? '');
  await press(owner, 'Undo this change');
  await expectShown(owner, 'undo.done');
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(/\/user$/);
});

test('D104: a passkey of the portal’s host is offered on no company’s host, which takes one of its own', {
  tag: '@script',
}, async ({ page, operations, baseURL, enter }) => {
  const host = `pass${Math.floor(Math.random() * 1e6)}`;
  const company = await newCompany(operations, { branding_hostname: host, company_name: 'Passage' });
  const member = await newTeamMember(operations, company, 'admin');
  await VirtualAuthenticator.plugIn(page);
  await enter(page, member);
  await page.goto(security);
  await addPasskey(page, 'For the portal', member.password);

  const branded = (baseURL ?? '').replace('//localhost', `//${host}.localhost`);
  await expect(async () => {
    await page.goto(`${branded}/login`);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    expect(page.url()).toContain(host);
  }).toPass();
  await press(page, 'Use a passkey');
  await expectShown(page, 'passkey.not-used');
  await fill(page, { Email: member.emailaddress, Password: 'not the password' });
  await press(page, 'Log in');
  await expectShown(page, 'login.failure');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await fill(page, { Email: member.emailaddress, Password: member.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(new RegExp(`${host}.localhost:\\d+/user$`));
  await page.goto(`${branded}${security}`);
  await addPasskey(page, 'For the company', member.password);
  await page.goto(`${branded}/logout`);
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(new RegExp(`${host}.localhost:\\d+/user$`));
});

test('a passkey is asked for though its code comes while the button is held down', {
  tag: ['@script', '@browser'],
}, async ({ page }) => {
  await VirtualAuthenticator.plugIn(page);
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/passkey-use/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).hover();
  await page.mouse.down();
  const loaded = page.waitForResponse(/passkey-use/);
  send();
  await (await loaded).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await page.mouse.up();
  await expectShown(page, 'passkey.not-used');
});

test('a button for passkeys is there with script alone', async ({ page, script, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto(security);
  await expect(page.getByText('To add one, turn on JavaScript.')).toBeVisible({ visible: !script });
  await expect(page.getByRole('link', { name: 'Add a passkey' })).toBeVisible({ visible: script });
  await page.goto(`${security}/passkeys/add`);
  await expect(page.getByText('Passkeys need JavaScript.')).toBeVisible({ visible: !script });
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible({ visible: script });
  await expectAccessible(page);
  await page.goto('/logout');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible({ visible: script });
});

test('staff are offered a passkey on the dashboard, until they add one or say not now', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  const offer = page.getByText('Log in faster with a passkey');
  await enterAsStaff(page, operations);
  await page.goto('/admin');
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Not now');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(offer).toHaveCount(0);

  await enterAsStaff(page, operations);
  await VirtualAuthenticator.plugIn(page);
  await page.goto('/admin');
  await expect(offer).toBeVisible();
  await addPasskey(page, 'Work laptop');
  await page.goto('/admin');
  await expect(offer).toHaveCount(0);
});
