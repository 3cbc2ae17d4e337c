import type { Page } from '@playwright/test';
import { enterCode, expect, fill, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import type { Person } from './person.ts';

/** /register, terms, email code. Ends at /user, or where a followed link leads. */
export async function registerPerson(
  page: Page,
  outbox: Outbox,
  person: Person,
  endsAt = /\/user\?gettingstarted/,
): Promise<void> {
  await page.goto('/register');
  await sendJoinForm(page, person);

  await expect(page).toHaveURL(/\/register\/terms$/);
  await acceptTerms(page);

  await expect(page).toHaveURL(/\/register\/verification$/);
  const { code } = await outbox.wait(person.emailaddress, /code|verif/i);
  await enterCode(page, code ?? '');
  await press(page, 'Continue');

  await expect(page).toHaveURL(endsAt);
}

/** Fills in the form of /register and sends it. */
export async function sendJoinForm(page: Page, person: Person): Promise<void> {
  await fillJoinForm(page, person);
  await press(page, 'Continue');
}

export async function fillJoinForm(page: Page, person: Person): Promise<void> {
  await fill(page, {
    'First name': person.firstname,
    'Last name': person.lastname,
    Email: person.emailaddress,
    Mobile: person.mobile,
    Password: person.password,
    'Confirm password': person.password,
    'I agree to the terms': true,
  });
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByLabel('I have read and accept the terms').check();
  await press(page, 'Continue');
}

/** Signs in at /login, with the code of the second step if it is required. */
export async function signIn(
  page: Page,
  outbox: Outbox,
  person: Pick<Person, 'emailaddress' | 'password'>,
): Promise<void> {
  await page.goto('/login');
  const before = await outbox.list(person.emailaddress);
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, /Log in|Sign in/);
  await expect(page).not.toHaveURL(/\/login/);
  if (!page.url().includes('/verify')) return;
  const { code } = await outbox.wait(person.emailaddress, /code|verif/i, before);
  await enterCode(page, code ?? '');
  await press(page, 'Verify');
  await expect(page).not.toHaveURL(/\/verify/);
}
