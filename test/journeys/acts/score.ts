import type { Page } from '@playwright/test';
import { type Applicant, newApplicant, submit } from '#test/factories/applicants.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, fill, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';
import type { Person } from './person.ts';

/** A person whose result waits for their review. */
export async function newReadyResult(operations: VisitedPortal, outbox: Outbox): Promise<Applicant> {
  const applicant = await newApplicant(operations);
  await submit(applicant, '900-00-0004');
  await outbox.wait(applicant.emailaddress, /is ready for your review/);
  return applicant;
}

/** From the first page of a result to its review. */
export async function agreeToScoreTerms(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('I agree to these terms').check();
  await press(page, 'Next');
}

/**
 * Follows the mailed approval link and activates the score, which searches do not show yet.
 * @returns the ShieldID
 */
export async function acceptScore(page: Page, outbox: Outbox, person: Person): Promise<string> {
  const mail = await outbox.wait(person.emailaddress, /score|ready|approv/i);
  const link = mail.links.find((each) => each.includes('/scoreapproval/'));
  if (!link) throw new Error(`no approval link in ${mail.text}`);
  await page.goto(link);
  await proveOneself(page, person);
  await expect(page).toHaveURL(/\/scoreapproval\/[^/]+\/1$/);
  await page.getByRole('link', { name: 'Continue' }).click();

  await expect(page).toHaveURL(/\/2$/);
  await page.getByLabel('I agree to these terms').check();
  await press(page, 'Next');

  await expect(page).toHaveURL(/\/3$/);
  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');

  await expect(page).toHaveURL(/\/8$/);
  const shieldId = ((await page.getByRole('main').textContent()) ?? '').match(
    /[A-Z]{2}[ -]?\d{3}[ -]?\d{3}[ -]?\d{3}/,
  )?.[0];
  if (!shieldId) throw new Error('no ShieldID on the page');
  await press(page, 'Save and finish');

  await expect(page).toHaveURL(/\/100$/);
  return shieldId.replace(/[ -]/g, '');
}

/**
 * A link alone shows no report. Without being signed in, the date of birth and the last four digits of the SSN are
 * needed (D45).
 */
async function proveOneself(page: Page, person: Person): Promise<void> {
  const last = page.getByLabel('Last four digits of your Social Security number');
  if (!(await last.count())) return;
  await fill(page, {
    'Date of birth': person.dateofbirth,
    'Last four digits of your Social Security number': person.ssn.slice(-4),
  });
  await press(page, 'Continue');
}
