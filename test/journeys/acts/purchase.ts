import type { Page } from '@playwright/test';
import { expect, fill, press } from '../../browser/fixtures.ts';

/** The cards of the payment sandbox. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
} as const;

/** From the start to the payment page. The New York question is answered with No. */
export async function choosePackage(page: Page): Promise<void> {
  await page.goto('/user/purchase');
  await expect(page).toHaveURL(/\/user\/purchase\/purchasealerts$/);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/selectpackage$/);
  await page.getByRole('link', { name: 'Help me choose' }).click();
  await expect(page).toHaveURL(/\/helpmechoose$/);
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await expect(page).toHaveURL(/pkgfilter=US$/);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await page.getByRole('radio').check();
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/completepurchase\?purchaseid=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your check');
}

/** Waits until the provider's card form has loaded. */
export async function expectCardForm(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Card' })).toHaveAttribute('aria-busy', 'false');
}

/** Enters the card in the page, which contains the provider's card form. */
export async function typeCardHere(page: Page, number: string): Promise<void> {
  await expectCardForm(page);
  await fill(page, { 'Name on card': 'Jo Journey', 'Billing ZIP': '78751' });
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expires').fill('12 / 34');
  await form.getByLabel('Code', { exact: true }).fill('123');
}

/**
 * Agrees to the terms and enters the card: in the page with script, on the provider's page without script.
 * @param price in whole dollars
 */
export async function enterCard(page: Page, script: boolean, number: string, price = '$79'): Promise<void> {
  if (script) await typeCardHere(page, number);
  await agreeAndPay(page, script, price);
  if (!script) await typeOnProvidersPage(page, number, `Pay ${price}.00`);
}

/** Agrees to the terms and presses Pay. */
export async function agreeAndPay(page: Page, script: boolean, price = '$79'): Promise<void> {
  await page.getByLabel('I have read and agree').check();
  if (script) {
    await page.getByRole('button', { name: `Pay ${price}` }).scrollIntoViewIfNeeded();
    // Until the scrolled page is drawn, the browser sends a click to the frame that was in this place before.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }
  await press(page, `Pay ${price}`);
}

export async function typeOnProvidersPage(page: Page, number: string, button = 'Pay $79.00'): Promise<void> {
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  await fill(page, {
    'Card number': number,
    Expires: '12 / 34',
    Code: '123',
    'Cardholder name': 'Jo Journey',
    ZIP: '78751',
  });
  await press(page, button);
}

/** Answers the bank's question: in a dialog with script, on a separate page without script. */
export async function answerBank(page: Page, script: boolean, answer: 'Complete' | 'Fail'): Promise<void> {
  if (script) {
    const question = page.frameLocator('iframe[title="Your bank asks"]');
    const dialog = page.getByRole('dialog', { name: 'Your bank asks' });
    await expect(question.getByRole('button', { name: answer })).toBeVisible();
    // On a busy machine, a click in a frame that has just loaded may be lost. A person would click again.
    await expect(async () => {
      if (await dialog.isVisible())
        await question.getByRole('button', { name: answer }).click({ timeout: 5_000 });
      await expect(dialog).toBeHidden({ timeout: 10_000 });
    }).toPass();
    return;
  }
  await expect(page).toHaveURL(/\/challenge\/(pi|seti)_/);
  await press(page, answer);
}

export async function expectReceipt(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/purchasereceipt\?purchaseid=[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your purchase');
}

/** A complete purchase with a good card. Ends at the receipt. */
export async function buyCheck(page: Page, script: boolean): Promise<void> {
  await choosePackage(page);
  await enterCard(page, script, cards.good);
  await expectReceipt(page);
}
