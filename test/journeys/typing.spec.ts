import type { Locator, Page } from '@playwright/test';
import { expect, fill, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import { sendJoinForm } from './acts/registration.ts';

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('');
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await field.press('ControlOrMeta+v');
}

test('what is pasted or filled in is shown as the page writes it, and none of it is cut', {
  tag: ['@script', '@browser'],
}, async ({ page, context, join }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/register');
  const mobile = page.getByLabel('Mobile');
  await paste(page, mobile, '\u202a+1 512\u2011555\u20110147\u202c');
  await expect(mobile).toHaveValue('512-555-0147');
  const password = page.getByLabel('Password', { exact: true });
  await paste(page, password, 'correct horse battery staple '.repeat(5));
  await expect(page.getByText('Use at most 128 characters')).toBeVisible();
  expect((await password.inputValue()).length).toBe(145);
  await password.fill('violet-Harbor-4471');
  await expect(page.getByText('Use at most 128 characters')).toHaveCount(0);

  await join(page, makePerson('900-00-0002'));
  await page.goto('/user/profile');
  const born = page.getByLabel('Date of birth (optional)');
  await paste(page, born, '1990-05-17');
  await expect(born).toHaveValue('05/17/1990');
  await born.fill('');
  await born.pressSequentially('1990/5/17');
  await expect(born).toHaveValue('05/17/1990');
  // A password manager sets the value and tells the page.
  await born.evaluate((input: HTMLInputElement) => {
    input.value = '1991-06-18';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(born).toHaveValue('06/18/1991');
  // The spelling that was stored is shown without a reload.
  const business = page.getByLabel(/^Business name/);
  await business.fill('  Jo and Sons ');
  await business.press('Tab');
  await expect(business).toHaveValue('Jo and Sons');
  // What is typed while an answer is under way is kept.
  const held = Promise.withResolvers<void>();
  const profile = (url: URL) => url.pathname.startsWith('/user/profile');
  await page.route(profile, async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await business.fill('  Jo and Daughters ');
  await business.press('Tab');
  await business.fill('Jo and Company');
  held.resolve();
  await (await answered).finished();
  await page.unroute(profile);
  await expect(page.getByText('Saving Profile')).toHaveCount(0);
  await expect(business).toHaveValue('Jo and Company');
  await born.fill('');
  await born.pressSequentially('05171990');
  await expect(born).toHaveValue('05/17/1990');
});

test('a long password is refused with its limit, and a number and a date are read as people type them', async ({
  page,
  join,
  script,
}) => {
  const person = makePerson('900-00-0002');
  await page.goto('/register');
  await sendJoinForm(page, { ...person, mobile: '+1 512 555 0147', password: 'velvet-Harbour '.repeat(10) });
  await expect(page.getByText('Use at most 128 characters').first()).toBeVisible();
  await expect(page.getByText('Enter all 10 digits')).toHaveCount(0);

  await join(page, person);
  await page.goto('/user/profile');
  const born = page.getByLabel('Date of birth (optional)');
  await fill(page, { 'Date of birth (optional)': '05171990' });
  await (script ? born.press('Tab') : press(page, /^Save$/));
  await expect(born).toHaveValue('05/17/1990');
});

test('a key that is pressed as soon as the page’s script listens breaks nothing', {
  tag: ['@script', '@browser'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = document;
    document.addEventListener = function (this: Document, ...listening: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, listening);
      if (listening[0] !== 'keydown') return;
      queueMicrotask(() =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'a' })),
      );
    };
  });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-script', 'ready');
  await page.getByLabel('Email').pressSequentially('person@example.com');
  await expect(page.getByLabel('Email')).toHaveValue('person@example.com');
});
