import type { Page } from '@playwright/test';
import { inviteMember } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsTime } from '../shown.ts';
import { makePerson } from './acts/person.ts';
import { registerPerson } from './acts/registration.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Chooses an item of a row's menu. */
async function choose(page: Page, name: string, item: string) {
  await row(page, name)
    .getByLabel(/^Actions for/)
    .click();
  await row(page, name).getByRole('link', { name: item }).click();
}

const harbor = { company_name: 'Harbor Team', team_management_enabled: true, enable_payments: true };

test('F115, F117, F118, F122: the owner invites somebody, who registers by the link and joins', async ({
  page,
  operations,
  enter,
  otherBrowser,
  outbox,
}) => {
  const company = await newCompany(operations, harbor);
  const other = await newCompany(operations, { company_name: 'Cedar Team' });
  const staff = await newStaff(operations);
  await enter(page, company.owner);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Company Settings' }).click();
  await expect(page.getByRole('table', { name: 'Team' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Invite a member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Send Invite');
  await expect(page.getByText('Check the box to confirm').first()).toBeVisible();
  const send = async (emailaddress: string) => {
    await dialog.getByLabel('Email').fill(emailaddress);
    await dialog.getByLabel(/^I confirm/).check();
    await press(page, 'Send Invite');
  };
  await send(staff.emailaddress);
  await expectShown(page, 'console.staff-in-team');
  await expectAccessible(page);
  await send(other.owner.emailaddress);
  await expectShown(page, 'console.on-another-team');
  await send(company.owner.emailaddress);
  await expectShown(page, 'team.on-this-team');
  const guest = makePerson('900-00-0002');
  await send(guest.emailaddress);
  await expectShown(page, 'console.team-invite-sent');
  await expect(row(page, guest.emailaddress).getByText('Pending Invite')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite a member' }).click();
  await expect(dialog).toBeVisible();
  await send(guest.emailaddress);
  await expectShown(page, 'team.invite-pending');

  const mail = await outbox.wait(guest.emailaddress, /invites you to join its team/);
  const link = /\/link\/[\w-]+/.exec(mail.text)?.[0] ?? '';
  const guestPage = await otherBrowser();
  await guestPage.goto(link);
  await expect(guestPage).toHaveURL(/\/register$/);
  await expect(guestPage.getByText('Harbor Team invited you.')).toBeVisible();
  await expect(guestPage.getByLabel('Email')).toHaveValue(guest.emailaddress);
  await registerPerson(guestPage, outbox, guest, /\/teaminvite\//);
  await expect(guestPage.getByRole('heading', { name: 'Join the team of Harbor Team?' })).toBeVisible();
  await expectAccessible(guestPage);
  await press(guestPage, 'Join the team');
  await expect(guestPage).toHaveURL(/\/user$/);
  await expect(guestPage.getByText('You’ve joined the team of Harbor Team')).toBeVisible();
  await expectAccessible(guestPage);

  await page.goto('/user/profile/company');
  await expect(row(page, guest.lastname).getByText('Viewer', { exact: true })).toBeVisible();
  await guestPage.goto('/user/profile/company');
  await expect(row(guestPage, guest.lastname).getByLabel(/^Actions for/)).toBeVisible();
  await expect(guestPage.getByText('No Permission')).toBeVisible();
  await expect(guestPage.getByRole('link', { name: 'Invite a member' })).toHaveCount(0);
  await expectAccessible(guestPage);
});

test('F118: an address that cannot be invited is told while it is typed', {
  tag: ['@script', '@browser'],
}, async ({ page, operations, enter }) => {
  const company = await newCompany(operations, harbor);
  await enter(page, company.owner);
  await page.goto('/user/profile/company/invite');
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
  const email = dialog.getByLabel('Email');
  const role = dialog.getByText('Viewer', { exact: true });
  await email.pressSequentially(company.owner.emailaddress);
  const before = await role.boundingBox();
  await expect(dialog.getByRole('alert')).toHaveText(enterpriseTexts['team.on-this-team']);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(await role.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await email.pressSequentially('x');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('F117: an open invitation is viewed, resent and withdrawn', async ({
  page,
  operations,
  enter,
  outbox,
}) => {
  const company = await newCompany(operations, harbor);
  const { emailaddress } = makePerson('900-00-0002');
  await company.owner.visitor.perform(inviteMember, { emailaddress, role: 'admin' });
  const first = [await outbox.wait(emailaddress, /invites you to join its team/)];
  await enter(page, company.owner);
  await page.goto('/user/profile/company');
  await choose(page, emailaddress, 'View invite');
  await expect(page.getByRole('dialog', { name: 'Pending Invite' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Resend Invite');
  await expectShown(page, 'console.team-invite-sent');
  await outbox.wait(emailaddress, /invites you to join its team/, first);
  await choose(page, emailaddress, 'Withdraw invite');
  await expect(page.getByText('its link will stop working')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Yes');
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(row(page, emailaddress)).toHaveCount(0);
});

test('F116, F119, F121: the owner changes roles and coupons, and removes; the others do what they may', async ({
  page,
  operations,
  enter,
  otherBrowser,
  outbox,
}) => {
  const company = await newCompany(operations, harbor);
  const admin = await newTeamMember(operations, company, 'admin');
  const viewer = await newTeamMember(operations, company, 'viewer');
  await enter(page, company.owner);
  await page.goto('/user/profile/company');
  await choose(page, company.owner.emailaddress, 'Change role');
  await expectShown(page, 'team.own-role');
  await row(page, company.owner.emailaddress)
    .getByLabel(/^Actions for/)
    .click();
  await expectShown(page, 'team.owner-stays');
  await expectAccessible(page);
  await page.goto('/user/profile/company');

  await choose(page, viewer.emailaddress, 'Change role');
  const dialog = page.getByRole('dialog', { name: /^Role of/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Can issue coupons/).check();
  await press(page, 'Save');
  await expectShown(page, 'team.coupons-admins-only');
  await expectAccessible(page);
  await dialog
    .getByLabel(/^Admin/)
    .first()
    .check();
  await press(page, 'Save');
  await expect(page.getByText('Team saved')).toBeVisible();
  await expect(row(page, viewer.emailaddress).getByRole('cell', { name: 'Yes' })).toBeVisible();
  await outbox.wait(viewer.emailaddress, /You’re now an admin of Harbor Team/);

  // Somebody else changes the team while a dialog is open.
  await choose(page, viewer.emailaddress, 'Change role');
  await expect(dialog).toBeVisible();
  const other = await otherBrowser();
  await enter(other, admin);
  await other.goto('/user/profile/company');
  await choose(other, admin.emailaddress, 'Leave the team');
  await expect(other.getByText(/we’ll email the owner/)).toBeVisible();
  await expectAccessible(other);
  await press(other, 'Yes');
  await expect(other.getByText('You left the team')).toBeVisible();
  await expect(other).toHaveURL(/\/user$/);
  await outbox.wait(company.owner.emailaddress, /left the team of Harbor Team/);
  await dialog.getByLabel(/^Viewer/).check();
  await dialog.getByLabel(/^Can issue coupons/).uncheck();
  await press(page, 'Save');
  await expectShown(page, 'team.changed');
  await expect(row(page, admin.emailaddress)).toHaveCount(0);
  await expectAccessible(page);

  await choose(page, viewer.emailaddress, 'Remove');
  await expect(page.getByText('It takes effect immediately')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Yes');
  await expect(page.getByText('Member removed')).toBeVisible();
  await expect(row(page, viewer.emailaddress)).toHaveCount(0);
  await outbox.wait(viewer.emailaddress, /no longer on the team of Harbor Team/);
});

test('F120: ownership is transferred after a confirmation, and the former owner is an admin', async ({
  page,
  operations,
  enter,
  outbox,
}) => {
  const company = await newCompany(operations, harbor);
  const next = await newTeamMember(operations, company, 'viewer');
  await enter(page, company.owner);
  await page.goto('/user/profile/company');
  await choose(page, next.emailaddress, 'Transfer Ownership');
  await expect(page.getByRole('heading', { name: /^Make .* the owner\?$/ })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Make owner');
  await expectShown(page, 'console.owner-switched');
  await expect(row(page, next.emailaddress).getByText('Owner', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Compliance' })).toHaveCount(0);
  await expectAccessible(page);
  await outbox.wait(next.emailaddress, /You’re now the owner of Harbor Team/);
  await outbox.wait(company.owner.emailaddress, /no longer the owner of Harbor Team/);
});

test('what a team says goes away after a while', { tag: '@script' }, async ({ page, operations, enter }) => {
  const company = await newCompany(operations, harbor);
  await enter(page, company.owner);
  await page.goto('/user/profile/company');
  await untilScripted(page);
  const clock = await stopPageClock(page);
  const says = async (key: keyof typeof enterpriseTimings, words: string, act: () => Promise<unknown>) => {
    const text = page.getByText(words);
    const shown = await Stopwatch.start(clock, act);
    const stays = enterpriseTimings[key];
    const held = await shown.holdsAt(stays - SECOND, () => expect(text).toBeVisible());
    const ended = await shown.endsAt(stays, () => expect(text).toHaveCount(0));
    showsTime(key, { held, ended });
  };
  await says('team.own-role-shown', 'Cannot change your own role as owner.', async () => {
    await choose(page, company.owner.emailaddress, 'Change role');
    await expectShown(page, 'team.own-role');
  });
  await page.getByRole('link', { name: 'Invite a member' }).click();
  await fill(page, { Email: makePerson('900-00-0002').emailaddress });
  await page.getByLabel(/^I confirm/).check();
  await says('team.invite-sent-shown', 'Team Invite Sent', async () => {
    await press(page, 'Send Invite');
    await expectShown(page, 'console.team-invite-sent');
  });
});
