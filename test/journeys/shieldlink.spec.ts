import { acceptInvite, newInvite, saveAlertConfig } from '#modules/network/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { connectCompanies, joinNetwork, newLinkedCompany } from '#test/factories/shieldlink.ts';
import { expect, expectAccessible, expectShown, nextPost, press, test } from '../browser/fixtures.ts';
import { shows } from '../shown.ts';
import { searchFor } from './acts/network.ts';

test('F39: a company is found by its ShieldLink ID, on the home page and on the search page', async ({
  page,
  operations,
  enter,
}) => {
  const acme = await newCompany(operations, { company_name: 'Acme Search', shieldlink_enabled: true });
  const cedar = await newCompany(operations, { company_name: 'Cedar Found', shieldlink_enabled: true });
  const idOf = async ({ owner }: typeof acme) => (await owner.visitor.caller())?.facts.shieldlinkid ?? 'none';
  await enter(page, acme.owner);
  await searchFor(page, await idOf(cedar));
  await expect(page.getByRole('heading', { name: 'Cedar Found' })).toBeVisible();
  const again = page.getByLabel('ShieldID, ShieldLink ID or email');
  const search = async (words: string) => {
    await again.fill(words);
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  };
  await search('SL000000000');
  await expectShown(page, 'search.shieldlink-not-found');
  await expectAccessible(page);
  await search(await idOf(acme));
  await expectShown(page, 'search.own');
  await search((await idOf(cedar)).toLowerCase());
  await page.getByRole('link', { name: 'Invite company' }).click();
  await expect(page).toHaveURL(/\/user\/network\/inviteshieldlink\?touser=SL\d{9}$/);
});

