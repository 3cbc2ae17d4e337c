import { expect } from 'vitest';
import type { Mailbox } from './mailbox.ts';
import type { PlainBrowser } from './plain-browser.ts';

export const password = 'copper-Lantern-2026';

/** The newest code of six characters that was mailed to an address, except for those that were already seen. */
export async function codeFor(mailbox: Mailbox, to: string): Promise<string> {
  return mailbox.find(to, /\r\n {4}([0-9A-Z]{6})\r\n/);
}

/** Registers without script: form, terms, code from the mail. */
export async function register(browser: PlainBrowser, mailbox: Mailbox, emailaddress: string): Promise<void> {
  await browser.open('/register');
  await browser.press('Continue', {
    firstname: 'Olivia',
    lastname: 'Acker',
    emailaddress,
    mobile: '512-555-0100',
    password,
    confirmpassword: password,
    accept_terms: 'on',
  });
  expect(browser.path, browser.text).toMatch(/^\/register\/terms/);
  await browser.press('Continue', { accept_terms: 'on' });
  expect(browser.path, browser.text).toMatch(/^\/register\/verification/);
  const code = await codeFor(mailbox, emailaddress);
  await browser.open(`/register/verification?code=${code}`);
  await browser.press('Continue');
  expect(browser.path, browser.text).toMatch(/^\/user/);
}
