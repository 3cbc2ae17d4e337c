import { HOUR, MINUTE, SECOND } from '#modules/platform/browser.ts';
import { expect } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { makeStaff, staffOf, staffPassword } from '../../browser/staff.ts';
import { shows } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { signIn } from '../acts/registration.ts';

test.describe.configure({ mode: 'default' });

/** What may pass by itself while a journey looks at a page. */
const SLACK = 30 * SECOND;

test('a session ends after thirty idle minutes, and after twelve hours however busy', async ({
  page,
  portal,
  join,
}) => {
  await join(page, makePerson('900-00-0002'));
  await portal.advance(30 * MINUTE - SLACK);
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/user\/profile$/);
  await portal.advance(30 * MINUTE);
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login/);
  shows('session.idle', 30 * MINUTE);

  await join(page, makePerson('900-00-0002'));
  const goesOn = async (ms: number) => {
    await portal.advance(ms);
    await page.goto('/user/profile/accounting');
    await expect(page).toHaveURL(/\/user\/profile/);
  };
  const step = 20 * MINUTE;
  for (let passed = step; passed < 12 * HOUR; passed += step) await goesOn(step);
  await goesOn(step - SLACK);
  await portal.advance(SLACK);
  await page.goto('/user/profile/accounting');
  await expect(page).toHaveURL(/\/login/);
  shows('session.absolute', 12 * HOUR);
});

test("a member of staff's session ends after fifteen idle minutes", async ({ page, outbox, portal }) => {
  await makeStaff(portal.app.environment, portal.app.databaseUrl, ['lapses']);
  await signIn(page, outbox, { emailaddress: staffOf('lapses'), password: staffPassword });
  await expect(page).toHaveURL(/\/admin$/);
  await portal.advance(15 * MINUTE - SLACK);
  await page.goto('/admin/tools');
  await expect(page).toHaveURL(/\/admin\/tools$/);
  await portal.advance(15 * MINUTE);
  await page.goto('/admin/tools');
  await expect(page).toHaveURL(/\/login/);
  shows('session.admin-idle', 15 * MINUTE);
});
