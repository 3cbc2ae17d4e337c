import { demoPassword } from '#cli/demo/index.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../../browser/fixtures.ts';
import { showsCount } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';

const as = (emailaddress: string) => ({ emailaddress, password: demoPassword });

test('a viewer turns the pages of the network, and invites nobody', async ({ page, enter }) => {
  await enter(page, as('viewer@acme.test'));
  await page.goto('/user/network');
  const rows = page.getByRole('table', { name: /^Shared with Me/ }).locator('tbody tr');
  await expect(rows).toHaveCount(10);
  await showsCount('grid.page-size-rows', (n) => rows.nth(n - 1).isVisible());
  const first = await rows.allTextContents();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('table', { name: /page 2 of/ })).toBeVisible();
  await expect(rows).toHaveCount(10);
  const second = await rows.allTextContents();
  expect(second.filter((row) => first.includes(row))).toEqual([]);
  await page.goto('/user/network?page=99');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toBeVisible();

  await page.goto('/user/network');
  const score = page.getByRole('columnheader', { name: 'Score' });
  const sorted: string[][] = [];
  for (const order of ['ascending', 'descending', 'ascending']) {
    await score.getByRole('link').click();
    await expect(score).toHaveAttribute('aria-sort', order);
    sorted.push(await rows.allTextContents());
  }
  expect(sorted[2], 'the third press sorts as the first did').toEqual(sorted[0]);
  expect(sorted[1]).not.toEqual(sorted[0]);

  // The menu does not offer it to viewers, but they can type the address.
  await page.goto('/user/network/invite');
  await fill(page, { 'Email or ShieldID': makePerson('900-00-0002').emailaddress });
  await press(page, 'Send invitation');
  await expectShown(page, 'edge.role-too-low');
  await expectAccessible(page);
});

test('an invitation is answered from windows that are no longer true', async ({
  page,
  otherBrowser,
  join,
  enter,
}) => {
  const host = makePerson('900-00-0002');
  await join(page, host);
  for (const guest of ['omar@shieldhub.test', 'dana@shieldhub.test']) {
    await page.goto('/user/network/invite');
    await fill(page, { 'Email or ShieldID': guest });
    await press(page, 'Send invitation');
    await expectShown(page, 'invitations.sent');
  }
  await page.locator('summary[aria-label="Actions for dana@shieldhub.test"]').click();
  await page.getByRole('link', { name: 'Cancel Invite' }).click();
  await expectShown(page, 'network.are-you-sure');

  const name = `${host.firstname} ${host.lastname}`;
  const expired = await otherBrowser();
  await enter(expired, as('omar@shieldhub.test'));
  await expired.goto('/user');
  await expired.getByRole('link', { name: `Accept ${name}` }).click();
  await expectShown(expired, 'invitations.no-score');
  await expectAccessible(expired);

  const guest = await otherBrowser();
  await enter(guest, as('dana@shieldhub.test'));
  await guest.goto('/user');
  const late = await guest.context().newPage();
  await late.goto('/user');
  await late.getByRole('link', { name: `Ignore ${name}` }).click();
  await expect(late.getByRole('button', { name: 'Ignore invitation' })).toBeVisible();

  await guest.getByRole('link', { name: `Accept ${name}` }).click();
  const asMyself = guest.getByLabel(/As myself/);
  await asMyself.evaluate((radio: HTMLInputElement) => {
    radio.value = 'FULLNETWORK';
  });
  await press(guest, 'Accept');
  await expectShown(guest, 'invitations.no-company');
  await expectAccessible(guest);
  await guest.reload();
  await asMyself.check();
  await press(guest, 'Accept');
  await expect(guest.getByText('Invitation accepted')).toBeVisible();

  await press(late, 'Ignore invitation');
  await expectShown(late, 'invitations.closed');
  await expectAccessible(late);
  // Without script the answer is a separate page with its own address.
  await late.reload();
  await expectShown(late, 'invitations.closed');
  await expectAccessible(late);

  await press(page, 'Yes');
  await expectShown(page, 'network.not-in-this-state');
  await expect(page.getByText('The invitation has been accepted: remove the person instead.')).toBeVisible();
  await expectAccessible(page);
});
