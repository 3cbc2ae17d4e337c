import type { Page } from '@playwright/test';
import { openCardSetup } from '#modules/purchasing/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { answerBank, cards, typeCardHere, typeOnProvidersPage } from './acts/purchase.ts';

/** Enters the card: in the page with script, on the provider's page without script. */
async function saveCard(page: Page, script: boolean, number: string): Promise<void> {
  if (script) await typeCardHere(page, number);
  if (script || !/\/c\/pay\//.test(page.url())) await press(page, 'Save card');
  if (!script) await typeOnProvidersPage(page, number, 'Save card');
}

test('F79: the owner saves a card for the company, replaces it and removes it', async ({
  page,
  script,
  enter,
  operations,
}) => {
  const { owner, companyId } = await newCompany(operations);
  await enter(page, owner);
  await page.goto('/user/profile/accounting');
  await expect(page.getByText('No card yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add a card' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a card for your company');
  await expectAccessible(page);
  await saveCard(page, script, cards.asks);
  await answerBank(page, script, 'Complete');
  await expect(page).toHaveURL(/\/user\/profile\/accounting$/);
  await expectShown(page, 'card.saved');
  await expect(page.getByText('Visa ending in 3155')).toBeVisible();
  await expectAccessible(page);

  const { client_secret: secret } = await owner.visitor.perform(openCardSetup, { place: 'element' });
  await page.goto(`/user/profile/accounting/card?setup_intent=${secret?.split('_secret_')[0]}`);
  await expectShown(page, 'card.not-saved');
  await page.goto('/user/profile/accounting');

  await page.getByRole('link', { name: 'Update card' }).click();
  await saveCard(page, script, cards.declined);
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectAccessible(page);
  await saveCard(page, script, cards.good);
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();

  await page.getByRole('link', { name: 'Remove' }).click();
  await expectAccessible(page);
  await press(page, 'Yes');
  await expectShown(page, 'card.removed');
  await expect(page.getByText('No card yet.')).toBeVisible();

  const member = await newTeamMember(operations, { companyId, owner }, 'admin');
  await enter(page, member);
  await page.goto('/user/profile/accounting');
  await expectShown(page, 'card.owner-only');
  await expectAccessible(page);
});
