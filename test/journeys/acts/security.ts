import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect } from '../../browser/fixtures.ts';

/** A unique mobile number, so that parallel journeys do not get each other's text messages. */
export function someNumber(): string {
  return `512${String(2_000_000 + Math.floor(Math.random() * 7_000_000))}`;
}

/** Opens the dialog for an action of a row in the list of methods. */
export async function chooseAction(page: Page, method: RegExp, action: string): Promise<void> {
  await page.getByLabel(method).click();
  await page.getByRole('link', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Opens the dialog to add a method. */
export async function openAdd(page: Page, kind: 'Email' | 'Text message' | 'Authenticator app') {
  await page.getByRole('button', { name: 'Add a method' }).click();
  await page.getByRole('link', { name: kind, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Reads the recovery codes, which are shown only once. */
export async function saveCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const saved = await codes.allInnerTexts();
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  return saved;
}

/** Enters the password in a dialog that asks for it. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(password);
}

/**
 * Adds a passkey of the virtual device.
 * @param password given if the page asks for it
 */
export async function addPasskey(page: Page, name: string, password?: string): Promise<void> {
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (password) await confirmWith(page, password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name);
}

/** Opens the dialog for an action of a passkey. */
export async function choosePasskeyAction(page: Page, name: string, action: 'Rename' | 'Remove') {
  await page.getByLabel(`Actions for ${name}`).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByRole('link', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** A person's authenticator app, with the key from the page of its setup. */
export class App {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** Enters the key that the page shows in the app. */
  static async setUp(page: Page): Promise<App> {
    const key = await page.locator('.app-key').innerText();
    return new App(key.replaceAll(/\s/g, ''));
  }

  /** The code that the app shows at an instant. */
  code(at: Date): string {
    return new TOTP({ secret: this.#secret }).generate({ timestamp: at.getTime() });
  }
}
