import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectShown, fill, press, test } from '../../browser/fixtures.ts';
import { lengthOf, readNumbers } from '../../browser/readings.ts';
import { type Reading, showsNumbers, showsSize } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { cards, choosePackage, enterCard, expectCardForm, expectReceipt } from '../acts/purchase.ts';

test.beforeEach(async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
});

/** The progress of the purchase in percent, as text and as a bar. */
async function shareOf(page: Page): Promise<Reading> {
  const share = await readNumbers(page.getByText(/^Step \d of 4, \d+%$/), /(\d+)%/);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(share.numbers[0]));
  return share;
}

test('F68, F71: each page of a purchase says how far it has come; a billing ZIP has five digits', {
  tag: '@script',
}, async ({ page }) => {
  await page.goto('/user/purchase');
  await expect(page).toHaveURL(/\/purchasealerts$/);
  const shares = [await shareOf(page)];
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(page).toHaveURL(/\/selectpackage$/);
  shares.push(await shareOf(page));

  await page.getByRole('link', { name: 'Help me choose' }).click();
  const question = page.getByRole('heading', { level: 1 });
  await expect(question).toHaveText(/^Have you lived in New York in the last \d+ years\?$/);
  await expect(page).toHaveURL(/\/helpmechoose$/);
  shares.push(await shareOf(page));
  showsNumbers('purchase.new-york-look-back-years', [await readNumbers(question)]);
  await page.getByRole('link', { name: 'Yes', exact: true }).click();
  await expect(page).toHaveURL(/pkgfilter=NY$/);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByText('$99')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await expect(page).toHaveURL(/pkgfilter=US$/);
  await expect(page.getByText('$79')).toBeVisible();

  await page.getByRole('radio').check();
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/completepurchase\?purchaseid=/);
  const zip = page.getByLabel('Billing ZIP');
  await expect(zip).toBeVisible();
  shares.push(await shareOf(page));
  // Before that, Pay leads to the provider's own page.
  await expectCardForm(page);
  await zip.pressSequentially('78751');
  const taken = await lengthOf(zip);
  await fill(page, { 'Name on card': 'Jo Journey' });
  await page.getByLabel('I have read and agree').check();
  const refused: number[] = [];
  for (const wrong of ['7875', '787512']) {
    await zip.fill(wrong);
    refused.push(await lengthOf(zip));
    await refuseZip(page);
  }
  await zip.fill('7875a');
  await refuseZip(page);
  await enterCard(page, true, cards.good);
  await expectReceipt(page);
  showsSize('purchase.zip-digits', { taken: [taken], refused });
  shares.push(await shareOf(page));
  showsNumbers('purchase.progress-percent', shares);
});

/** Expects that the ZIP in the field is refused, then enters a valid one. */
async function refuseZip(page: Page): Promise<void> {
  const zip = page.getByLabel('Billing ZIP');
  await press(page, 'Pay $79');
  // The text of the previous refusal may still be shown, but only the new summary takes the focus.
  await expect(page.locator('.summary')).toBeFocused();
  await expectShown(page, 'purchase.zip-needed');
  // The card form focuses its own error before it tells the page about it.
  await expect(page.locator('.summary')).toContainText('Your card number is incomplete.');
  await expect(page.locator('.summary')).toBeFocused();
  await zip.fill('78751');
  await expect(zip).not.toHaveAttribute('aria-invalid');
}

test('an older window is told what became of its purchase', { tag: '@script' }, async ({ page, context }) => {
  await page.goto('/user/purchase/selectpackage?pkgfilter=NY');
  await page.getByRole('radio').check();
  await press(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Pay $99' })).toBeVisible();
  const purchase = new URL(page.url()).search;
  const receipt = await context.newPage();
  await receipt.goto(`/user/purchase/receipt${purchase}`);
  await expectShown(receipt, 'purchase.not-paid');

  const packages = await context.newPage();
  await packages.goto('/user/purchase/selectpackage?pkgfilter=NY');
  const newer = await context.newPage();
  await choosePackage(newer);
  await enterCard(page, true, cards.good, '$99');
  await expectShown(page, 'purchase.closed');
  await expect(page.getByRole('link', { name: 'Go to payment' })).toBeVisible();
  await expectAccessible(page);

  await enterCard(newer, true, cards.good);
  await expectReceipt(newer);
  await packages.getByRole('radio').check();
  await press(packages, 'Continue');
  await expectShown(packages, 'purchase.not-now');
  await expectAccessible(packages);
});
