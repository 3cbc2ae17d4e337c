import type { Page } from '@playwright/test';
import { expect, fill, press } from '../../browser/fixtures.ts';
import type { Person } from './person.ts';

/**
 * E-sign consent, disclosure, authorization, jurisdictions, name, address, state notice, submission. Ends when the
 * agency has the application.
 */
export async function applyForCheck(page: Page, person: Person, script: boolean): Promise<void> {
  await giveDetails(page, person, script);
  await verifyIdentity(page);
  await submit(page);
}

/** Every step before the ID verification. */
export async function giveDetails(page: Page, person: Person, script: boolean): Promise<void> {
  await expect(page).toHaveURL(/\/user\/application\/1/);
  await agreeToFirstDocuments(page);
  await sign(page, person, script);
  await chooseJurisdictions(page);
  await enterNames(page, person);
  await enterAddresses(page, 'Verify your identity');
}

export function title(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

/** Agrees to both documents before the authorization. */
export async function agreeToFirstDocuments(page: Page): Promise<void> {
  await agree(page, 'Sign electronically');
  await agree(page, 'Disclosure about your background check');
}

/** Agrees to the document with the title, which is alone on its page. */
async function agree(page: Page, document: string): Promise<void> {
  await expect(title(page)).toHaveText(document);
  await page.getByRole('checkbox').check();
  await press(page, /continue$/i);
  await expect(title(page)).not.toHaveText(document);
}

/** The authorization: with script a signature is drawn, without script the name is typed (D42). */
export async function sign(page: Page, person: Person, script: boolean): Promise<void> {
  await expect(title(page)).toHaveText('Authorize your background check');
  await page.getByLabel(/^I have read/).check();
  if (script) await drawSignature(page);
  else await fill(page, { 'Full name': `${person.firstname} ${person.lastname}` });
  await press(page, 'Sign and continue');
  await expect(title(page)).toHaveText('Where have you lived?');
}

export async function drawSignature(page: Page): Promise<void> {
  const pad = page.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad to sign on');
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) {
    const height = box.height / 2 + (step % 2 ? 20 : -20);
    await page.mouse.move(box.x + 20 + (step * (box.width - 60)) / 12, box.y + height, { steps: 3 });
  }
  await page.mouse.up();
  await expect(page.getByRole('img', { name: 'Signature drawn' })).toBeVisible();
}

export async function chooseJurisdictions(page: Page): Promise<void> {
  await page.getByLabel('California').check();
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your name');
}

export async function enterNames(page: Page, person: Person): Promise<void> {
  await fill(page, {
    'First name': person.firstname,
    'Last name': person.lastname,
    'Date of birth': person.dateofbirth,
    'Confirm date of birth': person.dateofbirth,
    'Social Security number': person.ssn,
    'Confirm Social Security number': person.ssn,
  });
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your addresses');
}

/** Agrees to the scan and takes the photos on the provider's page. Ends where the provider redirects to. */
export async function takePhotos(page: Page, start = 'Start verification'): Promise<void> {
  await page.getByRole('checkbox').check();
  await press(page, start);
  await expect(title(page)).toHaveText('Take the photos');
  await page.getByRole('link', { name: 'Open the camera page' }).click();
  await press(page, 'Take the photos of my ID and my face');
}

/** The step of the ID verification, for a person whose ID is approved. */
export async function verifyIdentity(page: Page): Promise<void> {
  await takePhotos(page);
  await expect(title(page)).toHaveText('Your identity is verified', { timeout: 30_000 });
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(title(page)).toHaveText('Review and submit');
}

/** @param next the title of the step that follows */
export async function enterAddresses(page: Page, next = 'Review and submit'): Promise<void> {
  await fillAddresses(page);
  await agree(page, 'California notice');
  await expect(title(page)).toHaveText(next);
}

/** The address step, up to the step that follows. */
export async function fillAddresses(page: Page): Promise<void> {
  await fill(page, {
    'Street address': '1100 Congress Ave',
    City: 'Austin',
    State: 'TX',
    'ZIP code': '78701',
  });
  await page.getByLabel(/I have no other addresses/).check();
  await press(page, 'Continue');
}

export async function submit(page: Page): Promise<void> {
  await press(page, 'Submit my application');
  // The agency's sandbox may have started already; the page then shows the progress.
  await expect(title(page)).toHaveText(/^(Thank you\.|Your background check)$/);
}
