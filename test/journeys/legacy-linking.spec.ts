import sharp from 'sharp';
import { archiveShieldIds } from '#modules/applications/index.ts';
import { saveIdentityDetails } from '#modules/identity/index.ts';
import { randomCheckedDigits } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';

/** Staff link accounts of the former system to a person, and unlink them. */

const born = '1980-02-01';

async function archive(operations: VisitedPortal, ssn: string): Promise<string> {
  const number = `TX${randomCheckedDigits()}`;
  await operations.work('test.archive', (work) =>
    archiveShieldIds(work, [{ number, ssn, dateofbirth: born }]),
  );
  return number;
}

test('F138: staff link a former account that has the person’s SSN, and one that the person names, and unlink it', async ({
  page,
  operations,
  outbox,
}) => {
  const unique = randomCheckedDigits();
  const [own, named] = [`9${unique.slice(0, 8)}`, `9${unique.slice(1, 9)}`];
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Lena', lastname: 'Legacy' });
  await operations.work('test.details', (work) =>
    saveIdentityDetails(work, person.accountId, { ssn: own, dateofbirth: born }),
  );
  const found = await archive(operations, own);
  const other = await archive(operations, named);
  const staff = await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${person.accountId}#legacy`);
  const section = page.locator('#legacy');
  await expect(section.getByText('No account of the former system is linked to Lena.')).toBeVisible();
  await expect(section.getByText('Same Social Security number and date of birth.')).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('link', { name: 'Link', exact: true }).click();
  await expect(page.getByLabel('ShieldID of the former account')).toHaveValue(found);
  await expectAccessible(page);
  await press(page, 'Link former account');
  await expect(page.getByText('Write how you know that the former account is theirs').first()).toBeVisible();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Has the same Social Security number');
  await press(page, 'Link former account');
  await expect(page.getByText(`Former account ${found} linked.`)).toBeVisible();
  await expect(section.getByText('Active ShieldID')).toBeVisible();
  await expect(section.getByText('Last changed by')).toBeVisible();

  // A number of somebody else, and the second press.
  await section.getByRole('link', { name: 'Link a former account' }).click();
  await fill(page, { 'ShieldID of the former account': other });
  await dialog.getByLabel('Reason').fill('Named it on the phone');
  await press(page, 'Link former account');
  await expectShown(page, 'legacy.ssn');
  await fill(page, { 'ShieldID of the former account': found });
  await press(page, 'Link former account');
  await expectShown(page, 'legacy.linked');

  await page.goto(`/admin/user/${person.accountId}#legacy`);
  await section.getByRole('link', { name: 'Unlink' }).click();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('It was the account of a relative');
  await press(page, 'Unlink former account');
  await expect(page.getByText(`Former account ${found} unlinked.`)).toBeVisible();
  await expect(page.locator('#shieldid').getByText('Comes with the first accepted score')).toBeVisible();
  await page.goto(`/admin/user/${person.accountId}/legacy/${found}`);
  await expect(dialog.getByText('It isn’t linked to Lena.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlink former account' })).toHaveCount(0);
  await outbox.wait(person.emailaddress, /account details were changed/);
  await page.goto(`/admin/user/${person.accountId}/timeline?kind=staff`);
  await expect(page.getByText('Staff unlinked a former account')).toBeVisible();
  await expect(page.getByText('“It was the account of a relative”')).toBeVisible();
  expect(staff.accountId).not.toBe(person.accountId);
});

test('F125: staff set a person’s photo and remove it, and look through the timeline of it', async ({
  page,
  operations,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Phoebe', lastname: 'Picture' });
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${person.accountId}/photo`);
  await press(page, 'Save photo');
  await expectShown(page, 'profile.photo-not-an-image');
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture });
  await press(page, 'Save photo');
  await expect(page.getByText('Photo saved. The person has been notified.')).toBeVisible();
  await page.goto(`/admin/user/${person.accountId}/photo`);
  await press(page, 'Remove photo');
  await expect(page.getByText('Photo removed. The person has been notified.')).toBeVisible();

  await page.goto(`/admin/user/${person.accountId}/timeline`);
  await expect(page.getByText('No ShieldID')).toBeVisible();
  await page.getByLabel('Search this timeline').fill('photo removed');
  await press(page, 'Search');
  await expect(page.getByText('changed: photo removed')).toHaveCount(1);
  await expectAccessible(page);
  const href = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv.split('\r\n').length).toBeGreaterThanOrEqual(2);
  expect(csv).toContain('photo removed');
  await page.getByLabel('Search this timeline').fill('nothing like it');
  await press(page, 'Search');
  await expect(page.getByText('Nothing here matches “nothing like it”')).toBeVisible();
});
