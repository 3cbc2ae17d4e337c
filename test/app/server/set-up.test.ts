import { expect, test } from 'vitest';
import { setUpCheck } from '#app/server/set-up.ts';
import type { Portal } from '#modules/platform/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** D87: in production nothing is answered before somebody can run the portal. */

const portal = await testPortal();

function checkIn(environment: string, readingDb: unknown = portal.readingDb) {
  const there = { config: { ...portal.config, environment }, readingDb } as Portal;
  return { there, check: setUpCheck(there) };
}

test('a portal in production waits for its first admin, and asks the database no more than it has to', async () => {
  let asked = 0;
  const away = {
    selectFrom() {
      asked += 1;
      throw new Error('away');
    },
  };
  const { there, check } = checkIn('production', away);
  const answers = await Promise.allSettled([check(), check(), check()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
  // After no answer it asks again at once, after 'not yet' a second later.
  Object.assign(there, { readingDb: portal.readingDb });
  expect(await check()).toBe(false);
  expect(checkIn('development').check()).toBe(true);
  await newStaff(portal);
  await expect.poll(() => check()).toBe(true);
  expect(check()).toBe(true);
});
