import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { leaveNetwork, setConnectionActive } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { SECOND } from '#modules/platform/index.ts';
import { giveScore, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { readNumbers } from '../browser/readings.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsNumbers, showsTime } from '../shown.ts';

/** A company with alerts about three people: one whose score changed, one whose score expires soon, one who left. */
async function alerted(operations: VisitedPortal) {
  const company = await newCompany(operations, { company_name: 'Elm Works', alert_dashboard_enabled: true });
  const noor = await newScoredPerson(operations, { firstname: 'Noor', lastname: 'Haddad', score: 'IC01' });
  const ben = await newScoredPerson(operations, { firstname: 'Ben', lastname: 'Castel', days: 20 });
  const rosa = await newScoredPerson(operations, { firstname: 'Rosa', lastname: 'Lind' });
  await joinNetwork(company, noor);
  await joinNetwork(company, ben);
  const left = await joinNetwork(company, rosa);
  await giveScore(operations, noor.accountId, { score: 'IC03' });
  await rosa.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await rosa.visitor.perform(leaveNetwork, { connectionid: left });
  return { company, noor };
}

/** The link in the menu. On a phone, the menu must be opened first. */
const alertsLink = (page: Page) => page.locator('#alerts');

test('F107, F108, F109, F110, F113: a company sees what happened in its network, and who it happened to', async ({
  page,
  enter,
  operations,
}) => {
  const { company } = await alerted(operations);
  await enter(page, company.owner);
  await expect(async () => {
    await page.goto('/user');
    await expect(alertsLink(page)).toHaveText('Alerts7 unread', { timeout: 500 });
  }).toPass();
  await page.goto('/user/alerts');
  await expect(page.getByRole('heading', { name: 'Alerts & Notifications' })).toBeVisible();
  await expectAccessible(page);
  showsNumbers('alerts.first-range-days', [
    await readNumbers(page.getByRole('navigation', { name: 'Usual ranges' }).locator('[aria-current]')),
  ]);

  await expect(page.getByRole('img', { name: /^In compliance 2, .*Out, left 1$/ })).toBeVisible();
  await expect(
    page.getByRole('img', {
      name: 'New 3, Expires soon 1, Score change 1, Expired 0, Left network 1, Removed 0, Out of compliance 1',
    }),
  ).toBeVisible();
  await page.getByText('Show as table').nth(1).click();
  await expect(page.getByRole('row', { name: 'Score change 1' })).toBeVisible();

  const feed = page.getByRole('region', { name: 'Network Activity Feed' });
  const changed = feed.getByRole('row').filter({ hasText: 'Score change' });
  await expect(changed).toContainText('IC01');
  await expect(changed).toContainText('IC03');
  await expect(changed).toContainText('In compliance');
  await expect(feed.getByRole('row').filter({ hasText: 'Left network' })).toContainText('Out');

  await feed.getByRole('searchbox').fill('haddad');
  await press(page, 'Filter');
  await expect(feed.getByText('1 to 2 of 2')).toBeVisible();
  await feed.getByRole('link', { name: 'Alert history of Noor Haddad' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Noor Haddad' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText('Score change');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Close History' }).click();
  await expect(page).toHaveURL(/\/user\/alerts\?.*q=haddad/);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('network-activity.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('Name,Company,Email,ShieldID,Alert,Previous score,Score,When,Expires');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Score change,IC01,IC03');

  await page.goto('/user/alerts?fromdate=2020-01-01&todate=2020-01-31');
  await expect(page.getByText('No alerts in these dates')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show the last 30 days' }).click();
  await expect(feed.getByText('1 to 7 of 7')).toBeVisible();
  await page.goto('/user');
  await expect(alertsLink(page)).toHaveText('Alerts');
});

test('F111: a member chooses which alerts they get by email', { tag: '@browser' }, async ({
  page,
  enter,
  operations,
}) => {
  const { company } = await alerted(operations);
  await enter(page, company.owner);
  await page.goto('/user/alerts');
  await page.getByRole('link', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Alert settings' })).toBeVisible();
  await expect(page.getByText('3 right away, 6 in the daily summary')).toBeVisible();
  await page.getByRole('radio', { name: 'New: Right away' }).check();
  await page.getByRole('radio', { name: 'Purchases: Off' }).check();
  await page.getByText('All statuses for Expired').click();
  const row = page.getByRole('row', { name: /^Expired/ });
  await row.getByRole('checkbox', { name: 'In Progress' }).uncheck();
  await press(page, 'Save');
  await expect(page.getByText('Alert settings saved')).toBeVisible();
  await expect(page.getByText('4 right away, 4 in the daily summary')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'New: Right away' })).toBeChecked();
  await expect(page.getByText('6 of 7 statuses for Expired')).toBeVisible();
});

test('F112: a company tries a rule, sees who would be out, and saves it', async ({
  page,
  enter,
  operations,
}) => {
  const { company } = await alerted(operations);
  await enter(page, company.owner);
  await page.goto('/user/alerts/settings');
  await page.getByRole('link', { name: 'Compliance rule' }).click();
  await expect(page.getByRole('heading', { name: 'With your saved rules 1 of 3 is out' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save rule' })).toHaveCount(0);
  await page.getByLabel('Best score allowed').selectOption('IC04');
  await page.getByLabel('Lowest score allowed').selectOption('IC02');
  await press(page, 'Try');
  await expect(page.getByText('The lowest score can’t be better than the best score.').first()).toBeVisible();
  await page.getByLabel('Best score allowed').selectOption('IC01+');
  await press(page, 'Try');
  await expect(page.getByRole('heading', { name: 'With these rules 2 of 3 would be out' })).toBeVisible();
  const noor = page.getByRole('row', { name: /Noor/ });
  await expect(noor).toContainText('is under IC02');
  await expect(noor).toContainText('Newly out');
  await expect(page.getByRole('row', { name: /Rosa/ })).toContainText('Left the network');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('Name,Company,Email,Why out,Score,Expires,Compared with now');
  expect(lines[1]).toMatch(/^Noor Haddad,.*,Score not allowed,IC03,.*,Newly out$/);
  expect(lines).toHaveLength(3);

  await press(page, 'Save rule');
  await expect(page.getByText('Compliance rule saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'With your saved rules 2 of 3 are out' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Saved rules' })).toContainText('IC01+ to IC02, now');
  await expect(page.getByRole('button', { name: 'Save rule' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Exception for Noor Haddad' }).click();
  await page.getByLabel('Reason').fill('Renewal is booked');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Until').fill(`${tomorrow.slice(5, 7)}/${tomorrow.slice(8)}/${tomorrow.slice(0, 4)}`);
  await press(page, 'Add');
  await expect(page.getByText('Exception added')).toBeVisible();
  await expect(page.getByRole('row', { name: /Noor/ })).toContainText('Renewal is booked');
  await press(page, 'End now');
  await expect(page.getByText('Exception ended')).toBeVisible();
  await expect(page.getByRole('row', { name: /Noor/ })).toContainText('Ended');
});

test('F107: a viewer reads alerts and exports none; a team without alerts has no such page', async ({
  page,
  enter,
  operations,
  otherBrowser,
}) => {
  const { company } = await alerted(operations);
  const viewer = await newTeamMember(operations, company, 'viewer');
  await enter(page, viewer);
  await page.goto('/user/alerts');
  await expect(page.getByText('1 to 7 of 7')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveCount(0);
  expect((await page.request.get('/user/alerts.csv')).status()).toBe(403);
  await expectAccessible(page);

  const theirs = await otherBrowser();
  const other = await newCompany(operations, { company_name: 'Ash Works' });
  await enter(theirs, other.owner);
  await theirs.goto('/user');
  await expect(alertsLink(theirs)).toHaveCount(0);
  expect((await theirs.goto('/user/alerts'))?.status()).toBe(404);
});

test('F107: the page refreshes every 5 minutes', { tag: '@browser' }, async ({
  page,
  enter,
  operations,
  script,
}) => {
  const { company } = await alerted(operations);
  await enter(page, company.owner);
  await page.goto('/user/alerts');
  if (!script) {
    const seconds = networkTimings['alerts.refresh'] / SECOND;
    const refresh = await page.request.get('/user/alerts').then((answer) => answer.text());
    expect(refresh).toContain(`content="${seconds};url=/user/alerts?polling=1"`);
    return;
  }
  const clock = await stopPageClock(page);
  const waited = await Stopwatch.start(clock, async () => {
    await page.reload();
    await untilScripted(page);
  });
  await joinNetwork(company, await newScoredPerson(operations, { firstname: 'Isaac', lastname: 'Thorn' }));
  const refresh = networkTimings['alerts.refresh'];
  const isaac = page.getByRole('link', { name: 'Alert history of Isaac Thorn' });
  const held = await waited.holdsAt(refresh - SECOND, () => expect(isaac).toHaveCount(0));
  const ended = await waited.endsAt(refresh + SECOND, () => expect(isaac).toBeVisible());
  showsTime('alerts.refresh', { held, ended });
  await page.clock.resume();
});
