import { SECOND } from '#modules/platform/browser.ts';
import { enterCode, expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { readNumbers } from '../browser/readings.ts';
import { showsNumbers } from '../shown.ts';
import { makePerson } from './acts/person.ts';
import { App, chooseAction, confirmWith, openAdd, saveCodes, someNumber } from './acts/security.ts';

const security = '/user/profile/security';

test('F18: methods are added, verified, made primary, copied to the profile and removed', async ({
  page,
  outbox,
  script,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Passwords & Security' }).click();
  await expect(page).toHaveURL(new RegExp(`${security}$`));
  await expectAccessible(page);
  const list = page.getByRole('list', { name: 'Verification methods' });

  await openAdd(page, 'Email');
  await expectAccessible(page);
  const next = page.getByRole('button', { name: 'Continue' });
  if (script) await expect(next).toBeDisabled();
  else await expect(next).toBeEnabled();
  await fill(page, { Email: person.emailaddress });
  await press(page, 'Continue');
  await expectShown(page, 'method.email-in-use');
  const address = `other.${person.emailaddress}`;
  await fill(page, { Email: address });
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/security\/code\//);
  await expectAccessible(page);
  const { code } = await outbox.wait(address, /Confirm your email/);
  await enterCode(page, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
  await press(page, 'Verify');
  await expectShown(page, 'code.mismatch');

  await page.goto(security);
  await expect(list.getByRole('listitem').filter({ hasText: address })).toContainText('Not verified');
  await page.getByLabel(/^Actions for Email other\./).click();
  const verify = page.getByRole('link', { name: 'Verify', exact: true });
  const id = (await verify.getAttribute('href'))?.split('/').at(-1);
  await page.goto(`${security}/change/verify/${id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${security}/change/primary/${id}`);
  await press(page, 'Make primary');
  await expectShown(page, 'method.pending');
  await page.goto(`${security}/code/${id}`);
  await enterCode(page, code ?? '');
  await press(page, 'Verify');
  await saveCodes(page);

  await chooseAction(page, /^Actions for Email other\./, 'Make primary');
  await expectAccessible(page);
  await press(page, 'Make primary');
  await expect(page.getByText('Primary method changed')).toBeVisible();
  await expect(list.getByRole('listitem').first()).toContainText(address);
  await page.goto(`${security}/change/remove/${id}`);
  await expectAccessible(page);
  await press(page, 'Remove');
  await expectShown(page, 'method.needed');

  await page.goto(security);
  await chooseAction(page, /^Actions for Email other\./, 'Copy to profile');
  await expectAccessible(page);
  await press(page, 'Change my address');
  await expect(page.getByText('Copied to your profile')).toBeVisible();
  await expect(list.getByRole('listitem').first()).toContainText(address);
  await expect(list).not.toContainText(new RegExp(`(?<!other\\.)${person.emailaddress.replace('.', '\\.')}`));
  await page.goto('/user/profile');
  await expect(page.getByText(address)).toBeVisible();
});

test('F4, F5: a text message and an app prove a sign-in, and another method can be chosen', async ({
  page,
  script,
  outbox,
  operations,
  join,
}) => {
  const person = makePerson('900-00-0002');
  const number = someNumber();
  await join(page, person);
  await page.goto(security);
  await openAdd(page, 'Text message');
  await fill(page, { 'Mobile number': number });
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/security\/code\//);
  await enterCode(page, (await outbox.wait(number, /verification code/)).code ?? '');
  await press(page, 'Verify');
  await saveCodes(page);

  await openAdd(page, 'Authenticator app');
  await expectAccessible(page);
  await press(page, 'Continue');
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
  await expectAccessible(page);
  const app = await App.setUp(page);
  await enterCode(page, app.code(operations.clock.now()));
  await press(page, 'Verify');
  await expect(page.getByText('Verification method added')).toBeVisible();
  await chooseAction(page, /^Actions for Authenticator app$/, 'Make primary');
  await press(page, 'Make primary');
  await expect(page.getByText('Primary method changed')).toBeVisible();
  await page.goto(`${security}/add/app`);
  await press(page, 'Continue');
  await expectShown(page, 'method.in-use');

  await page.goto('/logout');
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page.getByText('authenticator app shows')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use another way to verify' }).click();
  await expectAccessible(page);
  if (script) await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  else {
    await press(page, 'Continue');
    await expectShown(page, 'code.method-unknown');
  }
  await page.getByLabel('Text message').check();
  const before = await outbox.list(number);
  await press(page, 'Continue');
  await page.getByRole('link', { name: 'Enter the code' }).click();
  // The page under the dialog also has boxes.
  await expect(page).toHaveURL(/\/verify\?/);
  await expect(page.getByText('by text message')).toBeVisible();
  await enterCode(page, (await outbox.wait(number, /verification code/, before)).code ?? '');
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);

  await page.goto('/logout');
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page.getByText('authenticator app shows')).toBeVisible();
  // A code of the next period is accepted too; that of this period was used for the setup.
  await enterCode(page, app.code(new Date(operations.clock.now().getTime() + 30 * SECOND)));
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);
});

