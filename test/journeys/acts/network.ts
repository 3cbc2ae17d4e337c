import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, press } from '../../browser/fixtures.ts';

/** Searches for a person from the home page. */
export async function searchFor(page: Page, term: string): Promise<void> {
  await page.goto('/user');
  await page.getByPlaceholder('ShieldID, ShieldLink ID or email').fill(term);
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/user\/search\?searchterm=/);
}

const searchable = /ShieldID \(ABC#\) Search Results/;

/** On the privacy page: lets people who search see the score. With script the switch is saved when it is pressed. */
export function letSearchesFind(page: Page, script: boolean): Promise<void> {
  return setSearchable(page, script, true);
}

/** On the privacy page: lets nobody who searches see the score. */
export function hideFromSearches(page: Page, script: boolean): Promise<void> {
  return setSearchable(page, script, false);
}

async function setSearchable(page: Page, script: boolean, checked: boolean): Promise<void> {
  await page.goto('/user/profile/privacy');
  await page.getByLabel(searchable).setChecked(checked);
  if (script) {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  } else {
    await press(page, 'Save preferences');
    await expect(page.getByText('Preferences saved')).toBeVisible();
  }
  await page.goto('/user/profile/privacy');
  await expect(page.getByLabel(searchable)).toBeChecked({ checked });
}

/** Invites the person that the search has found. */
export async function inviteFound(page: Page): Promise<void> {
  await press(page, /^Invite/);
  await expect(page.getByText('Invitation sent').first()).toBeVisible();
}

/** The person accepts a company's invitation as themselves. */
export async function acceptAsMyself(page: Page, company: string): Promise<void> {
  await page.goto('/user');
  await page.getByRole('link', { name: `Accept ${company}` }).click();
  await expect(page).toHaveURL(/\/invitations\/[0-9a-f-]+\/accept/);
  await page.getByLabel(/As myself/).check();
  await press(page, 'Accept');
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText('Invitation accepted')).toBeVisible();
}

/**
 * The company's grid, filtered to one person.
 * @returns the text of the person's row
 */
export async function rowOf(page: Page, name: string): Promise<string> {
  await page.goto(`/user/network?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  return (await row.textContent()) ?? '';
}

/** The file of 'Export as CSV' for the rows that are shown. */
export async function downloadCsv(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/**
 * Opens the menu of a row in a network.
 * @param name the name that the row shows
 */
export async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.locator(`a[aria-label="Actions for ${name}"]`).click();
}
