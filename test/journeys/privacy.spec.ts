import { randomUUID } from 'node:crypto';
import { getMyProfile } from '#modules/network/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, fill, nextPost, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

test('F19: each privacy switch is kept, by itself with script and by one button without', async ({
  page,
  script,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile/privacy');
  await expectAccessible(page);
  const sharing = page.getByLabel(/^Share my ShieldScore/);
  const reminders = page.getByLabel(/^Email me renewal reminders/);
  await sharing.uncheck();
  if (script) await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const kept = script ? nextPost(page) : null;
  await reminders.uncheck();
  await kept;
  if (script) await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  else {
    await press(page, 'Save preferences');
    await expect(page.getByText('Preferences saved')).toBeVisible();
  }
  await page.reload();
  await expect(sharing).not.toBeChecked();
  await expect(reminders).not.toBeChecked();
  await expect(page.getByLabel(/^ShieldID \(ABC#\)/)).not.toBeChecked();
  await expect(page.getByLabel(/^Email me network invitations/)).toBeChecked();
});

test('what is set while a check is under way has an address of its own and leads home', async ({
  page,
  join,
}) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  await page.goto('/user/purchasepreferences');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set Your Preferences');
  await expectAccessible(page);
  await page.getByLabel(/^ShieldID \(ABC#\) Search Results/).check();
  await page.getByLabel(/^Activate clean scores automatically/).check();
  await press(page, 'Save & Exit');
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText('Preferences saved')).toBeVisible();
  const { profile } = await visitor.perform(getMyProfile, {});
  expect(profile).toMatchObject({
    network_searchresults: true,
    network_autoacceptinvite: false,
    shieldscore_clean_autoaccept: true,
  });
});

test('a person asks for a copy of their data, gets its link by mail and downloads it signed in', async ({
  page,
  join,
  outbox,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile/privacy');
  await page.getByRole('link', { name: 'Request a copy' }).click();
  await expectAccessible(page);
  await press(page, 'Request a copy');
  await expect(page.getByText('We’ll email you when the copy is ready')).toBeVisible();
  const mail = await outbox.wait(person.emailaddress, /copy of your data is ready/);
  const link = mail.links.find((each) => each.includes('/user/profile/privacy/export/'));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.zip$/);
  const answer = await page.request.get(link ?? '');
  expect(answer.headers()['content-type']).toBe('application/zip');
});

test('a person asks to delete the account, sees it on every page, and keeps it', async ({
  page,
  join,
  outbox,
  operations,
  enter,
  otherBrowser,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile/privacy');
  await page.getByRole('link', { name: 'Delete account' }).click();
  await expectAccessible(page);
  await press(page, 'Delete account');
  const mail = await outbox.wait(person.emailaddress, /will be deleted/);
  expect(mail.links.some((link) => link.endsWith('/user/profile/privacy'))).toBe(true);
  await page.goto('/user');
  const banner = page.locator('.shell-banner');
  await expect(banner).toContainText('Your account will be deleted on');
  await expectAccessible(page);
  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations));
  await console_.goto('/admin/requests?sort=requested&dir=desc&rows=100');
  await console_.getByRole('link', { name: new RegExp(person.emailaddress) }).click();
  await expectShown(console_, 'privacy.request-automatic');
  await page.getByRole('link', { name: 'Keep my account' }).click();
  await press(page, 'Keep my account');
  await expect(page.getByText('Your account won’t be deleted')).toBeVisible();
  await page.goto('/user');
  await expect(banner).toHaveCount(0);
});

test('F31: a request to limit the use of personal data is answered from the console, with and without an account', async ({
  page,
  join,
  outbox,
  otherBrowser,
  operations,
  enter,
}) => {
  const address = `wanda.${randomUUID()}@example.com`;
  const stranger = await otherBrowser();
  await stranger.goto('/limitpersonaldata');
  await expectAccessible(stranger);
  await fill(stranger, { 'Your name': 'Wanda Visitor', 'Your email': address });
  await press(stranger, 'Send request');
  await expect(stranger.getByText('We received your request')).toBeVisible();
  await outbox.wait(address, /received your request/);

  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/user/profile/privacy');
  await page.getByRole('link', { name: 'Request a limit' }).click();
  await expectAccessible(page);
  await page.getByLabel(/^Anything we should know/).fill('No marketing, please');
  await press(page, 'Send request');
  await expect(page.getByText('We received your request')).toBeVisible();
  await page.goto('/limitpersonaldata');
  await press(page, 'Send request');
  await expectShown(page, 'privacy.request-open');

  const console_ = await otherBrowser();
  await enter(console_, await newStaff(operations));
  await console_.goto('/admin/requests?sort=requested&dir=desc&rows=100');
  await expectAccessible(console_);
  await console_.getByRole('link', { name: new RegExp(person.emailaddress) }).click();
  await expect(console_.getByText('No marketing, please')).toBeVisible();
  await expectAccessible(console_);
  await press(console_, 'Assign to me');
  await expect(console_.getByText('The request is assigned to you')).toBeVisible();
  await expect(console_.getByRole('button', { name: /to me$/ })).toHaveCount(0);
  const answerBox = console_.getByRole('textbox', { name: 'Answer' });
  await answerBox.fill('short');
  await press(console_, 'Send answer');
  await expect(answerBox).toHaveValue('short');
  await answerBox.fill('We no longer use it for marketing.');
  await press(console_, 'Send answer');
  await expect(console_.getByText('Answer sent')).toBeVisible();
  await expectAccessible(console_);
  const answer = await outbox.wait(person.emailaddress, /answer to your request/);
  expect(answer.text).toContain('We no longer use it for marketing.');
  const stale = await console_.context().newPage();
  await stale.goto(console_.url());
  await press(console_, 'Close request');
  await press(console_, 'Close for good');
  await expect(console_.getByText('Request closed')).toBeVisible();
  await stale.getByRole('textbox', { name: 'Answer' }).fill('And one thing more about it.');
  await press(stale, 'Send answer');
  await expectShown(stale, 'privacy.request-closed');
});
