import { fillIn, payFor } from '#test/factories/applicants.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { title } from './acts/application.ts';
import { makePerson } from './acts/person.ts';

/** The consent to text messages about a background check, and what ends it (D93). */

async function verifyNumber(operations: Parameters<typeof payFor>[0], accountId: string): Promise<string> {
  const mobile = `5126${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;
  await operations.pool.query('update account set mobile = $1, mobile_verified_at = now() where id = $2', [
    mobile,
    accountId,
  ]);
  return mobile;
}

test('an applicant gets text updates, and ends them by a reply', async ({ page, join, operations }) => {
  const registered = await join(page, makePerson('900-00-0012'));
  const applicant = { ...registered, applicationId: await payFor(operations, registered.accountId) };
  await fillIn(applicant, '900-00-0012');
  await page.goto('/user/application/next');
  await expect(title(page)).toHaveText('Review and submit');
  await expect(page.getByText('verify your mobile number under')).toBeVisible();
  const mobile = await verifyNumber(operations, registered.accountId);
  await page.reload();
  await expectShown(page, 'texts.consent');
  await press(page, 'Get text updates');
  await expectShown(page, 'texts.agreement-needed');
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await press(page, 'Get text updates');
  await expect(page.getByText('Text updates are on')).toBeVisible();
  await expect(title(page)).toHaveText('Review and submit');
  await press(page, 'Submit my application');
  await expect(page.getByText('Watch for text and email notifications.')).toBeVisible();
  await expectAccessible(page);

  await expect(async () => {
    await page.goto(`/dev/outbox?to=${encodeURIComponent(`+1${mobile}`)}`);
    await page
      .getByRole('link', { name: /background check was submitted/ })
      .first()
      .click({ timeout: 2000 });
  }).toPass();
  await page.getByRole('textbox', { name: 'Reply' }).fill('STOP');
  await press(page, 'Send');
  await expect(page.getByText('Sent: STOP.')).toBeVisible();
  await page.goto('/user/profile/privacy');
  await expect(page.getByRole('button', { name: 'Get text updates' })).toBeVisible();
  await expectAccessible(page);
});

test('the switch under Privacy turns them on and off, for a number that is still verified', async ({
  page,
  join,
  operations,
}) => {
  const { accountId } = await join(page, makePerson('900-00-0002'));
  await verifyNumber(operations, accountId);
  await page.goto('/user/profile/privacy');
  const card = page.locator('.card', { hasText: 'Text updates' });
  await card.getByRole('checkbox', { name: 'I agree' }).check();
  await press(page, 'Get text updates');
  await expect(page.getByText('Text updates are on')).toBeVisible();
  await press(page, 'Stop text updates');
  await expect(page.getByText('Text updates are off')).toBeVisible();
  await card.getByRole('checkbox', { name: 'I agree' }).check();
  await operations.pool.query('update account set mobile_verified_at = null where id = $1', [accountId]);
  await press(page, 'Get text updates');
  await expectShown(page, 'texts.number-needed');
});