test('F43, F59: a company asks another one for its network, sees names and scores, and ends it', async ({
  page,
  operations,
  enter,
  otherBrowser,
}) => {
  const client = await newCompany(operations, { company_name: 'Harbor Client', shieldlink_enabled: true });
  const sharing = await newCompany(operations, { company_name: 'Cedar Sharing', shieldlink_enabled: true });
  const amir = await newScoredPerson(operations, { firstname: 'Amir', lastname: 'Haddad', score: 'IC01+' });
  const bridget = await newScoredPerson(operations, {
    firstname: 'Bridget',
    lastname: 'Olsen',
    score: 'IC02',
  });
  await joinNetwork(sharing, amir);
  await joinNetwork(sharing, bridget);
  const id = (await sharing.owner.visitor.caller())?.facts.shieldlinkid ?? '';

  await enter(page, client.owner);
  await page.goto('/user/network/inviteshieldlink');
  const touser = page.getByLabel('ShieldLink ID or email');
  const dialog = page.getByRole('dialog', { name: 'ShieldLink Invite Company' });
  await touser.fill('SL000000000');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expectShown(page, 'search.shieldlink-not-found');
  await touser.fill(id);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText('Cedar Sharing')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
  await page.goto(`/user/network/inviteshieldlink?touser=${id}`);
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.already-invited');
  const byMail = await client.owner.visitor.perform(newInvite, {
    touser: sharing.owner.emailaddress,
    connectiontype: 'FULLNETWORK',
  });

  const other = await otherBrowser();
  await enter(other, sharing.owner);
  await other.goto('/user');
  await expect(other.getByText('Asks your company to share its network.').first()).toBeVisible();
  const { rows } = await operations.pool.query(
    `select id from connection where sharing_company_id = $1 and accepted_at is null`,
    [sharing.companyId],
  );
  await other.goto(`/user/invitations/${rows[0].id}/accept`);
  await expect(other.getByText(/asks your company to share its network/)).toBeVisible();
  await expectShown(other, 'invitations.company-only');
  await expectAccessible(other);
  await other.getByLabel(/As a company/).check();
  await press(other, 'Accept');
  await expect(other.getByText('Invitation accepted')).toBeVisible();
  await other.goto(`/user/invitations/${byMail.inviteid}/accept`);
  await expectShown(other, 'invitations.company-twice');
  await expectAccessible(other);
  await other.goto('/user/network?tab=others');
  await expect(other.getByText('The network of Cedar Sharing')).toBeVisible();
  await expectAccessible(other);

  await page.goto('/user/network?type=shieldlink');
  await expect(page.getByText('Through Cedar Sharing')).toHaveCount(2);
  await expect(page.getByText(amir.shieldId)).toHaveCount(0);
  await expectAccessible(page);
  await page.locator('a[aria-label="Actions for Amir Haddad"]').click();
  await page.getByRole('link', { name: 'Show Details' }).click();
  await expect(page.getByRole('list', { name: 'Shared by' })).toContainText('Cedar Sharing');
  await expect(page.getByText(amir.emailaddress)).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/user/network?type=shieldlink');
  await page.locator('a[aria-label="Actions for Cedar Sharing"]').click();
  await page.getByRole('link', { name: 'Show Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Sharing' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 person with IC01+' })).toBeVisible();
  await expect(page.getByLabel('Compliance')).toHaveCount(0);
  await expect(page.getByRole('img', { name: /IC01\+ 1, IC01 0, IC02 1/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '1 person with IC02' }).click();
  await expect(page.getByText('Bridget Olsen')).toBeVisible();
  await expect(page.getByText('Amir Haddad')).toHaveCount(0);

  // The person is told before accepting, and switches the client off.
  const person = await otherBrowser();
  const carlos = await newScoredPerson(operations, { firstname: 'Carlos', lastname: 'Ibarra' });
  const { inviteid } = await sharing.owner.visitor.perform(newInvite, { touser: carlos.shieldId });
  await enter(person, carlos);
  await person.goto(`/user/invitations/${inviteid}/accept`);
  await expect(person.getByText('Harbor Client')).toBeVisible();
  await carlos.visitor.perform(acceptInvite, { inviteid });
  await person.goto('/user/network?tab=others');
  await expect(person.getByText('Through Cedar Sharing', { exact: true })).toBeVisible();
  const switched = nextPost(person);
  await person.getByRole('switch', { name: 'Share my score with Harbor Client' }).click();
  await switched;
  await expect(person.getByRole('switch', { name: 'Share my score with Harbor Client' })).not.toBeChecked();
  await person.reload();
  await expect(person.getByRole('switch', { name: 'Share my score with Harbor Client' })).not.toBeChecked();
  await expectAccessible(person);
  const share = await operations.pool.query(
    `select id from connection where account_id = $1 and connection_type = 'EXTENDED'`,
    [carlos.accountId],
  );
  const headers = { Origin: new URL(person.url()).origin };
  const left = await person.request.post('/hub/api/network/deleteconnection', {
    headers,
    data: { connectionid: share.rows[0].id },
  });
  shows('shares.through-company', (await left.json()).error_message);
  await person.goto(`/user/network/leave/${share.rows[0].id}`);
  await expectShown(person, 'shares.through-company');
  await expect(person.getByRole('button', { name: 'Yes' })).toHaveCount(0);
  const refused = await person.request.post('/hub/api/network/newinvite', {
    headers,
    data: { touser: id, connectiontype: 'FULLNETWORK' },
  });
  shows('invitations.shieldlink-off', (await refused.json()).error_message);

  await page.getByRole('link', { name: 'Remove from Network' }).click();
  const company = rows[0].id;
  await press(page, 'Yes');
  await expectShown(page, 'network.removal-submitted');
  await expect(page.getByText('Through Cedar Sharing')).toHaveCount(0);
  await page.goto(`/user/network/company/${company}`);
  await expectShown(page, 'network.removal-submitted');
  await expect(page.getByText('Nothing is shared anymore')).toBeVisible();
  await expectAccessible(page);
});

test('F59: a company sees who of a shared network is in compliance by its own rule, and filters by it', async ({
  page,
  operations,
  enter,
}) => {
  const client = await newCompany(operations, { shieldlink_enabled: true, alert_dashboard_enabled: true });
  const sharing = await newLinkedCompany(operations, 'Cedar');
  for (const [lastname, score] of [
    ['Allowed', 'IC01'],
    ['Toolow', 'IC03'],
  ] as const) {
    await joinNetwork(sharing, await newScoredPerson(operations, { firstname: 'Ann', lastname, score }));
  }
  const link = await connectCompanies(client, sharing);
  await client.owner.visitor.perform(saveAlertConfig, { alertconfig: { maxscore: 1 } });
  await enter(page, client.owner);
  await page.goto(`/user/network/company/${link}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Ann Allowed')).toContainText('In compliance');
  await expect(row('Ann Toolow')).toContainText('Out of compliance');
  await expectAccessible(page);
  await page.goto(`/user/network/company/${link}?compliance=out`);
  await expect(page.getByLabel('Compliance')).toHaveValue('out');
  await expect(row('Ann Toolow')).toHaveCount(1);
  await expect(row('Ann Allowed')).toHaveCount(0);
});

test('F50, F60: a person of several networks is one row, whose details name the companies', async ({
  page,
  operations,
  enter,
}) => {
  const client = await newLinkedCompany(operations, 'Harbor');
  const [cedar, maple] = [
    await newLinkedCompany(operations, 'Cedar'),
    await newLinkedCompany(operations, 'Maple'),
  ];
  const amir = await newScoredPerson(operations, { firstname: 'Amir', lastname: 'Haddad' });
  const own = await newScoredPerson(operations, { firstname: 'Olga', lastname: 'Own' });
  for (const sharing of [cedar, maple]) {
    await joinNetwork(sharing, amir);
    await connectCompanies(client, sharing);
  }
  await joinNetwork(client, own);

  await enter(page, client.owner);
  await page.goto('/user/network');
  const rows = page.getByRole('row');
  const show = (name: string) =>
    page.getByRole('navigation', { name: 'Connection type' }).getByRole('link', { name }).click();
  await expect(rows.filter({ hasText: 'Amir Haddad' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Olga Own' })).toHaveCount(1);
  await show('ShieldID');
  await expect(page).toHaveURL(/type=direct/);
  await expect(rows.filter({ hasText: 'Amir Haddad' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Olga Own' })).toHaveCount(1);
  await show('ShieldLink');
  await expect(page).toHaveURL(/type=shieldlink/);
  await expect(rows.filter({ hasText: 'Olga Own' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Amir Haddad' })).toContainText('Through Multiple Companies');
  await expectAccessible(page);
  await page.locator('a[aria-label="Actions for Amir Haddad"]').click();
  await page.getByRole('link', { name: 'Show Details' }).click();
  const networks = page.getByRole('list', { name: 'Shared by' });
  for (const { name } of [cedar, maple]) await expect(networks).toContainText(name);
  await expect(networks.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.goto('/user/network');
  await show('All');
  await expect(rows.filter({ hasText: 'Olga Own' })).toHaveCount(1);
});
