import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { acceptInvite, listMyShares, newInvite, requestRemoval } from '#modules/network/index.ts';
import { newId } from '#modules/platform/index.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import {
  expect,
  expectAccessible,
  expectShown,
  type JourneyFixtures,
  nextPost,
  press,
  test,
  type WorkerFixtures,
} from '../browser/fixtures.ts';
import { holdScripts, untilScripted } from '../browser/stopwatch.ts';
import { makePerson } from './acts/person.ts';

const bar = (page: Page) => page.locator('form[aria-label="Selected rows"]');

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();

/** Selects rows and chooses an action for all of them. */
async function select(page: Page, names: readonly string[], action: string): Promise<void> {
  for (const name of names) await tick(page, name);
  await bar(page).getByRole('button', { name: action }).click();
}

const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('F48: several rows are invited again, exported, withdrawn and removed together', {
  tag: '@browser',
}, async ({ page, join, operations, script }) => {
  const host = await join(page, makePerson('900-00-0002'));
  const [first, second, third] = ['first', 'second', 'third'].map(
    (name) => `${name}.${host.emailaddress}`,
  ) as [string, string, string];
  for (const touser of [first, second, third]) await host.visitor.perform(newInvite, { touser });
  const named = makePerson('900-00-0001');
  const member = await newScoredPerson(operations, named);
  const { inviteid } = await host.visitor.perform(newInvite, { touser: member.accountId });
  await member.visitor.perform(acceptInvite, { inviteid });
  const name = `${named.firstname} ${named.lastname}`;

  await page.goto('/user/network');
  await expect(bar(page)).toBeHidden();
  await tick(page, first);
  await expect(bar(page)).toBeVisible();
  await expectAccessible(page);
  if (script) await expect(bar(page)).toContainText('1 selected');
  await select(page, [second, name], 'Resend Invite');
  const dialog = page.getByRole('dialog', { name: 'Resend invitations?' });
  await expect(dialog).toContainText('2 people will get the invitation by email again');
  await expect(dialog).toContainText('1 person:');
  await expectAccessible(page);
  await answer(page, 'Resend');
  await expect(page.getByText('2 people invited again.')).toBeVisible();
  await expect(bar(page)).toBeHidden();

  // The file holds the selected rows that match the filters of the page.
  await page.goto(`/user/network?q=${third}`);
  const download = page.waitForEvent('download');
  await select(page, [third], 'Export as CSV');
  const file = await download;
  const address = new URL(file.url());
  expect(address.searchParams.get('q')).toBe(third);
  expect(address.searchParams.getAll('selected')).toHaveLength(1);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(third);

  await page.goto('/user/network');
  await select(page, [first, second, name], 'Cancel Invite');
  await expect(page.getByRole('dialog')).toContainText('They’ve already accepted');
  await answer(page, 'Cancel invitations');
  await expect(page.getByText('2 people no longer invited.')).toBeVisible();
  const rows = page.getByRole('table', { name: /^Shared with Me/ }).locator('tbody tr');
  await expect(rows).toHaveCount(2);

  await select(page, [name], 'Remove from Network');
  await answer(page, 'Remove');
  await expect(page.getByText('1 person removed.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(third);
});

const openColumns = (page: Page) => page.getByRole('link', { name: 'Columns' }).click();

test('hidden columns stay hidden', { tag: '@browser-plain' }, async ({ page, join, script }) => {
  const host = await join(page, makePerson('900-00-0002'));
  await host.visitor.perform(newInvite, { touser: `guest.${host.emailaddress}` });
  await page.goto('/user/network');
  const heads = page.getByRole('columnheader');
  const choose = async (column: string, shown: boolean) => {
    await openColumns(page);
    // The grid shows the choice at once, but a reload before the answer would lose it.
    const stored = nextPost(page);
    await page.getByRole('checkbox', { name: column, exact: true }).setChecked(shown);
    if (!script) await press(page, 'Show these columns');
    await stored;
    await expect(heads.filter({ hasText: column })).toHaveCount(shown ? 1 : 0);
    if (script) await openColumns(page);
  };
  // Each column is sorted by the database, whatever its cells show.
  await expect(heads.getByRole('link')).toHaveText([
    'Name',
    'ShieldID',
    'Score',
    'Status',
    'Shared on',
    'Expires',
  ]);
  await choose('Expires', false);
  await expectAccessible(page);
  await choose('Score', false);
  await page.goto('/user/network?sort=shared');
  await expect(heads.filter({ hasText: 'Status' })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'Expires' })).toHaveCount(0);
  await choose('Score', true);
  await page.reload();
  await expect(heads.filter({ hasText: 'Score' })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'Expires' })).toHaveCount(0);
});

