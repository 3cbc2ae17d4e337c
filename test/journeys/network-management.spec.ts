import { newInvite } from '#modules/network/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { askCompany, connectCompanies, joinNetwork } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';

test('staff see a company’s network, switch its features, and turn ShieldLink off for good', async ({
  page,
  operations,
  enter,
  outbox,
}) => {
  const linked = (company_name: string) => newCompany(operations, { company_name, shieldlink_enabled: true });
  const company = await linked('Middle Managed');
  const client = await linked('Client Managed');
  const source = await linked('Source Managed');
  const person = await newScoredPerson(operations, { firstname: 'Nadia', lastname: 'Okoro' });
  const seen = await newScoredPerson(operations, { firstname: 'Samir', lastname: 'Beck' });
  await joinNetwork(company, person);
  await joinNetwork(source, seen);
  const link = await connectCompanies(client, company);
  await connectCompanies(company, source);
  await askCompany(client, source);
  await company.owner.visitor.perform(newInvite, { touser: `guest.${company.owner.emailaddress}` });
  await enter(page, await newStaff(operations, { firstname: 'Tom', lastname: 'Okafor' }));

  await page.goto(`/admin/user/${company.owner.accountId}/enterprise`);
  const card = page.getByRole('region', { name: 'Network management' });
  await expect(card.getByRole('list', { name: 'Companies that see this network' })).toContainText(
    'Client Managed',
  );
  await expect(card.getByRole('list', { name: 'Companies that share theirs' })).toContainText(
    'Source Managed',
  );
  await expect(card).toContainText(/SL/);
  await press(page, 'Turn on Require PDF');
  await expect(page.getByText('Require PDF turned on')).toBeVisible();
  await expect(card.getByText(/Last changed by Tom Okafor/)).toHaveCount(1);
  await expectAccessible(page);

  await card.getByRole('link', { name: 'Invitations and connections' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations and connections' })).toBeVisible();
  const rows = page.getByRole('table', { name: /^Invitations and connections/ }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText(person.emailaddress)).toBeVisible();
  await expect(page.getByText(seen.emailaddress)).toHaveCount(0);
  await expect(page.getByText('IC01')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invitations', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('guest.');

  // Only what is possible is offered; the company's mails go out as if its team had done it.
  await page.getByLabel(/^Actions for guest/).click();
  await page.getByRole('link', { name: 'Cancel Invite' }).click();
  await expect(page.getByText('The invitation of Middle Managed for')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Yes');
  await expect(page.getByText('Invitation canceled')).toBeVisible();
  await page.goto(`/admin/user/${company.owner.accountId}/enterprise/network`);
  await page.getByLabel('Actions for Nadia Okoro').click();
  await page.getByRole('link', { name: 'Remove from Network' }).click();
  await expect(page.getByText('will be removed from the network of Middle Managed now')).toBeVisible();

  await page.goto(`/admin/user/${company.owner.accountId}/enterprise`);
  await card.getByRole('link', { name: 'Turn off ShieldLink' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off ShieldLink?' });
  await expect(dialog).toContainText('1 company can see Middle Managed’s network (1 person)');
  await expect(dialog).toContainText('Middle Managed sees the networks of 1 company (1 person)');
  await expect(dialog).not.toContainText('open invitation');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Turn off ShieldLink' }).click();
  await expect(page.getByText('ShieldLink turned off')).toBeVisible();
  await expect(card.getByText('None', { exact: true })).toHaveCount(2);
  await expect(card.getByText('Client Managed')).toHaveCount(0);
  await outbox.wait(client.owner.emailaddress, /ShieldLink with Middle Managed has ended/);
  await outbox.wait(company.owner.emailaddress, /ShieldLink with Client Managed has ended/);

  await press(page, 'Turn on ShieldLink');
  await expect(page.getByText('ShieldLink turned on')).toBeVisible();
  await expect(card.getByText('None', { exact: true })).toHaveCount(2);

  await enter(page, client.owner);
  await page.goto('/user/network?type=shieldlink');
  await expect(page.getByText('Nadia Okoro')).toHaveCount(0);
  await page.goto(`/user/network/company/${link}`);
  await expect(page.getByText('ShieldLink with Middle Managed was turned off')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite again' })).toBeVisible();
  await expectAccessible(page);
});
