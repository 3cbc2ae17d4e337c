import type { Page } from '@playwright/test';
import { newInvite } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { expect, expectAccessible, expectShown, test } from '../browser/fixtures.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { showsCount, showsSize, showsTime } from '../shown.ts';
import { openRowMenu } from './acts/network.ts';
import { makePerson } from './acts/person.ts';
import {
  ask,
  codeFor,
  enterDigits,
  invite,
  lastFour,
  openSmsAccept,
  proveNumber,
  reply,
  tryDigits,
  wrong,
} from './acts/sms-accept.ts';

/** Accepting an invitation by text message (doc1 §4, SMS Accept). */

test('F62: where SMS Accept cannot work, the menu says why and leads to the link of that invitation', async ({
  page,
  join,
}) => {
  const { visitor } = await join(page, makePerson('900-00-0002'));
  const touser = newAddress();
  await visitor.perform(newInvite, { touser });
  await page.goto('/user/network');
  await openRowMenu(page, touser);
  await page.getByRole('link', { name: /^SMS Accept They have no active score to share yet/ }).click();
  await expect(page).toHaveURL(/\/user\/network\/link\//);
});

test('F62: a person is taken through number, code and answer, and joins the network', {
  tag: '@browser-plain',
}, async ({ page, join, operations, outbox, script }) => {
  const guest = await invite(operations, await join(page, makePerson('900-00-0001')));
  await page.goto('/user/network');
  await openRowMenu(page, guest.name);
  await page.getByRole('link', { name: 'SMS Accept' }).click();
  await expect(page).toHaveURL(/\/user\/network\/smsaccept\//);
  await expectAccessible(page);
  const next = page.getByRole('button', { name: 'Next' });
  await enterDigits(page, '123');
  if (script) await expect(next).toBeDisabled();
  else {
    await next.click();
    await expect(page.getByText('Enter all 4 digits').first()).toBeVisible();
  }
  await tryDigits(page, wrong(lastFour(guest)));
  await expectShown(page, 'sms.number-mismatch');
  await expect(page.getByText('4 tries are left.').first()).toBeVisible();
  await expectAccessible(page);
  await proveNumber(page, guest);
  showsSize('sms.digits', { taken: [4], refused: [3] });
  await expectAccessible(page);
  const code = await codeFor(guest, outbox);
  await tryDigits(page, wrong(code));
  await expectShown(page, 'sms.code-mismatch');
  await tryDigits(page, code);
  await expect(page.getByText('Waiting for them to reply')).toBeVisible();
  await expectAccessible(page);
  await outbox.wait(`+1${guest.mobile}`, /Reply Y to accept or N to decline/);
  if (script) await watchPolling(page, () => reply(operations, guest, 'Y'));
  else await reply(operations, guest, 'Y');
  // Without script, the page also polls.
  await expect(page.getByText('Waiting for them to reply')).toBeHidden();
  await expectShown(page, 'sms.joined');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/user\/network/);
  await expect(page.getByRole('row').filter({ hasText: 'Active' })).toHaveCount(1);
});

async function watchPolling(page: Page, answer: () => Promise<unknown>): Promise<void> {
  const clock = await stopPageClock(page);
  const waited = await Stopwatch.start(clock, async () => {
    await page.reload();
    await untilScripted(page);
  });
  await answer();
  const polling = networkTimings['sms.polling'];
  const waiting = () => expect(page.getByText('Waiting for them to reply')).toBeVisible();
  const held = await waited.holdsAt(polling - SECOND, waiting);
  const ended = await waited.endsAt(polling + SECOND, () => expectShown(page, 'sms.joined'));
  showsTime('sms.polling', { held, ended });
  await page.clock.resume();
}

test('a person declines, or wants no texts', async ({ page, join, operations, outbox }) => {
  const host = await join(page, makePerson('900-00-0001'));
  const declining = await invite(operations, host);
  await ask(page, declining, outbox);
  await reply(operations, declining, 'no');
  await openSmsAccept(page, declining);
  await expectShown(page, 'sms.declined');
  await expectAccessible(page);

  const silent = await invite(operations, host);
  await ask(page, silent, outbox);
  await reply(operations, silent, 'Stop');
  await openSmsAccept(page, silent);
  await expectShown(page, 'sms.opted-out');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get Invite Link' }).click();
  await expect(page.getByRole('heading', { name: 'Invitation Link' })).toBeVisible();
});

test('five wrong entries and three codes are the most', async ({ page, join, operations, outbox }) => {
  const host = await join(page, makePerson('900-00-0001'));
  const guest = await invite(operations, host);
  await openSmsAccept(page, guest);
  await showsCount('sms.wrong-tries', async (n) => {
    if (n > 5) return page.getByRole('button', { name: 'Next' }).isVisible();
    await tryDigits(page, wrong(lastFour(guest)));
    if (n < 5)
      await expect(
        page.getByText(n === 4 ? '1 try is left.' : `${5 - n} tries are left.`).first(),
      ).toBeVisible();
    else await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
    return true;
  });
  await expectShown(page, 'sms.locked');
  await expectAccessible(page);

  const other = await invite(operations, host);
  await openSmsAccept(page, other);
  await proveNumber(page, other);
  await codeFor(other, outbox);
  const again = page.getByRole('button', { name: 'Send another code' });
  await showsCount(
    'sms.codes',
    async () => {
      if (!(await again.isVisible())) return false;
      const before = await outbox.list(`+1${other.mobile}`);
      await again.click();
      await codeFor(other, outbox, before);
      await openSmsAccept(page, other);
      return true;
    },
    1,
  );
  await expectShown(page, 'sms.sends-used');
  await expectAccessible(page);
});
