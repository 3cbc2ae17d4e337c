import { readFile } from 'node:fs/promises';
import { acceptInvite, newInvite, setShareDetails } from '#modules/network/index.ts';
import { giveReport, newCompany, newScoredPerson } from '#test/factories/network.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { openRowMenu } from './acts/network.ts';

/** A company, and a person who shares score and report with it. */
async function sharing(operations: VisitedPortal) {
  const { owner } = await newCompany(operations, { company_name: 'Willow Works' });
  const person = await newScoredPerson(operations, { firstname: 'Rosa', lastname: 'Lindt' });
  await giveReport(operations, person.accountId);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const share = (reportshared: 'YES' | 'NO') =>
    person.visitor.perform(setShareDetails, { connectionid: inviteid, reportshared });
  return { owner, person, share };
}

test('F58: a company attests once why it uses reports, downloads one that is shared, and the person sees it', async ({
  page,
  enter,
  operations,
  otherBrowser,
}) => {
  const { owner, person, share } = await sharing(operations);
  await enter(page, owner);
  await page.goto('/user/network');
  await openRowMenu(page, 'Rosa Lindt');
  await expect(page.getByText('The person doesn’t share the report')).toBeVisible();
  await share('YES');
  await page.goto('/user/network');
  await openRowMenu(page, 'Rosa Lindt');
  await page.getByRole('link', { name: 'Download Full Report' }).click();
  await expect(page.getByRole('dialog', { name: 'Why do you need reports?' })).toBeVisible();
  await expectShown(page, 'report.purpose-needed');
  await expectShown(page, 'report.attestation');
  await expectAccessible(page);
  await press(page, 'Attest and continue');
  await expectShown(page, 'report.attestation-needed');
  await page.getByLabel('Employment, including contractors').check();
  await page.getByLabel(/^I attest/).check();
  await press(page, 'Attest and continue');
  await expect(page.getByRole('dialog')).toContainText('Employment, including contractors: attested by');
  await expectShown(page, 'report.who-sees');
  await expectAccessible(page);
  await press(page, 'Get the report');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download report' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('report.pdf');
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expectAccessible(page);

  await page.goto('/user/profile/company');
  await expect(page.getByText(/^Employment, including contractors: attested by/)).toBeVisible();
  await expectAccessible(page);

  const theirs = await otherBrowser();
  await enter(theirs, person);
  await theirs.goto('/user/seen');
  await expect(theirs.getByRole('row').filter({ hasText: 'Willow Works' }).first()).toContainText(/report/i);

  const staffs = await otherBrowser();
  await enterAsStaff(staffs, operations);
  await staffs.goto(`/admin/user/${owner.accountId}/enterprise`);
  await expect(staffs.getByText(/^Employment, including contractors: attested by/)).toBeVisible();
});

test('a report that is shared no longer is refused, also at an address made before', async ({
  page,
  enter,
  operations,
}) => {
  const { owner, share } = await sharing(operations);
  await share('YES');
  await enter(page, owner);
  const openDialog = async () => {
    await page.goto('/user/network');
    await openRowMenu(page, 'Rosa Lindt');
    await page.getByRole('link', { name: 'Download Full Report' }).click();
  };
  await openDialog();
  await page.getByLabel('A business transaction the person initiated').check();
  await page.getByLabel(/^I attest/).check();
  await press(page, 'Attest and continue');
  await press(page, 'Get the report');
  const ready = page.getByRole('link', { name: 'Download report' });
  await expect(ready).toBeVisible();
  await share('NO');
  await ready.click();
  await expectShown(page, 'network.not-in-this-state');
  await share('YES');
  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'Download Full Report' });
  await expect(dialog.getByRole('button', { name: 'Get the report' })).toBeVisible();
  await share('NO');
  await press(page, 'Get the report');
  await expect(dialog).toContainText('The person doesn’t share the report');
  await expectAccessible(page);
});

test('staff have a company ask for the full report; its invitation says so, and accepting shares it', async ({
  page,
  enter,
  operations,
  otherBrowser,
}) => {
  const { owner } = await newCompany(operations, { company_name: 'Birch Builders' });
  const person = await newScoredPerson(operations, { firstname: 'Nora', lastname: 'Quill' });
  const staffs = await otherBrowser();
  await enterAsStaff(staffs, operations);
  await staffs.goto(`/admin/user/${owner.accountId}/enterprise`);
  await press(staffs, 'Turn on Require PDF');
  await expect(staffs.getByRole('button', { name: 'Turn off Require PDF' })).toBeVisible();

  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  const theirs = await otherBrowser();
  await enter(theirs, person);
  await theirs.goto(`/user/invitations/${inviteid}/accept`);
  await expect(theirs.getByText('asks to see your score and your full report')).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByLabel(/As myself/).check();
  await press(theirs, 'Accept');
  await expect(theirs.getByText('Invitation accepted')).toBeVisible();

  await enter(page, owner);
  await page.goto('/user/network');
  await openRowMenu(page, 'Nora Quill');
  await page.getByRole('link', { name: 'Download Full Report' }).click();
  await expect(page.getByRole('dialog', { name: 'Why do you need reports?' })).toBeVisible();
});
