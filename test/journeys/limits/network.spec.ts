import { newInvite } from '#modules/network/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../../browser/fixtures.ts';
import { showsCount } from '../../shown.ts';
import { openRowMenu } from '../acts/network.ts';
import { makePerson } from '../acts/person.ts';

/** A viewer of a company with a network of two pages, and one of its people. */
async function newViewer(operations: VisitedPortal) {
  const company = await newCompany(operations);
  for (let invited = 0; invited < 18; invited += 1)
    await company.owner.visitor.perform(newInvite, { touser: newAddress() });
  const [first, second] = [
    await newScoredPerson(operations, { score: 'IC01' }),
    await newScoredPerson(operations, { score: 'IC03' }),
  ];
  await joinNetwork(company, first);
  await joinNetwork(company, second);
  return { viewer: await newTeamMember(operations, company, 'viewer'), person: first };
}

test('a viewer turns the pages of the network, and invites nobody', async ({ page, enter, operations }) => {
  await enter(page, (await newViewer(operations)).viewer);
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

  // The menus offer viewers none of these, but they can type the addresses.
  await page.goto('/user/network?status=active');
  await page
    .getByLabel(/^Actions for/)
    .first()
    .click();
  const details = await page.locator('a[href*="/user/network/details/"]').first().getAttribute('href');
  const id = details?.split('/').at(-1);
  for (const form of ['invite', 'invite-link', `cancel/${id}`, `remove/${id}`, `link/${id}`]) {
    await page.goto(`/user/network/${form}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can’t open this page');
    await expectShown(page, 'edge.role-too-low');
    await expect(page.locator('form')).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('a viewer is offered no page that is refused', async ({ page, enter, operations }) => {
  const { viewer, person } = await newViewer(operations);
  await enter(page, viewer);
  const waiting = ['/user', '/user/network?status=active', `/user/search?searchterm=${person.emailaddress}`];
  const seen = new Set(waiting);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const answer = await page.goto(at);
    expect(answer?.status(), at).toBeLessThan(400);
    const links = await page
      .locator('a[href^="/user"], a[href*="menu="]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const here = at.replace(/[?#].*/, '');
    for (const link of links.map((href) => (href.startsWith('?') ? `${here}${href}` : href))) {
      // Rows, filters and pages of one grid lead to the same kinds of pages.
      const kind = link
        .replace(/[0-9a-f-]{36}/, ':id')
        .replace(/#.*/, '')
        .replace(/[?].*/, (query) => (link.includes('menu=') ? query : ''));
      if (seen.has(kind)) continue;
      seen.add(kind);
      waiting.push(link);
    }
  }
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      '/user/network',
      '/user/network/details/:id',
      '/user/profile',
      '/user/profile/security',
    ]),
  );
});

test('an invitation is answered from windows that are no longer true', async ({
  page,
  otherBrowser,
  join,
  enter,
  operations,
}) => {
  const invited = await newScoredPerson(operations);
  const host = makePerson('900-00-0002');
  await join(page, host);
  await page.goto('/user/network/invite');
  await fill(page, { 'Email or ShieldID': invited.emailaddress });
  await press(page, 'Send invitation');
  await expectShown(page, 'invitations.sent');
  await openRowMenu(page, invited.emailaddress);
  await page.getByRole('link', { name: 'Cancel Invite' }).click();
  await expectShown(page, 'network.are-you-sure');

  const name = `${host.firstname} ${host.lastname}`;
  const guest = await otherBrowser();
  await enter(guest, invited);
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
  await expect(
    page.getByText('They’ve already accepted. Remove them from your network instead.'),
  ).toBeVisible();
  await expectAccessible(page);
});
