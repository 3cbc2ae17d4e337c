import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { expect, expectAccessible, expectShown, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsTime } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import {
  codeFor,
  invite,
  inviteToo,
  lastFour,
  openSmsAccept,
  proveNumber,
  tryDigits,
  wrong,
} from '../acts/sms-accept.ts';

/** How much time may pass between an action and the next move of the clock. */
const SLACK = 4 * MINUTE;

test('a code and the wait for an answer end after ten minutes, wrong entries count for a day', async ({
  page,
  otherBrowser,
  portal,
  operations,
  outbox,
  join,
  enter,
}) => {
  const person = makePerson('900-00-0001');
  const host = await join(page, person);
  const guest = await invite(operations, host);
  let code = '';
  await openSmsAccept(page, guest);
  const sent = await Stopwatch.start(portal, async () => {
    await proveNumber(page, guest);
    code = await codeFor(guest, outbox);
  });
  const works = await sent.holdsAt(10 * MINUTE - SLACK, async () => {
    await tryDigits(page, wrong(code));
    await expectShown(page, 'sms.code-mismatch');
  });
  const over = await sent.endsAt(10 * MINUTE, async () => {
    await tryDigits(page, code);
    await expectShown(page, 'sms.code-over');
  });
  showsTime('sms.code-lifetime', { held: works, ended: over });

  const before = await outbox.list(`+1${guest.mobile}`);
  await press(page, 'Send another code');
  code = await codeFor(guest, outbox, before);
  await expect(page.locator('.summary')).toBeHidden();
  const asked = await Stopwatch.start(portal, async () => {
    await tryDigits(page, code);
    await expect(page.getByText('Waiting for them to reply')).toBeVisible();
  });
  const second = await otherBrowser();
  const other = {
    ...guest,
    id: await inviteToo(await join(second, makePerson('900-00-0002')), guest.person),
  };
  const earlier = await outbox.list(`+1${guest.mobile}`);
  await openSmsAccept(second, other);
  await proveNumber(second, other);
  await tryDigits(second, await codeFor(other, outbox, earlier));
  await expectShown(second, 'sms.busy');
  const waits = await asked.holdsAt(10 * MINUTE - SLACK, async () => {
    await openSmsAccept(page, guest);
    await expect(page.getByText('Waiting for them to reply')).toBeVisible();
  });
  const ended = await asked.endsAt(10 * MINUTE, async () => {
    await openSmsAccept(page, guest);
    await expectShown(page, 'sms.unanswered');
  });
  showsTime('sms.answer-wait', { held: waits, ended });
  await expectAccessible(page);
  await press(page, 'Start again');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();

  await enter(page, person);
  const next = page.getByRole('button', { name: 'Next' });
  const fresh = await invite(operations, host);
  await openSmsAccept(page, fresh);
  const locked = await Stopwatch.start(portal, async () => {
    for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
      await tryDigits(page, wrong(lastFour(fresh)));
      await expect(page.getByText(`${left} left.`).first()).toBeVisible();
    }
    await tryDigits(page, wrong(lastFour(fresh)));
    // There is also no Next button while the flow waits for the answer.
    await expectShown(page, 'sms.locked');
  });
  const stays = await locked.holdsAt(DAY - SLACK, async () => {
    await enter(page, person);
    await openSmsAccept(page, fresh);
    await expectShown(page, 'sms.locked');
  });
  const again = await locked.endsAt(DAY, async () => {
    await openSmsAccept(page, fresh);
    await expect(next).toBeVisible();
  });
  showsTime('sms.counted', { held: stays, ended: again });

  await portal.advance(31 * DAY);
  await enter(page, person);
  await openSmsAccept(page, fresh);
  await expectShown(page, 'sms.expired');
});
