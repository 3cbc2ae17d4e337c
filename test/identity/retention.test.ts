import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/browser.ts';
import { testPortal } from '#test/portal.ts';

const YEAR = 365 * DAY;
const portal = await testPortal();

test('what an address without an account chose goes after a year, but a refusal of mail stays', async () => {
  portal.clock.stop();
  const now = portal.clock.now();
  const choose = (emailaddress: string, age: number, switches: object) =>
    portal.db
      .insertInto('mail_preference')
      .values({ emailaddress, updated_at: new Date(now.getTime() - age), ...switches })
      .execute();
  await choose('plain@example.com', YEAR, {});
  await choose('news@example.com', YEAR, { email_preference_marketing: true });
  await choose('young@example.com', YEAR - 1, {});
  await choose('invites@example.com', 5 * YEAR, { email_preference_invites: false });
  await choose('renewal@example.com', 5 * YEAR, { email_preference_renewal: false });
  await choose('nothing@example.com', 5 * YEAR, { criticalemails: false });
  await portal.runSchedule('identity.sweep');
  const left = await portal.db
    .selectFrom('mail_preference')
    .select('emailaddress')
    .orderBy('emailaddress')
    .execute();
  expect(left.map(({ emailaddress }) => emailaddress)).toEqual([
    'invites@example.com',
    'nothing@example.com',
    'renewal@example.com',
    'young@example.com',
  ]);
});
