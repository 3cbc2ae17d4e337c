import { randomUUID } from 'node:crypto';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';

const question = 'How do I change my mailing address?';

test('a visitor finds phone and email from the footer, and writes to support', {
  tag: '@browser-plain',
}, async ({ page, outbox }) => {
  const address = `pat.${randomUUID()}@example.com`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(page).toHaveTitle('Support - ShieldHub');
  await expect(page.locator('#main').getByRole('link', { name: 'support@shieldhub.test' })).toBeVisible();
  await expectAccessible(page);

  await fill(page, { 'Your name': 'Pat Visitor', 'Your email': 'pat', 'How can we help?': question });
  await press(page, 'Send message');
  await expect(page.getByLabel('How can we help?')).toHaveValue(question);
  await expectAccessible(page);
  await fill(page, { 'Your email': address });
  await press(page, 'Send message');
  await expectShown(page, 'support.sent');
  await expectAccessible(page);
  const mailed = async () => (await outbox.list('support@shieldhub.test')).map(({ text }) => text).join();
  await expect.poll(mailed, { timeout: 120_000 }).toContain(address);
  expect(await mailed()).toContain(question);
});

test('D88: the help link of My Network leads to support', async ({ page, operations, enter }) => {
  await enter(page, await newPersonWithoutTwoStep(operations));
  await page.goto('/user/network');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL(/\/support$/);
});
