import type { Page } from '@playwright/test';
import { SECOND } from '#modules/platform/browser.ts';
import { platformTimings } from '#modules/platform/limits.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsTime } from '../shown.ts';
import { openRowMenu } from './acts/network.ts';
import { makePerson } from './acts/person.ts';
import { registerPerson } from './acts/registration.ts';

/** Expects that 'Link Copied' is shown for five seconds, and that the clipboard contains the link. */
async function copyLink(page: Page, link: string): Promise<void> {
  const clock = await stopPageClock(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const again = page.getByRole('button', { name: 'Copy Link' });
  const copied = await Stopwatch.start(clock, async () => {
    await again.click();
    await expectShown(page, 'parts.link-copied');
  });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const stays = platformTimings['parts.copied-shown'];
  const held = await copied.holdsAt(stays - SECOND, () => expectShown(page, 'parts.link-copied'));
  const ended = await copied.endsAt(stays, () => expect(again).toBeVisible());
  showsTime('parts.copied-shown', { held, ended });
  await page.clock.resume();
}

/** The message after an action is shown for five seconds. */
async function watchToast(page: Page, words: string, act: () => Promise<void>): Promise<void> {
  const clock = await stopPageClock(page);
  const shown = await Stopwatch.start(clock, act);
  await untilScripted(page);
  const toast = page.getByText(words);
  const stays = platformTimings['parts.toast-shown'];
  const held = await shown.holdsAt(stays - SECOND, () => expect(toast).toBeVisible());
  const ended = await shown.endsAt(stays, () => expect(toast).toHaveCount(0));
  showsTime('parts.toast-shown', { held, ended });
  await page.clock.resume();
}

test('F42, F46, F53, F54: somebody is invited by mail, registers by its link, ignores it, is asked again and withdrawn', {
  tag: '@browser',
}, async ({ page, otherBrowser, outbox, script, join }) => {
  const host = makePerson('900-00-0002');
  const guest = makePerson('900-00-0002');
  await join(page, host);

  await page.goto('/user/network');
  await expectShown(page, 'network.empty');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite User' }).first().click();
  await expect(page).toHaveURL(/\/user\/network\/invite$/);
  await expectAccessible(page);
  const send = async (touser: string) => {
    await fill(page, { 'Email or ShieldID': touser });
    await press(page, 'Send invitation');
  };
  await send('');
  await expect(page.getByText('Enter an email address or a ShieldID').first()).toBeVisible();
  await send('someone@nowhere');
  await expectShown(page, 'search.invalid-email');
  await expectAccessible(page);
  await send(host.emailaddress);
  await expectShown(page, 'search.own');
  await send('TX000000018');
  await expectShown(page, 'search.not-found');
  const sendToGuest = async () => {
    await send(guest.emailaddress);
    await expectShown(page, 'invitations.sent');
  };
  if (script) await watchToast(page, 'Invitation sent', sendToGuest);
  else await sendToGuest();
  await expect(page).toHaveURL(/\/user\/network$/);
  await expect(page.getByText(guest.emailaddress).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/user/network/invite');
  await send(guest.emailaddress);
  await expectShown(page, 'invitations.already-invited');

  const mail = await outbox.wait(guest.emailaddress, /You’re invited/);
  const link = mail.links.find((each) => each.includes('/link/')) ?? '';
  const theirs = await otherBrowser();
  await theirs.goto(link);
  await expect(theirs).toHaveURL(/\/register$/);
  await registerPerson(theirs, outbox, guest, /\/user\/invitations\/[0-9a-f-]{36}\/accept$/);
  await expectShown(theirs, 'invitations.check-first');
  await expectShown(theirs, 'invitations.what-inviter-sees');
  await expectAccessible(theirs);
  await theirs.getByRole('link', { name: 'Nevermind' }).click();
  await expect(theirs).toHaveURL(/\/user$/);
  await expect(theirs.getByText('1 waiting')).toBeVisible();
  await theirs.getByRole('link', { name: /^Ignore/ }).click();
  await expectAccessible(theirs);
  await press(theirs, 'Ignore invitation');
  await expect(theirs.getByText('Invitation ignored').first()).toBeVisible();
  await expect(theirs.getByText('1 waiting')).toHaveCount(0);

  await page.goto('/user/network');
  await expect(page.getByRole('cell').getByText('Ignored', { exact: true })).toBeVisible();
  await openRowMenu(page, guest.emailaddress);
  await expect(page.getByText('Not in your network yet. Cancel the invitation instead')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('cell').getByRole('button', { name: 'Resend Invite' }).click();
  await expectShown(page, 'invitations.extended');
  await expect(page.getByRole('cell').getByText('Ignored', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell').getByRole('img', { name: /^Email (sent|delivered)/ })).toBeVisible();

  // The link, passed on by hand, leads to a page that asks for confirmation before the invitation is open again.
  await theirs.goto(link);
  await expectShown(theirs, 'invitations.ignored-before');
  await expectAccessible(theirs);
  await theirs.goto('/user');
  await expect(theirs.getByText('1 waiting')).toHaveCount(0);
  await theirs.goto(link);
  await press(theirs, 'Continue');
  await expect(theirs).toHaveURL(/\/user\/invitations\/[0-9a-f-]{36}\/accept$/);
  await page.goto('/user/network');
  await expect(page.getByRole('cell').getByText('Application Required')).toBeVisible();
  await openRowMenu(page, guest.emailaddress);
  await page.getByRole('cell').getByRole('button', { name: 'Resend Invite' }).click();
  await expectShown(page, 'invitations.sent');

  await openRowMenu(page, guest.emailaddress);
  await page.getByRole('link', { name: 'Get Invite Link' }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(link);
  await expectAccessible(page);
  if (script) await copyLink(page, link);
  await page.getByRole('link', { name: 'Close' }).first().click();

  await openRowMenu(page, guest.emailaddress);
  await page.getByRole('link', { name: 'Cancel Invite' }).click();
  await expectShown(page, 'network.are-you-sure');
  await expectShown(page, 'network.nevermind');
  await expectShown(page, 'network.yes');
  await expectAccessible(page);
  await press(page, 'Yes');
  await expectShown(page, 'network.empty');

  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'This invitation was canceled' })).toBeVisible();
  await theirs.goto('/user');
  await expect(theirs.getByText('1 waiting')).toHaveCount(0);
});

test('F38: a search answers in the documented words', async ({ page, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const ask = async (words: string) => {
    await page.goto('/user');
    await page.getByPlaceholder('ShieldID, ShieldLink ID or email').fill(words);
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/user\/search\?searchterm=/);
  };
  await ask('TX000000018');
  await expectShown(page, 'search.not-found');
  await expectAccessible(page);
  await ask('someone@nowhere');
  await expectShown(page, 'search.invalid-email');
  await ask(person.emailaddress);
  await expectShown(page, 'search.own');
  await expectAccessible(page);
  await ask(`unknown.${person.emailaddress}`);
  await expectShown(page, 'search.not-found');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite this address' }).click();
  await expect(page.getByLabel('Email or ShieldID')).toHaveValue(`unknown.${person.emailaddress}`);
  await expectAccessible(page);
});

test('the mail’s way out of invitations needs one press, and no account', async ({
  page,
  otherBrowser,
  outbox,
  join,
}) => {
  const host = makePerson('900-00-0002');
  const guest = makePerson('900-00-0002');
  await join(page, host);
  await page.goto('/user/network/invite');
  await fill(page, { 'Email or ShieldID': guest.emailaddress });
  await press(page, 'Send invitation');
  const mail = await outbox.wait(guest.emailaddress, /You’re invited/);
  const theirs = await otherBrowser();
  await theirs.goto(mail.links.find((each) => each.includes('/unsubscribe/')) ?? '');
  await expectAccessible(theirs);
  await press(theirs, 'Stop invitations');
  await expect(theirs.getByText('You won’t receive any more invitations by email.')).toBeVisible();
  await expectAccessible(theirs);

  await theirs.goto('/emailpreferences/forged');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
  await expectAccessible(theirs);
  await theirs.goto(mail.links.find((each) => each.includes('/emailpreferences/')) ?? '');
  await expect(theirs.getByLabel('Network invites')).not.toBeChecked();
  await expectAccessible(theirs);
  await theirs.getByLabel('Network invites').check();
  await press(theirs, 'Save Preferences');
  await expectShown(theirs, 'mails.saved');
  await expectAccessible(theirs);

  // Emails that are needed for sign-in stay enabled.
  const own = await outbox.wait(host.emailaddress, /Welcome/);
  await page.goto(own.links.find((each) => each.includes('/emailpreferences/')) ?? '');
  await page.getByLabel('Disable all emails').check();
  await press(page, 'Save Preferences');
  await expectShown(page, 'mails.needed');
  await expectAccessible(page);
});

test('a documented #hash leads to its dialog', { tag: '@browser-plain' }, async ({ page, script, join }) => {
  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/network#addtomynetwork');
  if (!script) await page.locator('#addtomynetwork').click();
  await expect(page).toHaveURL(/\/user\/network\/invite$/);
  await expect(page.getByLabel('Email or ShieldID', { exact: true })).toBeVisible();
});

test('following a link only asks; a press brings the invitation', async ({ page, join, operations }) => {
  const { shieldId } = await newScoredPerson(operations);
  await join(page, makePerson('900-00-0002'));
  await page.goto(`/link/${shieldId}`);
  await expect(page.getByRole('heading', { name: /^Connect with .+\?$/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/user');
  await expect(page.getByText('1 waiting')).toHaveCount(0);
  await page.goto(`/link/${shieldId}`);
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/user\/invitations\/[0-9a-f-]{36}\/accept$/);
});
