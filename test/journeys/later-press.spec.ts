import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listPrivacyRequests } from '#modules/admin/index.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { askLimitByAddress } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, press, someAddress, test } from '../browser/fixtures.ts';
import { untilScripted } from '../browser/stopwatch.ts';
import { unfold } from './acts/staff.ts';

/** What a person does while a form of the page is being sent. */

test.describe('a button that is pressed while another form of the page is being sent', {
  tag: ['@script', '@browser'],
}, () => {
  test('sends its form once that one is answered', async ({ page, enter, operations }) => {
    const staff = await newStaff(operations, { firstname: 'Tom' });
    const { path } = await newRequest(operations, staff);
    await enter(page, staff);
    const answer = await openAndHold(page, path);
    await press(page, 'Assign to me');
    await page.getByLabel('Reason').fill('It repeats an earlier request');
    await press(page, 'Close and email the reason');
    await expect(page.getByRole('button', { name: 'Closing' })).toBeVisible();
    answer();
    await expect(page.getByRole('button', { name: 'Close for good' })).toBeVisible();
    await expect(page.getByText('“It repeats an earlier request”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Assign to me' })).toBeHidden();
  });

  test('sends it then also if both carry names of their own', async ({ page, enter, operations }) => {
    const { accountId } = await newPerson(operations, { firstname: 'Ruth' });
    await enter(page, await newStaff(operations, { firstname: 'Tom' }));
    const answer = await openAndHold(page, `/admin/user/${accountId}`);
    const forms = countForms(page);
    await unfold(page, 'Personal & Business Profile');
    await unfold(page, 'Password and Security');
    await press(page, 'Lock name and date of birth');
    await press(page, 'Reset password');
    await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
    expect(forms()).toBe(1);
    answer();
    await expect(page.getByText(adminTexts['console.reset-sent'])).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unlock name and date of birth' })).toBeVisible();
    expect(forms()).toBe(2);
  });

  test('sends nothing if the answer leads to another page of the same kind', async ({
    page,
    enter,
    operations,
  }) => {
    const staff = await newStaff(operations, { firstname: 'Tom' });
    const { path } = await newRequest(operations, staff);
    const other = await newRequest(operations, staff);
    await enter(page, staff);
    const answer = await openAndHold(page, path, other.path);
    const forms = countForms(page);
    await press(page, 'Assign to me');
    await page.getByLabel('Reason').fill('It repeats an earlier request');
    await press(page, 'Close and email the reason');
    answer();
    await expect(page).toHaveURL(other.path);
    await expect(page.getByText(other.emailaddress)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close and email the reason' })).toBeVisible();
    await page.reload();
    expect(forms()).toBe(1);
  });
});

test('a refused form does not take the focus from where the person has gone meanwhile', {
  tag: ['@script', '@browser'],
}, async ({ page, enter, operations }) => {
  const { accountId } = await newPerson(operations, { firstname: 'Ruth' });
  await operations.pool.query('update account set email_verified_at = null where id = $1', [accountId]);
  await enter(page, await newStaff(operations, { firstname: 'Tom' }));
  const answer = await openAndHold(page, `/admin/user/${accountId}`);
  await unfold(page, 'Password and Security');
  await press(page, 'Reset password');
  await unfold(page, 'Privacy');
  answer();
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText(identityTexts['console.address-unverified']);
  await expect(page.locator('summary', { hasText: 'Privacy' })).toBeFocused();
  // Who has stayed is told by the focus.
  await press(page, 'Reset password');
  await expect(refusal).toBeFocused();
});

async function newRequest(operations: VisitedPortal, staff: Registered) {
  const emailaddress = `limit.${randomUUID()}@example.com`;
  await operations
    .visitor({ address: someAddress() })
    .perform(askLimitByAddress, { name: 'Wanda West', emailaddress, message: '' });
  const { requests } = await staff.visitor.perform(listPrivacyRequests, { sort: 'requested', dir: 'desc' });
  const request = requests.find((each) => each.emailaddress === emailaddress);
  return { emailaddress, path: `/admin/requests/${request?.id}` };
}

/**
 * Opens a page and holds what its first form sends.
 * @param sentTo the path that the form is sent to instead
 * @returns what lets it go on
 */
async function openAndHold(page: Page, path: string, sentTo = path): Promise<() => void> {
  await page.goto(path);
  await untilScripted(page);
  const answered = Promise.withResolvers<void>();
  await page.route(
    `**${path}.data*`,
    async (route) => {
      await answered.promise;
      await route.continue({ url: route.request().url().replace(path, sentTo) });
    },
    { times: 1 },
  );
  return answered.resolve;
}

/** Counts the forms that the page's script sends from now on. */
function countForms(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.resourceType() === 'fetch') count += 1;
  });
  return () => count;
}
