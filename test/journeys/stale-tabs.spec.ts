import type { Page } from '@playwright/test';
import { identityTimings, sessionWarning } from '#modules/identity/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { agree, answer, payFor } from '#test/factories/applicants.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { makePerson } from './acts/person.ts';

test('F7: a page that was opened for another account saves nothing, says who is who, and leads on as either', {
  tag: '@browser',
}, async ({ page, context, script, join, enter }) => {
  const ann = await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  await expect(page.getByLabel('First name')).toBeVisible();
  const other = await context.newPage();
  const ben = await join(other, makePerson('900-00-0002'));
  await other.goto('/user/profile');

  const field = page.getByLabel(/^Business name/);
  await field.fill('Typed in the wrong tab');
  if (script) await field.press('Tab');
  else await press(page, /^Save$/);
  const title = page.getByRole('heading', { level: 1, name: 'Another account is logged in' });
  await expect(title).toBeVisible();
  await expect(page.getByText(ann.emailaddress).first()).toBeVisible();
  await expect(page.getByText(ben.emailaddress).first()).toBeVisible();
  await expect(page.getByText('Typed in the wrong tab')).toBeVisible();
  await expect(page.getByText(/^© 20\d\d /)).toBeVisible();
  await expectAccessible(page);
  await other.reload();
  await expect(other.getByLabel(/^Business name/)).toHaveValue('');

  await press(page, `Log in as ${ann.emailaddress}`);
  await expect(page).toHaveURL(/\/login\?/);
  await enter(page, ann);
  await page.goto('/user/profile');
  await expect(page.getByLabel(/^Business name/)).toHaveValue('');
});

test('F7: leaving a step of the application on a page of another account says so as well, and gives back what was typed', {
  tag: '@browser',
}, async ({ page, context, join, operations }) => {
  const ann = await join(page, makePerson('900-00-0002'));
  const applicant = { ...ann, applicationId: await payFor(operations, ann.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await page.goto('/user/application/next');
  const firstName = page.getByLabel('First name', { exact: true });
  await expect(firstName).toBeVisible();
  await join(await context.newPage(), makePerson('900-00-0002'));
  await firstName.fill('Typed in the wrong tab');
  await press(page, 'Save and exit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another account is logged in');
  await expect(page.getByText(ann.emailaddress).first()).toBeVisible();
  await expect(page.getByText('Typed in the wrong tab')).toBeVisible();
  await expectAccessible(page);
});

test('F7: a draft that was not saved because another account is logged in covers the page at once', {
  tag: ['@script', '@browser'],
}, async ({ page, context, join, operations }) => {
  const ann = await join(page, makePerson('900-00-0002'));
  const applicant = { ...ann, applicationId: await payFor(operations, ann.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  const clock = await stopPageClock(page);
  await page.goto('/user/application/next');
  await untilScripted(page);
  const ben = await join(await context.newPage(), makePerson('900-00-0002'));
  await page.getByLabel('First name', { exact: true }).fill('Typed in the wrong tab');
  await page.getByLabel('Last name', { exact: true }).focus();
  // Less than until the page would look by itself.
  await clock.advance(SECOND);
  const dialog = page.getByRole('dialog', { name: 'Another account is logged in' });
  await expect(dialog).toContainText(ben.emailaddress);
  await expect(dialog).toContainText('Typed in the wrong tab');
});

test('F7: what was typed when the session ended is in its form again after the next login', {
  tag: '@browser',
}, async ({ page, join, enter, operations, script }) => {
  const person = await join(page, makePerson('900-00-0002'));
  const clock = script ? await stopPageClock(page) : null;
  await page.goto('/user/profile');
  if (clock) await untilScripted(page);
  const field = page.getByLabel(/^Business name/);
  await field.fill('Kept while away');
  const idle = `update session set last_used_at = last_used_at - interval '1 hour' where account_id = $1`;
  await operations.pool.query(idle, [person.accountId]);
  if (clock) await clock.advance(identityTimings['session.poll']);
  else await press(page, /^Save$/);
  await expect(page).toHaveURL(/\/login\?ended&next=%2Fuser%2Fprofile$/);
  if (clock) await page.clock.resume();
  await enter(page, person);
  await page.goto('/user/profile');
  await expect(field).toHaveValue('Kept while away');
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  await expectAccessible(page);
});

test('F7: two minutes before the end the page asks whether to stay, and one press stays', {
  tag: ['@script', '@browser'],
}, async ({ page, join, operations }) => {
  const person = await join(page, makePerson('900-00-0002'));
  await expectAsksToStay(page, operations, {
    accountId: person.accountId,
    path: '/user/profile',
    idle: identityTimings['session.idle'],
  });
});

test('F7: staff are asked as well, before their fifteen idle minutes end', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  const staff = await enterAsStaff(page, operations);
  await expectAsksToStay(page, operations, {
    accountId: staff.accountId,
    path: '/admin/tools',
    idle: identityTimings['session.admin-idle'],
  });
});

/** Lets the session be idle until the warning is due, and stays by its button. */
async function expectAsksToStay(
  page: Page,
  operations: VisitedPortal,
  { accountId, path, idle }: { accountId: string; path: string; idle: number },
): Promise<void> {
  const clock = await stopPageClock(page);
  await page.goto(path);
  await untilScripted(page);
  // A request of the page that is still under way would extend the session.
  await page.waitForLoadState('networkidle');
  await operations.pool.query(
    `update session set last_used_at = now() - make_interval(secs => $2) where account_id = $1`,
    [accountId, (idle - sessionWarning) / SECOND],
  );
  await clock.advance(identityTimings['session.poll']);
  const dialog = page.getByRole('dialog', { name: 'Do you want to stay logged in?' });
  await expect(dialog).toBeVisible();
  await press(page, 'Stay logged in');
  await expect(dialog).toHaveCount(0);
  const { rows } = await operations.pool.query<{ fresh: boolean }>(
    `select last_used_at > now() - interval '5 minutes' as fresh from session where account_id = $1`,
    [accountId],
  );
  expect(rows).toEqual([{ fresh: true }]);
}

test('F7: a page notices by itself that another account is logged in, and covers itself', {
  tag: ['@script', '@browser'],
}, async ({ page, context, join }) => {
  const ann = await join(page, makePerson('900-00-0002'));
  const clock = await stopPageClock(page);
  await page.goto('/user/network/invite');
  await untilScripted(page);
  const address = page.getByLabel('Email or ShieldID', { exact: true });
  await address.fill('typed@example.com');
  const ben = await join(await context.newPage(), makePerson('900-00-0002'));
  await clock.advance(identityTimings['session.poll']);
  const dialog = page.getByRole('dialog', { name: 'Another account is logged in' });
  await expect(dialog).toContainText(ann.emailaddress);
  await expect(dialog).toContainText('typed@example.com');
  await dialog.getByRole('link', { name: `Continue as ${ben.emailaddress}` }).click();
  await expect(address).toHaveValue('');
  await expect(dialog).toHaveCount(0);
});
