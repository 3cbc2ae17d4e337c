import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';
import {
  answerBank,
  buyCheck,
  cards,
  choosePackage,
  enterCard,
  expectCardForm,
  expectReceipt,
  typeOnProvidersPage,
} from './acts/purchase.ts';

test.beforeEach(async ({ page, join }) => {
  await join(page, makePerson('900-00-0002'));
});

test('F70, F76, F77: a check is bought for oneself, with its receipt as page, mail and PDF', {
  tag: '@browser-plain',
}, async ({ page, script }) => {
  await page.goto('/user/purchase/selectpackage');
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(
    page.getByText(/^For people who have not lived in New York in the last \d+ years\.$/),
  ).toBeVisible();
  await expect(
    page.getByText(/^For people who live in New York, or did in the last \d+ years\.$/),
  ).toBeVisible();
  await press(page, 'Continue');
  await expectShown(page, 'purchase.package-needed');
  await expectAccessible(page);

  await buyCheck(page, script);
  await expectShown(page, 'receipt.almost-done');
  await expectShown(page, 'receipt.later');
  await expect(page.getByText('$79.00')).toBeVisible();
  await expectAccessible(page);
  if (script) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Receipt' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^receipt-\d{14}\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  }
  await page.goto('/user/purchase');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have paid for a background check');
  await expectShown(page, 'start.for-others');
  await page.goto('/user/purchase/selectpackage');
  await expect(page).toHaveURL(/\/purchasealerts$/);

  await page.goto('/user/profile/accounting');
  const purchase = page.getByRole('row').filter({ hasText: '$79.00' });
  await expect(purchase).toContainText('National Background Check');
  await expectAccessible(page);
  const heading = page.locator('summary', { hasText: 'Purchases' });
  await heading.click();
  await expect(purchase).toBeHidden();
  await expectAccessible(page);
  await heading.press('Enter');
  await expect(purchase).toBeVisible();
});

test('F77: whoever has bought nothing has no purchases', async ({ page }) => {
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'purchases.empty');
  await expectAccessible(page);
});

test('a declined card says why, and another one pays the same purchase', async ({
  page,
  script,
  operations,
}) => {
  await choosePackage(page);
  const purchase = page.url();
  await enterCard(page, script, cards.declined);
  if (script) await expectShown(page, 'purchase.declined-prefix');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expectAccessible(page);
  if (script) {
    await changeCard(page, cards.poor);
    await expect(page.getByText('Error : Your card has insufficient funds.')).toBeVisible();
    await changeCard(page, cards.good);
  } else {
    // Back on our page, which shows the bank's message again. From there, the second try begins.
    await page.getByRole('link', { name: 'Back' }).click();
    expect(page.url()).toBe(purchase);
    const receipt = purchase.replace('completepurchase', 'purchasereceipt');
    await page.goto(receipt);
    await expect(page).toHaveURL(/\/completepurchase\?/);
    await expectShown(page, 'purchase.declined-prefix');
    await expect(page.getByText('Your card was declined.')).toBeVisible();
    // The sandbox's banks always send a message, but real banks may not.
    await operations.pool.query(
      `update sandbox.stripe_object set data = data #- '{last_payment_error,message}'
       where kind = 'payment_intent' and data -> 'metadata' ->> 'purchase_id' = $1`,
      [new URL(purchase).searchParams.get('purchaseid')],
    );
    await page.goto(receipt);
    await expectShown(page, 'purchase.declined');
    await enterCard(page, script, cards.good);
  }
  await expectReceipt(page);
});

async function changeCard(page: Page, number: string): Promise<void> {
  await page
    .frameLocator('iframe[title="Secure payment input frame"]')
    .getByLabel('Card number')
    .fill(number);
  await press(page, 'Pay $79');
}

test('the page that pays admits the provider, and no other page does', async ({ page }) => {
  await choosePackage(page);
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  const provider = new URL(page.url());
  provider.port = String(Number(provider.port) + 1);
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    const admits = new RegExp(`${directive} [^;]*${provider.origin}(?![0-9])`);
    expect(await policyOf(page.url())).toMatch(admits);
    expect(await policyOf('/user/purchase/selectpackage')).not.toMatch(admits);
    expect(await policyOf('/user')).not.toMatch(admits);
  }
});

