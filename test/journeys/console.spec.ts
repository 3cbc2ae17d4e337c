import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { saveUser } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { suppressAddress } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { DAY, formatDate, SECOND } from '#modules/platform/browser.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock } from '../browser/stopwatch.ts';
import { showsTime } from '../shown.ts';
import { save, unfold } from './acts/staff.ts';

/** Gives the browser the session of a new member of staff, and opens a person's record. */
async function openRecord(
  page: Page,
  operations: VisitedPortal,
  person: Registered,
  section = 'summary',
): Promise<Registered> {
  const staff = await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${person.accountId}#${section}`);
  return staff;
}

test('staff edit a person’s profile and switches, and see what a colleague saved meanwhile', {
  tag: ['@browser', '@keyboard'],
}, async ({ page, operations, script, outbox }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Aspen' });
  const staff = await openRecord(page, operations, person, 'profile');
  await unfold(page, 'Privacy');
  await expectAccessible(page);
  await expectShown(page, 'console.email-changes-login');

  await fill(page, { 'City (optional)': 'Dallas', 'Postal code (optional)': '752' });
  await page.getByRole('switch', { name: 'Auto Accept Network Invites' }).check();
  if (script) {
    await expect(page.getByText('2 sections changed: Profile, Privacy')).toBeVisible();
    await expectAccessible(page);
  }
  await save(page, script, 'Save profile');
  await expect(page.getByText('Enter the 5 digits of the ZIP code').first()).toBeVisible();
  await expect(page.getByLabel('City (optional)')).toHaveValue('Dallas');
  // The switch is saved separately, and the page then shows the stored value.
  if (script) await expect(page.getByText('1 section changed: Profile')).toBeVisible();
  await staff.visitor.perform(saveUser, { userid: person.accountId, businessname: 'Aspen Roofing' });
  await fill(page, { 'Postal code (optional)': '75201' });
  await save(page, script, 'Save profile');
  await expectShown(page, 'console.changed-meanwhile');
  await expect(
    page.getByRole('region', { name: 'Saved by someone else' }).getByText('Aspen Roofing'),
  ).toBeVisible();
  await expectAccessible(page);
  await fill(page, { 'Business name (optional)': 'Aspen Roofing' });
  await save(page, script, 'Save profile');
  await expect(page.getByText('Changes saved')).toBeVisible();
  if (!script) {
    // The next save says the same.
    await page.reload();
    await expect(page.getByText('Changes saved')).toBeHidden();
    await unfold(page, 'Privacy');
    await page.getByRole('switch', { name: 'Auto Accept Network Invites' }).check();
    await save(page, script, 'Save switches');
    await expect(page.getByText('Changes saved')).toBeVisible();
  }
  // Not a reload: whether the browser then opens the section that the address names depends on its timing.
  await page.goto(`/admin/user/${person.accountId}`);
  for (const section of ['Personal & Business Profile', 'Privacy', 'Audit']) await unfold(page, section);
  await expect(page.getByLabel('City (optional)')).toHaveValue('Dallas');
  await expect(page.getByRole('switch', { name: 'Auto Accept Network Invites' })).toBeChecked();
  await expect(page.getByText('city: empty → Dallas')).toBeVisible();
  await outbox.wait(person.emailaddress, /account details were changed/);
});

test('staff give a person another address to sign in with; one that is taken is refused', async ({
  page,
  operations,
  script,
  outbox,
}) => {
  const [person, other] = [
    await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Birch' }),
    await newPersonWithoutTwoStep(operations),
  ];
  await openRecord(page, operations, person, 'profile');
  await fill(page, { Email: other.emailaddress });
  await save(page, script, 'Save profile');
  await expectShown(page, 'profile.address-exists');
  await fill(page, { Email: `new-${person.emailaddress}` });
  const saved = page.getByText('Changes saved');
  const change = async () => {
    await save(page, script, 'Save profile');
    await expect(saved).toBeVisible();
  };
  if (script) {
    const clock = await stopPageClock(page);
    const shown = await Stopwatch.start(clock, change);
    const stays = identityTimings['profile.toast-cleared'];
    const held = await shown.holdsAt(stays - SECOND, () => expect(saved).toBeVisible());
    const ended = await shown.endsAt(stays, () => expect(saved).toHaveCount(0));
    showsTime('profile.toast-cleared', { held, ended });
    await page.clock.resume();
  } else {
    await change();
  }
  await outbox.wait(person.emailaddress, /email address was changed/);
  await outbox.wait(`new-${person.emailaddress}`, /email address was changed/);
});

