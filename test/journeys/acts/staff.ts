import type { Page } from '@playwright/test';
import { expect, expectShown, press } from '../../browser/fixtures.ts';
import type { Person } from './person.ts';

/** Staff find a person by a part of the name: during typing, or with the button. Ends at the person's record. */
export async function findPerson(page: Page, person: Person, script: boolean): Promise<void> {
  if (page.url().includes('/register/terms')) {
    await page.getByLabel('I have read and accept the terms').check();
    await press(page, 'Continue');
  }
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin/tools');
  const box = page.getByLabel('Search users');
  const part = person.lastname.slice(2, 12);
  if (script) {
    await box.pressSequentially(part);
  } else {
    await box.fill(part);
    await press(page, 'Search');
  }
  await page.getByRole('link', { name: new RegExp(person.lastname) }).click();
  await expect(page).toHaveURL(/\/admin\/user\/[0-9a-f-]{36}$/);
}

/** Staff add a note to the person's record, which then lists it. */
export async function writeNote(page: Page, note: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await press(page, 'Save note');
  await expect(page.getByRole('list', { name: 'Notes' }).getByText(note)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
}

/** Opens a part of a record that is folded until it is asked for. */
export const unfold = (page: Page, section: string) =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: section }) })
    .click();

/** Saves what was typed: with the save bar if there is script, otherwise with the section's own button. */
export async function save(page: Page, script: boolean, button: string): Promise<void> {
  if (script) {
    await expectShown(page, 'console.save-changes');
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  } else {
    await press(page, button);
  }
}
