import { HOUR, MINUTE } from '#modules/platform/browser.ts';
import { newStaff } from '#test/factories/people.ts';
import { expect } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsTime } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { signIn } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** How much time may pass on the clock while a journey reads a page. */
const SLACK = 2 * MINUTE;

test('a session ends after thirty idle minutes, and after twelve hours however busy', async ({
  page,
  portal,
  join,
}) => {
  const joined = await Stopwatch.start(portal, () => join(page, makePerson('900-00-0002')));
  let held = 0;
  const idle = await Stopwatch.start(portal, async () => {
    held = await joined.holdsAt(30 * MINUTE - SLACK, async () => {
      await page.goto('/user/profile');
      await expect(page).toHaveURL(/\/user\/profile$/);
    });
  });
  const ended = await idle.endsAt(30 * MINUTE, async () => {
    await page.goto('/user/profile');
    await expect(page).toHaveURL(/\/login/);
  });
  showsTime('session.idle', { held, ended });

  const signedIn = await Stopwatch.start(portal, () => join(page, makePerson('900-00-0002')));
  const goesOn = async () => {
    await page.goto('/user/profile/accounting');
    await expect(page).toHaveURL(/\/user\/profile/);
  };
  const step = 20 * MINUTE;
  for (let passed = step; passed < 12 * HOUR - SLACK; passed += step) await signedIn.holdsAt(passed, goesOn);
  const stood = await signedIn.holdsAt(12 * HOUR - SLACK, goesOn);
  const over = await signedIn.endsAt(12 * HOUR, async () => {
    await page.goto('/user/profile/accounting');
    await expect(page).toHaveURL(/\/login/);
  });
  showsTime('session.absolute', { held: stood, ended: over });
});

test("a member of staff's session ends after fifteen idle minutes", async ({
  page,
  outbox,
  portal,
  operations,
}) => {
  const staff = await newStaff(operations);
  const signedIn = await Stopwatch.start(portal, async () => {
    await signIn(page, outbox, staff);
    await expect(page).toHaveURL(/\/admin$/);
  });
  let held = 0;
  const idle = await Stopwatch.start(portal, async () => {
    held = await signedIn.holdsAt(15 * MINUTE - SLACK, async () => {
      await page.goto('/admin/tools');
      await expect(page).toHaveURL(/\/admin\/tools$/);
    });
  });
  const ended = await idle.endsAt(15 * MINUTE, async () => {
    await page.goto('/admin/tools');
    await expect(page).toHaveURL(/\/login/);
  });
  showsTime('session.admin-idle', { held, ended });
});
