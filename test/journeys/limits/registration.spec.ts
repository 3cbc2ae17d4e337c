import type { Page } from '@playwright/test';
import { expect, expectShown, fill, press, test } from '../../browser/fixtures.ts';
import { lengthOf, readNumbers } from '../../browser/readings.ts';
import { showsNumbers, showsSize } from '../../shown.ts';
import { makePerson, type Person } from '../acts/person.ts';
import { fillJoinForm, sendJoinForm } from '../acts/registration.ts';

/** Eight characters that are hard to guess, because eight plain letters would be too weak. */
const eightCharacters = '🦊🌵🚲🧲🪁🥨🎻🧭';
const longest = 'velvet-Harbour-4711 '.repeat(7).slice(0, 128);

async function join(page: Page, wanted: Partial<Person>): Promise<void> {
  await page.goto('/register');
  await sendJoinForm(page, { ...makePerson('900-00-0002'), ...wanted });
}

type Sizes = Record<'topLevel' | 'mobile' | 'password', number>;

/**
 * Fills in the form and sends it.
 * @returns the lengths of the values in it
 */
async function joinBySizes(page: Page, wanted: Partial<Person>): Promise<Sizes> {
  await page.goto('/register');
  await fillJoinForm(page, { ...makePerson('900-00-0002'), ...wanted });
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  const sizes = {
    topLevel: (await value('Email')).replace(/^.*\./, '').length,
    mobile: (await value('Mobile')).replace(/\D/g, '').length,
    password: await lengthOf(page.getByLabel('Password', { exact: true })),
  };
  await press(page, 'Continue');
  return sizes;
}

test('a member has an address, a number and a password of the right length', async ({ page }) => {
  const { emailaddress } = makePerson('900-00-0002');
  const taken: Sizes[] = [];
  const refused: Sizes[] = [];
  const addressAt = (topLevel: string) => emailaddress.replace(/[a-z]+$/, topLevel);
  const refuse = async (wanted: Partial<Person>, ...texts: string[]) => {
    refused.push(await joinBySizes(page, wanted));
    await expect(page).toHaveURL(/\/register$/);
    await expectShown(page, 'register.missing-fields');
    for (const text of ['Enter an email address like name@example.com', ...texts]) {
      await expect(page.locator('.error', { hasText: text }).first()).toBeVisible();
    }
  };
  await refuse(
    { emailaddress: addressAt('c'), mobile: '512555014', password: 'kQz4-w9' },
    'Enter all 10 digits',
    'Use at least 8 characters',
  );
  await refuse(
    { emailaddress: addressAt('c'.repeat(25)), mobile: '51255501470', password: `${longest}x` },
    'Enter one US phone number of 10 digits',
    'Use at most 128 characters',
  );
  const take = async (wanted: Partial<Person>) => {
    taken.push(await joinBySizes(page, wanted));
    await expect(page).toHaveURL(/\/register\/terms$/);
    await page.context().clearCookies();
  };
  await take({ emailaddress: addressAt('io'), mobile: '512-555-0147', password: eightCharacters });
  await take({ emailaddress: addressAt('c'.repeat(24)), mobile: '(512) 555 0147', password: longest });
  const sizes = (of: keyof Sizes) => ({
    taken: taken.map((each) => each[of]),
    refused: refused.map((each) => each[of]),
  });
  showsSize('email.top-level-domain-letters', sizes('topLevel'));
  showsSize('mobile.digits', sizes('mobile'));
  showsSize('password.characters', sizes('password'));
});

test('F17: a password has a strength of 30 at least, on a meter up to 40', {
  tag: ['@script', '@browser'],
}, async ({ page }) => {
  await join(page, { password: 'kQz4-w9R' });
  const meter = page.getByRole('img', { name: /^Strength/ });
  await expect(meter).toHaveAccessibleName('Strength 20 of 40');
  await expectShown(page, 'password.weak');

  // The browser's check shows the same message as the server and does not send the form.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.resourceType() !== 'ping')
      sent.push(new URL(request.url()).pathname);
  });
  await fill(page, { 'First name': '', Password: 'copper-Lantern-2026', 'Confirm password': '' });
  await press(page, 'Continue');
  await expectShown(page, 'register.missing-fields');
  await expect(page.getByText('Enter your first name').first()).toBeVisible();
  expect(sent.filter((path) => path !== '/password-rating')).toEqual([]);
  await fill(page, { 'First name': 'Jo' });
  await expect(meter).toHaveAccessibleName('Strength 40 of 40');
  await expect(page.getByText('Strong password')).toBeVisible();
  await fill(page, { Password: 'kQz4-w9Rt', 'Confirm password': 'kQz4-w9Rt' });
  await expect(meter).toHaveAccessibleName('Strength 30 of 40');
  // The weakest password that is accepted, and the end of the meter.
  const points = await readNumbers(meter);
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/register\/terms$/);
  showsNumbers('password.strength-points', [points]);
});
