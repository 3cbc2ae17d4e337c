import type { Page } from '@playwright/test';
import { MINUTE } from '#modules/platform/browser.ts';
import { newId } from '#modules/platform/ids.ts';
import { enterCode, expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { shows, showsTime } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { acceptTerms, sendJoinForm } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** How much time may pass on the clock while a journey reads a page. */
const SLACK = 2 * MINUTE;

async function changePassword(page: Page, current: string, wanted: string): Promise<void> {
  await page.goto('/user/profile/security');
  await fill(page, { 'Current password': current, 'New password': wanted, 'Confirm new password': wanted });
  await press(page, 'Change password');
}

test('a password is changed with the present one, or without it within ten minutes of a code', async ({
  page,
  portal,
  script,
  join,
}) => {
  const person = makePerson('900-00-0002');
  const proven = await Stopwatch.start(portal, () => join(page, person));
  await changePassword(page, 'something-Else-1', 'velvet-Harbour-4711');
  await expectShown(page, 'password.current-wrong');

  const held = await proven.holdsAt(10 * MINUTE - SLACK, async () => {
    await changePassword(page, '', 'velvet-Harbour-4711');
    await expectShown(page, 'password.updated');
  });
  const ended = await proven.endsAt(10 * MINUTE, async () => {
    await changePassword(page, '', 'marble-Compass-0815');
    await expectShown(page, 'password.confirmation-needed');
  });
  showsTime('password.recent-two-step', { held, ended });
  // A number that gets codes needs the same proof.
  await portal.database.query('update account set mobile_verified_at = now() where emailaddress = $1', [
    person.emailaddress,
  ]);
  await page.goto('/user/profile');
  const mobile = page.getByLabel('Mobile (optional)');
  await mobile.fill('512-555-0188');
  await (script ? mobile.press('Tab') : press(page, /^Save$/));
  await expectShown(page, 'profile.mobile-needs-proof');
  await expectAccessible(page);
  await changePassword(page, 'velvet-Harbour-4711', 'marble-Compass-0815');
  await expectShown(page, 'password.updated');
});

async function askForRecovery(page: Page, outbox: Outbox, emailaddress: string): Promise<string> {
  const before = await outbox.list(emailaddress);
  await page.goto('/forgotpassword');
  await fill(page, { Email: emailaddress });
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/forgotpassword\/verification$/);
  return (await outbox.wait(emailaddress, /new password/i, before)).code ?? '';
}

test('a recovery code lives fifteen minutes', async ({ page, outbox, portal, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  let code = '';
  const ask = () =>
    Stopwatch.start(portal, async () => {
      code = await askForRecovery(page, outbox, person.emailaddress);
    });
  const late = await ask();
  const ended = await late.endsAt(15 * MINUTE, async () => {
    await enterCode(page, code);
    await press(page, 'Continue');
    await expectShown(page, 'recovery.code-mismatch');
  });

  const early = await ask();
  const held = await early.holdsAt(15 * MINUTE - SLACK, async () => {
    await enterCode(page, code);
    await press(page, 'Continue');
    await expect(page).toHaveURL(/\/forgotpassword\/newpassword$/);
  });
  showsTime('recovery.code-lifetime', { held, ended });
});

test('F20: terms that were replaced while they were read have to be read anew, also by who is a member', async ({
  page,
  otherBrowser,
  portal: { database },
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  const newcomer = await otherBrowser();
  await newcomer.goto('/register');
  await sendJoinForm(newcomer, makePerson('900-00-0002'));
  await expect(newcomer).toHaveURL(/\/register\/terms$/);

  // Publishes new terms directly, without the page for it.
  await database.query(`update terms_version set is_current = false where kind = 'portal'`);
  await database.query(
    `insert into terms_version (id, kind, version, html, published_at, is_current)
     select $1, 'portal', max(version) + 1, '<p>Newer words.</p>', now(), true
     from terms_version where kind = 'portal'`,
    [newId()],
  );
  await acceptTerms(newcomer);
  await expectShown(newcomer, 'terms.replaced');
  await expect(newcomer.getByText('Newer words.')).toBeVisible();
  await acceptTerms(newcomer);
  await expect(newcomer).toHaveURL(/\/register\/verification$/);

  await page.goto('/user/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The terms have changed');
  const answer = await page.request.get('/hub/api/myprofile');
  expect(answer.status()).toBe(403);
  shows('edge.terms-needed', (await answer.json()).error_message);
  // The terms are shown over the requested page, and cannot be closed.
  await expect(page).toHaveURL(/\/user\/profile$/);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Decline and log out' })).toBeVisible();
  await acceptTerms(page);
  await expect(page).toHaveURL(/\/user\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The terms have changed');
});
