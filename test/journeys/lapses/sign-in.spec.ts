import type { Page } from '@playwright/test';
import { DAY, MINUTE, SECOND } from '#modules/platform/browser.ts';
import { enterCode, expect, expectShown, fill, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import { test } from '../../browser/own-portal.ts';
import { shows } from '../../shown.ts';
import { makePerson, type Person } from '../acts/person.ts';
import { sendJoinForm } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** What may pass by itself while a journey looks at a page. */
const SLACK = 30 * SECOND;

const wrongPassword = 'something-Else-1';

async function logIn(page: Page, { emailaddress }: Person, password: string): Promise<void> {
  await fill(page, { 'E-mail': emailaddress, Password: password });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await press(page, 'Log in');
  await answered;
}

/** Signs in with the password. @returns the code of the second step */
async function askForCode(page: Page, outbox: Outbox, person: Person): Promise<string> {
  const before = await outbox.list(person.emailaddress);
  await page.goto('/logout');
  await logIn(page, person, person.password);
  await expect(page).toHaveURL(/\/verify$/);
  return (await outbox.wait(person.emailaddress, /code/i, before)).code ?? '';
}

const otherThan = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

test('failed sign-ins make it wait from the fifth on, and lock it for fifteen minutes at the tenth', async ({
  page,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await page.goto('/logout');
  for (let failures = 1; failures <= 5; failures += 1) {
    await logIn(page, person, wrongPassword);
    await expectShown(page, 'login.failure');
  }
  await logIn(page, person, person.password);
  await expectShown(page, 'edge.throttled');
  shows('login.slower-after-failures', 5);

  for (let failures = 6; failures <= 10; failures += 1) {
    await portal.advance(5 * SECOND * 2 ** (failures - 6));
    await logIn(page, person, wrongPassword);
    await expectShown(page, 'login.failure');
  }
  await logIn(page, person, person.password);
  await expectShown(page, 'login.locked');
  shows('login.locked-after-failures', 10);

  await portal.advance(15 * MINUTE - SLACK);
  await logIn(page, person, person.password);
  await expectShown(page, 'login.locked');
  await portal.advance(SLACK);
  await logIn(page, person, person.password);
  await expect(page).toHaveURL(/\/verify$/);
  shows('login.lock', 15 * MINUTE);
});

test('a code takes five tries, lives ten minutes, and is sent again after thirty seconds', async ({
  page,
  outbox,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const wrongTries = async (code: string, tries: number) => {
    for (let left = 4; left > 4 - tries; left -= 1) {
      await enterCode(page, otherThan(code));
      await press(page, 'Verify');
      await expectShown(page, 'code.mismatch');
      const told = left === 0 ? 'Please ask for a new one' : `You have ${left} ${left > 1 ? 'tries' : 'try'}`;
      await expect(page.getByText(told).first()).toBeVisible();
    }
  };

  const first = await askForCode(page, outbox, person);
  await wrongTries(first, 4);
  await enterCode(page, first);
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);

  const second = await askForCode(page, outbox, person);
  await wrongTries(second, 5);
  await enterCode(page, second);
  await press(page, 'Verify');
  await expectShown(page, 'code.void');
  shows('code.tries-count', 5);

  const sent = await outbox.list(person.emailaddress);
  const askForAnother = async () => {
    await page.goto('/verify/method');
    await page.getByLabel('E-mail').check();
    await press(page, 'Continue');
  };
  await portal.advance(15 * SECOND);
  await askForAnother();
  await expectShown(page, 'code.resend-locked');
  await portal.advance(15 * SECOND);
  await askForAnother();
  await expect(page.getByRole('dialog', { name: 'A code is on its way' })).toBeVisible();
  shows('code.resend-lock', 30 * SECOND);
  const third = await outbox.wait(person.emailaddress, /code/i, sent);
  await portal.advance(10 * MINUTE - SLACK);
  await page.goto('/verify');
  await enterCode(page, third.code ?? '');
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);

  const fourth = await askForCode(page, outbox, person);
  await portal.advance(10 * MINUTE);
  await enterCode(page, fourth);
  await press(page, 'Verify');
  await expectShown(page, 'code.void');
  shows('code.lifetime', 10 * MINUTE);
});

test('a browser is remembered for thirty days', async ({ page, outbox, portal, join }) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  await enterCode(page, await askForCode(page, outbox, person));
  await page.getByLabel('Remember this browser for 30 days').check();
  await press(page, 'Verify');
  await expect(page).toHaveURL(/\/user$/);

  await portal.advance(30 * DAY - SLACK);
  await page.goto('/login');
  await logIn(page, person, person.password);
  await expect(page).toHaveURL(/\/user$/);
  await page.goto('/logout');
  await portal.advance(SLACK);
  await logIn(page, person, person.password);
  await expect(page).toHaveURL(/\/verify$/);
  shows('browser.remembered', 30 * DAY);
});

test('whether an address has an account is told twenty times an hour', async ({
  page,
  otherBrowser,
  portal,
  join,
}) => {
  const person = makePerson('900-00-0002');
  await join(page, person);
  const stranger = await otherBrowser();
  await stranger.goto('/register');
  await sendJoinForm(stranger, person);
  await expectShown(stranger, 'register.email-taken');
  const askAgain = async () => {
    const answered = stranger.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/register(\.data)?$/.test(response.url()),
    );
    await press(stranger, 'Continue');
    return (await answered).status();
  };
  for (let told = 2; told <= 20; told += 1) expect(await askAgain()).toBe(400);
  await expectShown(stranger, 'register.email-taken');
  expect(await askAgain()).toBe(429);
  await expectShown(stranger, 'edge.throttled');
  shows('register.tells-an-hour-count', 20);
  await portal.advance(120 * MINUTE);
  expect(await askAgain()).toBe(400);
  await expectShown(stranger, 'register.email-taken');
});
