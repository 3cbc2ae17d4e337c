import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, expectAccessible } from '../../browser/fixtures.ts';
import { readNumbers } from '../../browser/readings.ts';
import { showsNumbers } from '../../shown.ts';

/** A mobile number of one's own, so that journeys side by side do not take each other's text messages. */
export function someNumber(): string {
  return `512${String(2_000_000 + Math.floor(Math.random() * 7_000_000))}`;
}

/** Opens the dialog of a row's action in the list of methods. */
export async function chooseAction(page: Page, method: RegExp, action: string): Promise<void> {
  await page.locator('summary').and(page.getByLabel(method)).click();
  await page.getByRole('link', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Opens the dialog that begins a method. */
export async function openAdd(page: Page, kind: 'Email' | 'Text message' | 'Authenticator app') {
  await page.getByRole('button', { name: 'Add a method' }).click();
  await page.getByRole('link', { name: kind, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Takes the recovery codes that are shown once. */
export async function saveCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const saved = await codes.allInnerTexts();
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  const left = page.getByText('10 codes left');
  await expect(left).toBeVisible();
  showsNumbers('recovery.codes-count', [await readNumbers(left)]);
  return saved;
}

/** Types the password into a dialog that asks for it. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(password);
}

/** Adds a passkey of the device that is plugged in. @param password where the page asks for it */
export async function addPasskey(page: Page, name: string, password?: string): Promise<void> {
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (password) await confirmWith(page, password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name);
}

/** Opens the dialog of a passkey's action. */
export async function choosePasskeyAction(page: Page, name: string, action: 'Rename' | 'Remove') {
  await page.getByLabel(`Actions for ${name}`).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByRole('link', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** The authenticator app of a person: what it was given on the page of its set-up. */
export class App {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** Types the key that the page shows into the app. */
  static async setUp(page: Page): Promise<App> {
    const key = await page.locator('.app-key').innerText();
    return new App(key.replaceAll(/\s/g, ''));
  }

  /** The code that it shows at an instant. */
  code(at: Date): string {
    return new TOTP({ secret: this.#secret }).generate({ timestamp: at.getTime() });
  }
}