test('two-step verification is turned off with the password, and on again', async ({ page, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto(security);
  await page.getByRole('link', { name: 'Turn off two-step verification' }).click();
  await expectAccessible(page);
  await press(page, 'Turn off');
  await expectShown(page, 'password.confirmation-needed');
  await confirmWith(page, person.password);
  await press(page, 'Turn off');
  await expect(page.getByText('Two-step verification turned off')).toBeVisible();
  await expect(page.getByText('You log in with just your password.')).toBeVisible();
  await expectAccessible(page);
  await chooseAction(page, /^Actions for Email/, 'Make primary');
  await press(page, 'Make primary');
  await expect(page.getByText('Primary method changed')).toBeVisible();
});

test('a recovery code stands in for the second step, once', async ({ page, outbox, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto(security);
  await page.getByRole('link', { name: 'Create recovery codes' }).click();
  await expectAccessible(page);
  await press(page, 'Create codes');
  const [code = ''] = await saveCodes(page);
  showsNumbers('recovery.codes-count', [await readNumbers(page.getByText(/^\d+ codes left/))]);

  const signIn = async () => {
    await page.goto('/logout');
    await fill(page, { Email: person.emailaddress, Password: person.password });
    await press(page, 'Log in');
    await page.getByRole('link', { name: 'Use another way to verify' }).click();
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await fill(page, { 'Recovery code': code.toLowerCase() });
    await press(page, 'Verify');
  };
  await signIn();
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText('9 codes are left')).toBeVisible();
  await outbox.wait(person.emailaddress, /two-step verification was changed/);
  await signIn();
  await expectShown(page, 'code.mismatch');
  await expectAccessible(page);
});

test('a changed password is undone by the mailed link, and a new one is set', async ({
  page,
  outbox,
  otherBrowser,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto(security);
  await fill(page, {
    'Current password': person.password,
    'New password': 'velvet-Harbour-4711',
    'Confirm new password': 'velvet-Harbour-4711',
  });
  await press(page, 'Change password');
  await expectShown(page, 'password.updated');
  const { links } = await outbox.wait(person.emailaddress, /password was changed/);
  const link = links.find((each) => each.includes('/undo/')) ?? '';

  const owner = await otherBrowser();
  await owner.goto(link);
  await expectAccessible(owner);
  await owner.goto(link);
  await press(owner, 'Undo this change');
  await expect(owner).toHaveURL(/\/forgotpassword\/newpassword$/);
  await expectShown(owner, 'undo.done');
  await page.goto('/user');
  await expect(page).toHaveURL(/\/login/);
  await owner.goto(link);
  await expectShown(owner, 'undo.used');
  await expectAccessible(owner);
  await owner.goto('/forgotpassword/newpassword');
  await fill(owner, { PASSWORD: 'marble-Compass-0815', 'CONFIRM PASSWORD': 'marble-Compass-0815' });
  await press(owner, 'Update Password');
  await expectShown(owner, 'login.password-changed');
});

test('the sessions are listed, one is signed out from another, and the rest at once', async ({
  page,
  otherBrowser,
  enter,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto(security);
  await page.goto(`${security}/change/off`);
  await confirmWith(page, person.password);
  await press(page, 'Turn off');
  const others = [await otherBrowser(), await otherBrowser(), await otherBrowser()];
  for (const other of others) {
    await enter(other, person);
    await other.goto('/user');
    await expect(other).toHaveURL(/\/user$/);
  }
  await page.goto(security);
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Log out: / })
    .first()
    .click();
  await expect(page.getByText('Logged out there')).toBeVisible();
  await expect(sessions).toHaveCount(3);
  await press(page, 'Log out everywhere else');
  await expect(page.getByText('Logged out everywhere else')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  for (const other of others) {
    await other.goto('/user');
    await expect(other).toHaveURL(/\/login/);
  }
});
