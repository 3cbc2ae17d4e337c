import type { Page } from '@playwright/test';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { updatePaymentMethod } from '#modules/purchasing/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { nameOf } from '#test/factories/teams.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { makePerson } from './acts/person.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Team', exact: true });
const row = (page: Page, name: string) => card(page).getByRole('row').filter({ hasText: name });

/** Chooses an item of a row's menu. */
async function choose(page: Page, name: string, item: string) {
  await row(page, name)
    .getByLabel(/^Actions for/)
    .click();
  await row(page, name).getByRole('link', { name: item }).click();
}

test('F117, F119, F120, F121: staff change the team of a company in its record, and hand it to another owner', {
  tag: '@keyboard',
}, async ({ page, operations, enter, outbox, script }) => {
  const company = await newCompany(operations, {
    company_name: 'Harbor Team',
    team_management_enabled: true,
    enable_payments: true,
  });
  const { owner } = company;
  const next = await newTeamMember(operations, company, 'viewer');
  const gone = await newTeamMember(operations, company, 'viewer');
  await owner.visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
  await enter(page, await newStaff(operations));
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  await expect(row(page, owner.emailaddress)).toContainText('Owner');

  await card(page).getByRole('link', { name: 'Invite a member' }).click();
  const { emailaddress } = makePerson('900-00-0002');
  const invite = page.getByRole('dialog', { name: 'Invite a team member' });
  await invite.getByLabel('Email').fill(owner.emailaddress);
  await press(page, 'Send Invite');
  await expectShown(page, 'team.on-this-team');
  await invite.getByLabel('Email').fill(emailaddress);
  if (!script) await press(page, 'Send Invite');
  await expectShown(page, 'console.no-such-user');
  await expectAccessible(page);
  await press(page, 'Send Invite');
  await expectShown(page, 'console.team-invite-sent');
  const first = await outbox.wait(emailaddress, /invites you to join its team/);
  expect(first.text).toContain('On behalf of Harbor Team');
  await choose(page, emailaddress, 'View invite');
  await press(page, 'Resend Invite');
  await expectShown(page, 'console.team-invite-sent');
  await outbox.wait(emailaddress, /invites you to join its team/, [first]);
  await choose(page, emailaddress, 'Withdraw invite');
  await press(page, 'Yes');
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(row(page, emailaddress)).toHaveCount(0);

  await choose(page, next.emailaddress, 'Change role');
  await page
    .getByRole('dialog', { name: /^Role of/ })
    .getByLabel(/^Admin/)
    .first()
    .check();
  await page.getByLabel(/^Can issue coupons/).check();
  await press(page, /^Save$/);
  await expect(page.getByText('Team saved')).toBeVisible();
  await expect(row(page, next.emailaddress).getByRole('cell', { name: 'Yes' })).toBeVisible();
  await choose(page, gone.emailaddress, 'Remove');
  await press(page, 'Yes');
  await expect(page.getByText('Member removed')).toBeVisible();
  await expect(row(page, gone.emailaddress)).toHaveCount(0);

  await choose(page, next.emailaddress, 'Transfer Ownership');
  const dialog = page.getByRole('dialog', { name: /^Make .* the owner\?$/ });
  await expect(dialog).toContainText(`${await nameOf(operations, owner)} becomes an admin`);
  await expect(dialog).toContainText('Visa ending in 4242 belongs to the company');
  await expect(dialog.getByLabel(/^Remove this card/)).not.toBeChecked();
  await expectAccessible(page);
  await press(page, 'Make owner');
  await expect(page.getByText('Write why the company gets another owner').first()).toBeVisible();
  await dialog.getByLabel('Reason').fill('Asked by the owner, ticket 20903');
  await press(page, 'Make owner');
  await expectShown(page, 'console.owner-switched');
  await expect(page).toHaveURL(new RegExp(`/admin/user/${next.accountId}/enterprise`));
  await expect(row(page, next.emailaddress)).toContainText('Owner');
  await expect(row(page, owner.emailaddress)).toContainText('Admin');
  for (const [to, subject] of [
    [next.emailaddress, /You’re now the owner of Harbor Team/],
    [owner.emailaddress, /no longer the owner of Harbor Team/],
  ] as const) {
    expect((await outbox.wait(to, subject)).text).toContain('on behalf of Harbor Team');
  }
});

test('F123: who is on another team reads whose it is and how to leave; staff read it too and take them out', {
  tag: '@keyboard',
}, async ({ page, operations, enter }) => {
  const company = await newCompany(operations, { company_name: 'Cedar Team', team_management_enabled: true });
  const { owner } = company;
  const member = await newTeamMember(operations, company, 'viewer');
  await enter(page, member);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Company Settings' }).click();
  await expect(
    page.getByText(/^You’re on the team of Cedar Team, so you can’t have a company/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Leave the team' }).first().click();
  await expect(page.getByText(/no longer be on the team of/)).toContainText('Cedar Team');
  const off = { companyid: company.companyId, team_management_enabled: 'NO' } as const;
  const staff = await newStaff(operations);
  await staff.visitor.perform(saveEnterpriseProfile, off);
  await page.goto('/user/profile/company');
  await expect(page.getByText('To leave it, contact support.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Leave the team' })).toHaveCount(0);

  await enter(page, staff);
  await page.goto(`/admin/user/${member.accountId}/enterprise`);
  await expect(
    page.getByText(`${await nameOf(operations, member)} is a viewer of Cedar Team.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open that team' }).click();
  await expect(row(page, owner.emailaddress)).toContainText('Owner');
  await page.goto(`/admin/user/${member.accountId}/enterprise`);
  await press(page, 'Remove from the team');
  await expect(page.getByText('They lose access to the company immediately.')).toBeVisible();
  await press(page, 'Remove from the team');
  await expect(page.getByText('Removed from the team of Cedar Team')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Create a company' })).toBeVisible();
});
