import { leaveNetwork, requestRemoval, setConnectionActive } from '#modules/network/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { connectCompanies, joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { openRowMenu } from './acts/network.ts';

test('whom a network removed stays listed under Removed, by name alone', async ({
  page,
  operations,
  enter,
}) => {
  const client = await newCompany(operations, { company_name: 'Harbor Removed', shieldlink_enabled: true });
  const sharing = await newCompany(operations, { company_name: 'Cedar Removed', shieldlink_enabled: true });
  const person = await newScoredPerson(operations, { firstname: 'Iris', lastname: 'Quist', score: 'IC02' });
  await joinNetwork(client, person);
  const company = await connectCompanies(client, sharing);

  await enter(page, client.owner);
  await page.goto('/user/network');
  await openRowMenu(page, 'Iris Quist');
  await page.getByRole('link', { name: 'Remove from Network' }).click();
  await press(page, 'Yes');
  await expectShown(page, 'network.removal-submitted');
  const table = page.getByRole('table', { name: /^Shared with Me/ });
  await expect(table.getByText('Cedar Removed', { exact: true })).toBeVisible();
  await expect(table.getByText('Iris Quist')).toHaveCount(0);
  await client.owner.visitor.perform(requestRemoval, { connectionid: company });

  // The network is empty now, so the page itself links to the removed connections.
  await page.goto('/user/network');
  await page.getByRole('link', { name: 'See who was removed' }).click();
  await expect(page).toHaveURL(/status=removed/);
  const removed = page.getByRole('table', { name: /^Removed from the network/ });
  const rows = removed.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Iris Quist');
  for (const hidden of ['IC02', person.shieldId, person.emailaddress]) {
    await expect(page.getByText(hidden)).toHaveCount(0);
  }
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('removed');
  await expect(page.getByRole('combobox', { name: 'Score' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveCount(0);
  await expectAccessible(page);
  await openRowMenu(page, 'Iris Quist');
  await page.getByRole('link', { name: 'Show Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Iris Quist' });
  await expect(dialog.getByText('Removed from your network.')).toBeVisible();
  await expect(dialog.getByText('Accepted')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/user/network?status=removed&q=cedar&sort=score');
  await expect(rows).toHaveCount(1);
  await openRowMenu(page, 'Cedar Removed');
  await page.getByRole('link', { name: 'Show Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Removed' })).toBeVisible();
  await expectShown(page, 'network.removal-submitted');
  await page.getByRole('main').getByRole('link', { name: 'Removed', exact: true }).click();
  await expect(rows).toHaveCount(2);

  await page.goto('/user/network?status=removed&q=nobody');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('a company that ended its sharing is not called removed, and a viewer finds who was', async ({
  page,
  operations,
  enter,
}) => {
  const client = await newCompany(operations, { company_name: 'Harbor Left', shieldlink_enabled: true });
  const sharing = await newCompany(operations, { company_name: 'Cedar Left', shieldlink_enabled: true });
  const person = await newScoredPerson(operations, { firstname: 'Olga', lastname: 'Rehn' });
  await joinNetwork(client, person);
  const connectionid = await connectCompanies(client, sharing);
  await sharing.owner.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  await sharing.owner.visitor.perform(leaveNetwork, { connectionid });

  await enter(page, await newTeamMember(operations, client, 'viewer'));
  await page.goto('/user/network');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('removed');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('heading', { name: 'No one was removed in the last 30 days' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/user/network/company/${connectionid}`);
  await expect(page.getByText('Cedar Left stopped sharing its network with you')).toBeVisible();
  await expect(page.getByText('Removal Request')).toHaveCount(0);
  await expectAccessible(page);
});