test("the bank's question is failed, then answered", { tag: '@browser' }, async ({ page, script }) => {
  await choosePackage(page);
  await enterCard(page, script, cards.asks);
  await answerBank(page, script, 'Fail');
  await expect(page.getByText('We are unable to authenticate your payment method')).toBeVisible();
  if (script) await press(page, 'Pay $79');
  else await typeOnProvidersPage(page, cards.asks);
  await answerBank(page, script, 'Complete');
  await expectReceipt(page);
});

test('F74: the terms are needed to pay, and can be read', async ({ page, script }) => {
  await choosePackage(page);
  if (script) await expectCardForm(page);
  await page.getByLabel('I have read and agree').focus();
  await press(page, 'Pay $79');
  await expect(page).toHaveURL(/\/completepurchase/);
  await expectShown(page, 'purchase.terms-needed');
  if (script) {
    await expectShown(page, 'purchase.cardholder-needed');
    await expectShown(page, 'purchase.zip-needed');
  }
  await expectAccessible(page);
  await page.goto('/paymentterms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase Terms & Conditions');
  await expectAccessible(page);
});

test('a purchase that was begun is gone on with, or replaced', async ({ page }) => {
  await choosePackage(page);
  await page.goto('/user/purchase');
  await page.getByRole('link', { name: 'Go to payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your check');
  const first = page.url();
  await page.goto('/user/purchase/selectpackage?pkgfilter=NY');
  await page.getByRole('radio').check();
  await press(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Pay $99' })).toBeVisible();
  await expect(page).not.toHaveURL(first);
  await page.waitForLoadState('load');
  await page.goto(first);
  await expect(page).toHaveURL(/\/purchasealerts$/);
});

// Without script this is the only way to pay.
test('where the card form does not come, the provider takes the card on its own page', {
  tag: ['@script', '@browser'],
}, async ({ page, expectedFaults }) => {
  expectedFaults.push(/\/v3\/$/, /\/v3\/ /, /Failed to load resource/);
  await page.route('**/v3/', (route) => route.abort());
  await choosePackage(page);
  // It takes the place of the card form, and moves what is below.
  await expect(page.getByText('You enter your card on Stripe’s own page')).toBeVisible();
  await page.getByLabel('I have read and agree').check();
  await press(page, 'Pay $79');
  await typeOnProvidersPage(page, cards.good);
  await expectReceipt(page);
});

test('F68: the documented hashes lead to a package, a purchase and its receipt, with script', {
  tag: '@script',
}, async ({ page }) => {
  await choosePackage(page);
  const id = new URL(page.url()).searchParams.get('purchaseid');
  await page.goto(`/user/purchase/purchasereceipt#purchaseid=${id}`);
  await expect(page).toHaveURL(`/user/purchase/completepurchase?purchaseid=${id}`);
  await page.goto('/user/purchase/selectpackage?pkgfilter=NY');
  const packageid = await page.getByRole('radio').getAttribute('value');
  await page.goto('/user');
  for (const address of [
    `/user#buybackgroundcheck=${packageid}`,
    `/user/purchase/purchasealerts#pkgid=${packageid}`,
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL(`/user/purchase/selectpackage?packageid=${packageid}`);
    await expect(page.getByRole('radio', { name: /^New York/ })).toBeChecked();
    await page.goto('/user');
  }
});

test('F68: without script a package and a receipt have addresses', async ({ page, script }) => {
  await page.goto('/user/purchase/selectpackage?pkgfilter=NY');
  const packageid = await page.getByRole('radio').getAttribute('value');
  await page.goto(`/user/purchase?packageid=${packageid}`);
  await expect(page.getByRole('radio', { name: /^New York/ })).toBeChecked();
  await expect(page.getByText('Statewide search of the New York courts', { exact: true })).toBeVisible();
  await buyCheck(page, script);
  await page.goto('/user/purchase/purchasereceipt');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase');
  await page.getByRole('link', { name: 'Exit' }).click();
  await expect(page).toHaveURL('/user');
});
