import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import type { Person } from './person.ts';

/**
 * Follows the mailed approval link and activates the score, which searches do not show yet.
 * @returns the ShieldID
 */
export async function acceptScore(
  page: Page,
  outbox: Outbox,
  person: Person,
  grade: string,
): Promise<string> {
  const mail = await outbox.wait(person.emailaddress, /score|ready|approv/i);
  const link = mail.links.find((each) => each.includes('/scoreapproval/'));
  if (!link) throw new Error(`no approval link in ${mail.text}`);
  await page.goto(link);
  await proveOneself(page, person);
  await expect(page).toHaveURL(/\/scoreapproval\/[^/]+\/1$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();

  await expect(page).toHaveURL(/\/2$/);
  await expectAccessible(page);
  await press(page, 'Next');
  await expectShown(page, 'score.terms-needed');
  await page.getByLabel('I agree to these terms').check();
  await press(page, 'Next');

  await expect(page).toHaveURL(/\/3$/);
  await expectAccessible(page);
  await expect(page.getByText(grade, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Travis County, TX\. .*Searched.\d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');

  await expect(page).toHaveURL(/\/8$/);
  await expectAccessible(page);
  const shieldId = ((await page.getByRole('main').textContent()) ?? '').match(
    /[A-Z]{2}[ -]?\d{3}[ -]?\d{3}[ -]?\d{3}/,
  )?.[0];
  if (!shieldId) throw new Error('no ShieldID on the page');
  // Searches do not show the score before the person allows it (D20).
  await expect(page.getByLabel('ShieldID (ABC#) Search Results')).not.toBeChecked();
  await press(page, 'Save and finish');

  await expect(page).toHaveURL(/\/100$/);
  await expectAccessible(page);
  return shieldId.replace(/[ -]/g, '');
}

/**
 * A link alone shows no report. Without being signed in, the date of birth and the last four digits of the SSN are
 * needed (D45).
 */
async function proveOneself(page: Page, person: Person): Promise<void> {
  const last = page.getByLabel('Last four digits of your Social Security number');
  if (!(await last.count())) return;
  await expectAccessible(page);
  await fill(page, {
    'Date of birth': person.dateofbirth,
    'Last four digits of your Social Security number': person.ssn.slice(-4),
  });
  await press(page, 'Continue');
}
