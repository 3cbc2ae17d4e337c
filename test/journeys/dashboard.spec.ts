import { adminTimings } from '#modules/admin/limits.ts';
import { acceptInvite, newInvite } from '#modules/network/index.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsTime } from '../shown.ts';

test('F114: a company’s team reads its network in charts, each with its numbers as a table', {
  tag: '@browser',
}, async ({ page, operations, enter, script }) => {
  const company = await newCompany(operations, { company_name: 'Cedar Works', dashboard_enabled: true });
  const viewer = await newTeamMember(operations, company, 'viewer');
  await enter(page, viewer);
  await page.goto('/user/dashboard');
  const charts = page.frameLocator('iframe[title="Your network charts"]');
  await expect(charts.getByRole('heading', { name: 'Cedar Works' })).toBeVisible();
  await expect(charts.getByText('No people in your network yet')).toBeVisible();
  await expect(charts.getByRole('link', { name: 'Invite people' })).toHaveCount(0);
  await expectAccessible(page);

  const person = await newScoredPerson(operations, { score: 'IC02', days: 200 });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  await company.owner.visitor.perform(newInvite, { touser: `slow.${company.companyId}@example.com` });
  const answer = await page.goto('/user');
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  if (script) await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  else await page.goto('/user/dashboard');
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  const scores = charts.getByRole('region', { name: 'People by score' });
  await expect(scores.getByText('valid', { exact: true })).toBeVisible();
  await scores.getByText('Show as table').click();
  await expect(scores.getByRole('row', { name: /^IC02/ })).toHaveText('IC021');
  const sent = charts.getByRole('region', { name: 'Invitations' });
  await expect(sent.getByRole('listitem').filter({ hasText: 'Invited' })).toHaveText('Invited2100%');
  await expect(sent.getByRole('listitem').filter({ hasText: 'Score valid today' })).toContainText('150%');
  const time = charts.getByRole('region', { name: 'Time to complete' });
  await expect(time.getByRole('listitem').filter({ hasText: 'Same day' })).toContainText('1100%');
  await expectAccessible(page);

  // A number in the frame links to the people it counts, outside the frame.
  await charts.getByRole('link', { name: 'Application Required' }).click();
  await expect(page).toHaveURL(/\/user\/network\?status=required/);
  await page.goto('/user/dashboard/charts?alone');
  await expect(page.getByRole('heading', { name: 'Time to complete' })).toBeVisible();
  await expectAccessible(page);
});

test('F114: without the feature there is no link, and its pages are not found', async ({
  page,
  operations,
  enter,
}) => {
  const company = await newCompany(operations);
  for (const account of [company.owner, await newPersonWithoutTwoStep(operations)]) {
    await enter(page, account);
    await page.goto('/user');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveCount(0);
    for (const path of ['/user/dashboard', '/user/dashboard/charts']) {
      expect((await page.goto(path))?.status()).toBe(404);
    }
  }
});

test('F114: staff turn the dashboard of a company on', async ({ page, operations, otherBrowser, enter }) => {
  const company = await newCompany(operations);
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${company.owner.accountId}/enterprise`);
  await press(page, 'Turn on Dashboard');
  await expect(page.getByRole('button', { name: 'Turn off Dashboard' })).toBeVisible();
  const member = await otherBrowser();
  await enter(member, company.owner);
  await member.goto('/user/dashboard');
  const charts = member.frameLocator('iframe[title="Your network charts"]');
  await expect(charts.getByRole('link', { name: 'Invite people' })).toBeVisible();
});

test('F153: the console begins with its dashboard in a frame', { tag: '@browser-plain' }, async ({
  page,
  operations,
  script,
}) => {
  await enterAsStaff(page, operations);
  await page.goto('/admin');
  const charts = page.frameLocator('iframe[title="Portal charts"]');
  await expect(charts.getByText('Valid ShieldScores by grade')).toBeVisible();
  await expect(charts.getByText('New accounts by month')).toBeVisible();
  await expectAccessible(page);
  if (!script) {
    // The frame reloads by itself, without extending the session.
    const refresh = page.locator('meta[http-equiv="refresh"]');
    await expect(refresh).toHaveAttribute(
      'content',
      `${adminTimings['dashboard.refreshed'] / SECOND};url=/admin?polling=1`,
    );
    await page.goto('/admin?polling=1');
    await expect(page.locator('iframe')).toHaveAttribute('src', '/admin/charts?polling=1');
  }
  await page.goto('/admin/charts?alone');
  await expect(page.getByText('Expiring by month')).toBeVisible();
  await expectAccessible(page);
});

test('F153: the address and the figures are fetched again after three minutes', {
  tag: '@script',
}, async ({ page, operations }) => {
  await enterAsStaff(page, operations);
  await page.goto('/admin/charts?alone');
  await untilScripted(page);
  await page.goto('/admin');
  await untilScripted(page);
  const polls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('polling=1')) polls.push(new URL(request.url()).pathname);
  });
  const clock = await stopPageClock(page);
  const watch = await Stopwatch.start(clock, async () => {
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/tools/);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.locator('iframe')).toBeVisible();
  });
  const every = adminTimings['dashboard.refreshed'];
  const held = await watch.holdsAt(every - SECOND, async () =>
    expect(polls.filter((path) => path === '/admin.data')).toEqual([]),
  );
  const ended = await watch.endsAt(every, () => expect.poll(() => polls).toContain('/admin.data'));
  showsTime('dashboard.refreshed', { held, ended });
});
