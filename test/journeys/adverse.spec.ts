import { attestPurpose, setShareDetails } from '#modules/network/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, press, test } from '../browser/fixtures.ts';

/** A company turns somebody down because of their score: the notice goes on paper, and the company withdraws. */
test('a company starts an adverse action, staff post the notice, the person reads it, and the company withdraws', async ({
  page,
  enter,
  operations,
}) => {
  const company = await newCompany(operations, { company_name: 'Elm Works' });
  const noor = await newScoredPerson(operations, { firstname: 'Noor', lastname: 'Haddad', score: 'IC03' });
  const connectionid = await joinNetwork(company, noor);
  await noor.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' });
  await company.owner.visitor.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });

  await enter(page, company.owner);
  await page.goto(`/user/network/details/${connectionid}`);
  await page.getByRole('link', { name: 'Start an adverse action' }).click();
  await press(page, 'Preview the notice');
  await expect(page.getByText('Say what you may decide').first()).toBeVisible();
  await page.getByLabel('You may decide not to').fill('give you site access');
  await page.getByLabel('Place of work').selectOption({ label: 'Texas' });
  await press(page, 'Preview the notice');
  await expect(page.getByText('Elm Works may decide not to give you site access')).toBeVisible();
  await expect(page.getByText('No lawyer has reviewed this wording yet.')).toBeVisible();
  await press(page, 'Send first notice');
  await expect(page.getByText('The first notice has to be mailed on paper')).toBeVisible();
  const adverse = new URL(page.url()).pathname;
  const id = adverse.split('/').pop() ?? '';

  await enter(page, await newStaff(operations));
  await page.goto('/admin/adverse');
  await page.goto(`/admin/adverse/${id}`);
  const today = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(operations.clock.now());
  await page.getByLabel('Mailed on').fill(today);
  await press(page, 'Record mailing');
  await press(page, 'Record this day');
  await expect(page.getByText('Mailing recorded')).toBeVisible();

  await enter(page, noor);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Read notice and report' }).click();
  await expect(page.getByText('They may decide not to give you site access.')).toBeVisible();
  await expect(page.getByText('You get the decision on paper')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Something is wrong' })).toBeVisible();

  await enter(page, company.owner);
  await page.goto('/user/network/adverse');
  await page.getByRole('link', { name: /Noor Haddad/ }).click();
  await expect(page.getByText('Day 1 of 7.')).toBeVisible();
  await expect(page.getByText('Notice opened')).toBeVisible();
  await page.goto(`${adverse}/final`);
  const early = page.getByRole('dialog', { name: 'The final notice can’t be sent yet' });
  await expect(early.getByText(/^Day 1 of 7\. You may decide from \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(early.getByRole('button', { name: 'Send final notice' })).toHaveCount(0);
  await early.getByRole('link', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await press(page, 'Withdraw');
  await expect(page.getByText(/Withdrawn by/)).toBeVisible();
  // An old link to a decision about a closed case leads to the case.
  for (const decision of ['withdraw', 'final']) {
    await page.goto(`${adverse}/${decision}`);
    await expect(page.getByText(/Withdrawn by/)).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
  }
  await enter(page, noor);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Read the notice of' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing changes for you' })).toBeVisible();
});
