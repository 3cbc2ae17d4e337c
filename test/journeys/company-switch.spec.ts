import { newInvite } from '#modules/network/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';

test('staff turn a company off and on again: its team loses and regains it, invitations end, people stay', {
  tag: '@keyboard',
}, async ({ page, operations, enter }) => {
  const company = await newCompany(operations, { company_name: 'Switch Builders' });
  const admin = await newTeamMember(operations, company, 'admin');
  const connected = await newScoredPerson(operations, { firstname: 'Cora', lastname: 'Connected' });
  const invited = await newScoredPerson(operations, { firstname: 'Ines', lastname: 'Invited' });
  await joinNetwork(company, connected);
  await company.owner.visitor.perform(newInvite, { touser: invited.emailaddress });
  const staff = await newStaff(operations);
  const record = `/admin/user/${company.owner.accountId}/enterprise`;
  const teamSees = async (there: boolean) => {
    for (const member of [company.owner, admin]) {
      await enter(page, member);
      await page.goto('/user/network');
      await expect(page.getByText('Cora Connected')).toHaveCount(there ? 1 : 0);
      await page.goto('/user/profile');
      await expect(page.getByRole('link', { name: 'Company Settings' })).toHaveCount(there ? 1 : 0);
    }
  };
  const invitedSees = async (open: boolean) => {
    await enter(page, invited);
    await page.goto('/user');
    await expect(page.getByText('Switch Builders')).toHaveCount(open ? 1 : 0);
  };
  await invitedSees(true);

  await enter(page, staff);
  await page.goto(record);
  await press(page, 'Turn off company');
  await expect(page.getByText('Open invitations and their coupons are withdrawn')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Turn off company');
  await expect(page.getByText('Company turned off')).toBeVisible();
  await expect(page.getByText('Enterprise off')).toBeVisible();
  await expect(page.getByText('The company is off')).toBeVisible();
  await expect(page.getByText(/Last changed by/).first()).toBeVisible();
  await expectAccessible(page);

  await teamSees(false);
  await invitedSees(false);
  await enter(page, connected);
  await page.goto('/user/network?tab=others');
  await expect(page.getByText('Switch Builders').first()).toBeVisible();

  await enter(page, staff);
  await page.goto(record);
  await press(page, 'Turn on company');
  await expect(page.getByText('Company turned on')).toBeVisible();
  await expect(page.getByText('Enterprise on')).toBeVisible();
  await teamSees(true);
  // Withdrawn invitations stay withdrawn.
  await invitedSees(false);
});
