import type { Page } from '@playwright/test';
import { makeShareLink } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, press, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock } from '../browser/stopwatch.ts';
import { showsCount, showsTime } from '../shown.ts';
import { hideFromSearches } from './acts/network.ts';

/** Opens the address of a link as a visitor who is not signed in. */
async function open(reader: Page, url: string, title: string | RegExp): Promise<void> {
  await reader.goto(url);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectAccessible(reader);
}

test('F44: a score is shared by email and by a link, watched, and taken back', async ({
  page,
  script,
  enter,
  operations,
  otherBrowser,
  outbox,
}) => {
  const person = await newScoredPerson(operations, { firstname: 'Lena', lastname: 'Ortiz', score: 'IC02' });
  const name = 'Lena Ortiz';
  await enter(page, person);
  await page.goto('/user/network');
  const reader = await otherBrowser();

  await page.goto('/user/share');
  await expectAccessible(page);
  const to = `lead.${person.accountId.slice(-8)}@example.com`;
  const email = page.getByLabel('Their email');
  const share = page.getByRole('button', { name: 'Share', exact: true });
  if (script) {
    await expect(share).toBeDisabled();
    await email.fill('lead@nowhere');
    await expect(share).toBeDisabled();
  } else {
    await share.click();
    await expect(page.getByText('Enter an email address').first()).toBeVisible();
  }
  await email.fill(to);
  const sent = page.getByText(`Shared with ${to}.`);
  if (script) {
    const clock = await stopPageClock(page);
    const shown = await Stopwatch.start(clock, async () => {
      await share.click();
      await expect(sent).toBeVisible();
      // The form is a new one, so the message has the focus, by which it is announced.
      await expect(page.getByRole('status').filter({ has: sent })).toBeFocused();
    });
    const stays = networkTimings['share.confirmation-shown'];
    const held = await shown.holdsAt(stays - SECOND, () => expect(sent).toBeVisible());
    const ended = await shown.endsAt(stays, () => expect(sent).toHaveCount(0));
    showsTime('share.confirmation-shown', { held, ended });
    await page.clock.resume();
  } else {
    await share.click();
    await expect(sent).toBeVisible();
  }
  const mail = await outbox.wait(to, /shared a ShieldScore with you/);
  await open(reader, mail.links.find((each) => each.includes('/s/')) ?? '', name);
  await expect(reader.getByRole('img', { name: 'ShieldScore IC02' })).toBeVisible();
  await expect(reader.getByText(/Current as of .* [AP]M [A-Z]{2}/)).toBeVisible();

  await page.goto('/user/share');
  await page.getByRole('link', { name: 'New link' }).click();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Elm Street job');
  await page.getByLabel('7 days').check();
  await press(page, 'Create link');
  await expect(page).toHaveURL(/\/user\/share\/link\//);
  await expectAccessible(page);
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  for (const file of ['Badge as PDF', 'QR code as PNG']) {
    const address = (await page.getByRole('link', { name: file }).getAttribute('href')) ?? '';
    const answer = await page.request.get(address);
    expect(answer.ok()).toBe(true);
    expect(answer.headers()['content-type']).toBe(file.endsWith('PDF') ? 'application/pdf' : 'image/png');
  }
  const answer = await reader.request.get(url);
  expect(answer.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
  await open(reader, url, name);
  await expect(reader.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await open(reader, url.slice(0, -3), 'We don’t know this link');

  await page.goto('/user/share');
  const row = page.getByRole('listitem').filter({ hasText: 'Elm Street job' });
  await expect(row).toContainText(/[12] views?, last/);
  await page.goto('/user/seen');
  await expect(page.getByText('Someone with your link: Elm Street job').first()).toBeVisible();
  await expectAccessible(page);

  await hideFromSearches(page, script);
  await page.goto('/user/share');
  await expectShown(page, 'share.off');
  await expectAccessible(page);
  await open(reader, url, 'This link was turned off');

  await page.getByRole('link', { name: 'Revoke Elm Street job' }).click();
  await expectAccessible(page);
  await press(page, 'Yes');
  await expectShown(page, 'share.revoked');
  await expect(row).toContainText('Revoked');
});

test('twenty links work at the same time, and the next one says so', async ({ page, enter, operations }) => {
  const person = await newScoredPerson(operations);
  const owner = await signIn(operations, person);
  await enter(page, person);
  await showsCount('share.working-links', (n) =>
    owner.perform(makeShareLink, { label: `Link ${n}`, days: '1' }).then(
      () => true,
      () => false,
    ),
  );
  await page.goto('/user/share/new');
  await press(page, 'Create link');
  await expectShown(page, 'share.too-many');
  await expectAccessible(page);
});