test('a column that is hidden before the script runs stays hidden', { tag: ['@script', '@browser'] }, async ({
  page,
  join,
}) => {
  const host = await join(page, makePerson('900-00-0002'));
  await host.visitor.perform(newInvite, { touser: `guest.${host.emailaddress}` });
  const run = await holdScripts(page);
  await page.goto('/user/network', { waitUntil: 'commit' });
  await openColumns(page);
  await page.getByRole('checkbox', { name: 'Expires', exact: true }).setChecked(false);
  const sent = nextPost(page);
  await run();
  await sent;
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveCount(0);
});

test('a menu that is opened before the script runs stays open', { tag: '@script' }, async ({
  page,
  join,
}) => {
  const host = await join(page, makePerson('900-00-0002'));
  await host.visitor.perform(newInvite, { touser: `guest.${host.emailaddress}` });
  const run = await holdScripts(page);
  await page.goto('/user/network', { waitUntil: 'commit' });
  await page.locator('a[aria-label^="Actions for"]').click();
  await run();
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(page.locator('.menu').getByRole('link', { name: 'Cancel Invite' })).toBeVisible();
});

const reportSwitch = (page: Page) => page.getByRole('switch', { name: /^Share my full report with/ });

/** A person who shares their score with somebody, and what is stored of it. */
async function sharer({
  page,
  join,
  operations,
}: Pick<JourneyFixtures, 'join'> & WorkerFixtures & { page: Page }) {
  const person = await join(page, makePerson('900-00-0002'));
  await giveScore(operations, person.accountId);
  const host = await newPersonWithoutTwoStep(operations, makePerson('900-00-0001'));
  const { inviteid } = await host.visitor.perform(newInvite, { touser: person.accountId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const stored = async () => {
    const { rows } = await person.visitor.perform(listMyShares, {});
    return rows.map(({ active, reportshared }) => ({ active, reportshared }));
  };
  return { host, inviteid, stored };
}

test('F49: a switch that is pressed again before the answer is stored as it was pressed last', {
  tag: ['@script', '@browser'],
}, async ({ page, join, operations }) => {
  const { stored } = await sharer({ page, join, operations });
  await page.goto('/user/network?tab=others');
  const pressed = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let posts = 0;
  // The first press is late on its way to the server.
  await page.route(/\/user\/network/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    if (posts > 1) return route.continue();
    await pressed.promise;
    const response = await route.fetch();
    await route.fulfill({ response }).catch(() => undefined);
    answered.resolve();
  });
  const report = reportSwitch(page);
  await report.click();
  await expect(report).toBeChecked();
  await report.click();
  await expect(report).not.toBeChecked();
  pressed.resolve();
  await answered.promise;
  await expect.poll(stored).toEqual([{ active: true, reportshared: false }]);
  await expect.poll(() => posts).toBe(2);
  await page.reload();
  await expect(report).not.toBeChecked();
});

test('F49: a switch in a row changes one share, stays on its row, and goes back with a message when it is refused', {
  tag: ['@browser', '@browser-plain'],
}, async ({ page, join, operations, script }) => {
  const { host, inviteid, stored } = await sharer({ page, join, operations });
  await page.goto('/user/network?tab=others');
  const sharing = page.getByRole('switch', { name: /^Share my score with/ });
  const report = reportSwitch(page);
  await expect(sharing).toBeChecked();
  await expect(report).not.toBeChecked();
  await expectAccessible(page);
  const countPages = () => page.evaluate(() => history.length);
  const pages = script ? await countPages() : 0;
  await report.click();
  await expect(report).toBeChecked();
  await sharing.click();
  await expect(sharing).not.toBeChecked();
  await expect(report).toBeChecked();
  if (script) {
    expect(await countPages(), 'pages to go back to').toBe(pages);
    await expect(page).toHaveURL(/\?tab=others$/);
  } else {
    await expect(page).toHaveURL(new RegExp(`\\?tab=others#row-${inviteid.slice(-12)}$`));
  }
  // A switch changes before the answer arrives.
  await expect.poll(stored).toEqual([{ active: false, reportshared: true }]);
  await page.reload();
  await expect(sharing).not.toBeChecked();
  await expect(report).toBeChecked();
  await sharing.click();
  await expect.poll(stored).toEqual([{ active: true, reportshared: true }]);
  // Pending updates after the previous press would put the right id back into the form.
  await page.reload();
  await expect(sharing).toBeChecked();
  if (script) await untilScripted(page);

  // Refused, because the share belongs to somebody else.
  await page
    .locator('form', { has: report })
    .locator('input[name=id]')
    .evaluate((field: HTMLInputElement, id) => {
      field.value = id;
    }, newId());
  await report.click();
  await expectShown(page, 'shares.gone');
  await expect(report).toBeChecked();
  // Refused, because the row is no longer in the grid. The message is still shown.
  await page.goto('/user/network?tab=others');
  await host.visitor.perform(requestRemoval, { connectionid: inviteid });
  await report.click();
  await expect(report).toHaveCount(0);
  await expectShown(page, 'shares.gone');
});