test('F14: staff lock a name and date of birth, and unlock them', { tag: '@keyboard' }, async ({
  page,
  operations,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Cedar' });
  await openRecord(page, operations, person, 'profile');
  await press(page, 'Lock name and date of birth');
  await expect(page.getByText('Name and date of birth locked')).toBeVisible();
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Unlock name and date of birth');
  await expect(page.getByText('Name and date of birth unlocked')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ruth');
});

test('staff help a person back in: a link for the password, two-step by email', { tag: '@keyboard' }, async ({
  page,
  script,
  operations,
  outbox,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Dogwood' });
  await openRecord(page, operations, person, 'security');
  if (script) {
    const sent = page.getByText('Reset Password Sent');
    const clock = await stopPageClock(page);
    const shown = await Stopwatch.start(clock, async () => {
      await press(page, 'Reset password');
      await expectShown(page, 'console.reset-sent');
    });
    const stays = adminTimings['console.reset-sent-shown'];
    const held = await shown.holdsAt(stays - SECOND, () => expect(sent).toBeVisible());
    const ended = await shown.endsAt(stays, () => expect(sent).toHaveCount(0));
    showsTime('console.reset-sent-shown', { held, ended });
    await page.clock.resume();
  } else {
    await press(page, 'Reset password');
    await expectShown(page, 'console.reset-sent');
  }
  await outbox.wait(person.emailaddress, /Set a new password/);

  await page.getByRole('link', { name: 'Reset two-step verification' }).click();
  await expect(page.getByText('This can’t be undone.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Reset two-step verification');
  await expect(page.getByText('Two-step verification reset').last()).toBeVisible();
  await outbox.wait(person.emailaddress, /two-step verification was reset/);

  await operations.pool.query('update account set email_verified_at = null where id = $1', [
    person.accountId,
  ]);
  await press(page, 'Reset password');
  await expectShown(page, 'console.address-unverified');
  await expectAccessible(page);
});

test('staff disable an account and restore it with its score', { tag: '@keyboard' }, async ({
  page,
  operations,
  outbox,
}) => {
  const person = await newScoredPerson(operations, { firstname: 'Ruth', lastname: 'Elder', score: 'IC02' });
  const staff = await openRecord(page, operations, person, 'account');
  await page.getByRole('link', { name: 'Disable account' }).click();
  await expect(page.getByText('Active ShieldIDs expire today.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Disable account');
  await expect(page.getByText('Account disabled').first()).toBeVisible();
  await expect(page.getByText('Restoring brings back IC02')).toBeVisible();
  await expectAccessible(page);
  await outbox.wait(person.emailaddress, /account was disabled/);
  await unfold(page, 'Password and Security');
  await press(page, 'Reset password');
  await expect(page.getByRole('alert')).toContainText(identityTexts['console.user-inactive']);
  await expectShown(page, 'console.user-inactive');

  await page.getByRole('link', { name: 'Restore account' }).click();
  await expectAccessible(page);
  await press(page, 'Restore account');
  await expect(page.getByText('Account restored')).toBeVisible();
  await outbox.wait(person.emailaddress, /account was restored/);

  await page.goto(`/admin/user/${staff.accountId}/status`);
  await press(page, 'Disable account');
  await expectShown(page, 'console.own-account');
});

test('staff see that mail does not reach a person, and take the address off the list', {
  tag: '@keyboard',
}, async ({ page, operations }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Fir' });
  await suppressAddress(operations, person.emailaddress, 'mailbox-disabled');
  await openRecord(page, operations, person);
  await expectShown(page, 'console.suppressed');
  await expect(page.getByText('the mailbox is disabled.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Remove from list');
  await expect(page.getByText('Email address removed from the suppression list').last()).toBeVisible();
});

test('F20: staff read which terms a person accepted', async ({ page, operations }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Gum' });
  await openRecord(page, operations, person, 'terms');
  await page.getByRole('link', { name: 'Terms and conditions, version' }).click();
  await expect(page.getByRole('heading', { name: 'Accepted terms' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Terms and conditions' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/admin/user/${person.accountId}$`));
});

test('D16: staff act as a person with the reason, and exit from any page', { tag: '@keyboard' }, async ({
  page,
  operations,
  outbox,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Holly' });
  const staff = await openRecord(page, operations, person);
  await page.getByRole('link', { name: 'Start session as user' }).click();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('Ticket 20871: a switch that jumps back');
  await press(page, 'Start session');
  await expect(page).toHaveURL(/\/user$/);
  const banner = page.getByRole('region', { name: 'Admin session' });
  for (const path of ['/user', '/user/purchase/selectpackage', '/support']) {
    await page.goto(path);
    await expect(banner.getByText(`Admin Session for user ${person.emailaddress}`)).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/admin/tools');
  await expect(page).toHaveURL(/\/user$/);

  await page.goto('/user/profile/security');
  await fill(page, { 'New password': 'violet-Harbor-2031', 'Confirm new password': 'violet-Harbor-2031' });
  await press(page, 'Change password');
  await expectShown(page, 'edge.not-in-admin-session');
  await page.goto('/user/profile/security');
  await press(page, 'Log out everywhere else');
  await expectShown(page, 'edge.not-in-admin-session');
  await expectAccessible(page);
  await press(page, 'Exit Admin Session');
  await expect(page).toHaveURL(new RegExp(`/admin/user/${person.accountId}$`));
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(staff.emailaddress).first()).toBeAttached();
  await unfold(page, 'Audit');
  await expect(page.getByText('Staff ended the session as this person')).toBeVisible();
  await outbox.wait(person.emailaddress, /Our team opened your account/);

  await page.goto(`/admin/user/${staff.accountId}/session`);
  await page.getByLabel('Reason').fill('Only to see that it is refused');
  await press(page, 'Start session');
  await expectShown(page, 'console.staff-account');
});

test('staff move the expiration of a score, with a note that the person reads', { tag: '@keyboard' }, async ({
  page,
  operations,
}) => {
  const person = await newScoredPerson(operations, { firstname: 'Ella', lastname: 'Expiry', days: 100 });
  await openRecord(page, operations, person);
  await page.getByText('Change the expiration date').click();
  const day = (days: number) => formatDate(new Date(operations.clock.now().getTime() + days * DAY));
  await page.getByRole('textbox', { name: 'New expiration date' }).fill(day(20));
  await page.getByRole('textbox', { name: 'Why' }).fill('The agency was late');
  await press(page, 'Save the new date');
  await expectShown(page, 'expiration.out-of-bounds');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'New expiration date' }).fill(day(60));
  await press(page, 'Save the new date');
  await expect(page.getByText('Expiration date saved.')).toBeVisible();
  await expect(page.locator('#score').getByText(day(60))).toBeVisible();
  await expect(page.locator('#shieldid').getByText('Active', { exact: true })).toBeVisible();
  await expect(page.locator('#notes').getByText('The agency was late')).toBeVisible();
});

test('the documented address of a record leads to it by script, and to the search without', {
  tag: '@browser',
}, async ({ page, operations, script }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Hanna', lastname: 'Hash' });
  await openRecord(page, operations, person);
  await page.goto(`/admin/user#${person.accountId}&pendingapprovals`);
  if (script) {
    await expect(page).toHaveURL(new RegExp(`/admin/user/${person.accountId}#approvals$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hanna Hash');
    await page.goto('/admin/user');
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Search users' }).click();
  await expect(page).toHaveURL(/\/admin\/tools$/);
});

test('D15: staff act as a member of a company on its own host, and come back from there', async ({
  page,
  operations,
  script,
}) => {
  const label = `h-${randomUUID()}`;
  const { owner } = await newCompany(operations, { branding_hostname: label });
  await openRecord(page, operations, owner);
  await page.getByRole('link', { name: 'Start session as user' }).click();
  await page.getByLabel('Reason').fill('Ticket 20872: the grid is empty');
  await press(page, 'Start session');
  await expect(page).toHaveURL(new RegExp(`^http://${label}\\.localhost`));
  if (!script) await press(page, 'Continue');
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText(`Admin Session for user ${owner.emailaddress}`)).toBeVisible();
  await page.goto(new URL('/endusersession', page.url()).href);
  if (!script) {
    await expectAccessible(page);
    await press(page, /^Exit$/);
  }
  await expect(page).toHaveURL(`${operations.config.publicUrl}/admin/user/${owner.accountId}`);
  await expect(page.getByText('Admin Session for user')).toHaveCount(0);
});

test('F32: staff publish a release note, which people see as unread until they have opened it', async ({
  page,
  operations,
  script,
  otherBrowser,
  enter,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Ivy' });
  await openRecord(page, operations, person);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Write release notes' }).click();
  await expectAccessible(page);
  const title = `Dark pages ${randomUUID().slice(0, 8)}`;
  await press(page, 'Publish');
  await expect(page.getByText('Enter a title').first()).toBeVisible();
  await fill(page, { Title: title, 'What’s new': 'Pages follow your system.' });
  await press(page, 'Publish');
  await expect(page.getByText('Release note published')).toBeVisible();

  const reader = await otherBrowser();
  await enter(reader, person);
  await reader.goto('/user');
  const news = reader.getByRole('link', { name: /What’s new/ });
  if (script) {
    await expect(news).toContainText('unread');
    await expectAccessible(reader);
    await news.click();
  } else {
    await reader.goto('/user/releasenotes');
  }
  const card = reader.getByRole('region', { name: title });
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await expectAccessible(reader);
  if (!script) await press(reader, 'Mark as read');
  await expect(async () => {
    await reader.goto('/user/releasenotes');
    await expect(card).toBeVisible();
    await expect(card.getByText('New', { exact: true })).toHaveCount(0, { timeout: 1000 });
  }).toPass();

  await press(page, `Remove ${title}`);
  await expect(page.getByText('Release note removed')).toBeVisible();
});

test('F35: a page that is left tells how fast it was, and staff see it by page', { tag: '@script' }, async ({
  page,
  operations,
  otherBrowser,
  enter,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Juniper' });
  const visitor = await otherBrowser();
  await enter(visitor, person);
  await openRecord(page, operations, person);
  await expect(async () => {
    await visitor.goto('/user/profile/accounting', { waitUntil: 'networkidle' });
    await visitor.getByRole('heading', { level: 1 }).click();
    await visitor.goto('/user/seen');
    await page.goto('/admin/settings/speed');
    await expect(page.getByText('purchase/accounting')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'See page speed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page speed');
});
