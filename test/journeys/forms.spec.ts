import type { Locator, Page } from '@playwright/test';
import { agree, answer, nameOf, payFor } from '#test/factories/applicants.ts';
import { expect, fill, press, test } from '../browser/fixtures.ts';
import { title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';
import { cards, choosePackage, enterCard, expectCardForm } from './acts/purchase.ts';

/**
 * Presses where the element is before the field that has focus is left, as a hand does: a page that moves it while the
 * button is down loses the click.
 */
async function pressWhereItIs(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to press');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.up();
}

/** The summary of a refused form has focus and is in the window. */
async function expectSummarySeen(page: Page, words: string | RegExp): Promise<void> {
  const summary = page.locator('.summary');
  await expect(summary).toContainText(words);
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
}

test('a field that is left with a mistake moves nothing that is about to be pressed', {
  tag: '@script',
}, async ({ page, operations, join }) => {
  const person = makePerson('900-00-0002');
  const registered = await join(page, person);
  const applicant = { ...registered, applicationId: await payFor(operations, registered.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Where have you lived?');
  const none = page.getByLabel('None of the above');
  await page.getByLabel('New York').check();
  await page.getByLabel('New York').uncheck();
  await pressWhereItIs(page, none);
  await expect(none).toBeChecked();

  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(person.ssn));
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Your addresses');
  await fill(page, { 'Street address': '1100 Congress Ave', 'ZIP code': '787' });
  const noOthers = page.getByLabel(/I have no other addresses/);
  await pressWhereItIs(page, noOthers);
  await expect(noOthers).toBeChecked();
  await press(page, 'Continue');
  await expectSummarySeen(page, 'Enter the five digits of the ZIP code');
  // What is corrected keeps its place until the form is sent again.
  await fill(page, { 'ZIP code': '78701' });
  await expect(page.getByText('Enter the five digits of the ZIP code').first()).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  await pressWhereItIs(page, noOthers);
  await expect(noOthers).not.toBeChecked();

  await page.goto('/user/application/next');
});

test('the payment page keeps its place, and a declined card is seen on a phone', async ({
  page,
  script,
  join,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await join(page, makePerson('900-00-0002'));
  await choosePackage(page);
  const terms = page.getByLabel('I have read and agree');
  if (script) {
    await expectCardForm(page);
    await fill(page, { 'Billing ZIP': '1' });
    await pressWhereItIs(page, terms);
    await expect(terms).toBeChecked();
    // One press of Pay tells of the fields and of the card.
    await press(page, 'Pay $79');
    await expectSummarySeen(page, /name on (the|your) card/i);
    await expectSummarySeen(page, /card number/i);
    await terms.uncheck();
  }
  await enterCard(page, script, cards.declined);
  if (script) await expectSummarySeen(page, 'Your card was declined.');
});
