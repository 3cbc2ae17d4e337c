import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { login, setAccountActive } from '#modules/identity/index.ts';
import { hashPassword, passwordMatches, passwordStrength } from '#modules/identity/passwords/passwords.ts';
import { readConfig } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';

const portal = await testPortal();

/**
 * How many tasks of compiled packages ran on the thread pool while `run` ran; here these are password hashes. Node's
 * own tasks have a name, those of compiled packages have none.
 */
async function countHashes(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, kind) {
      if (kind === undefined || kind === 'undefined') count += 1;
    },
  }).enable();
  await run().catch(() => undefined);
  hook.disable();
  return count;
}

test('the counter counts password hashes', async () => {
  expect(await countHashes(() => hashPassword(portal.config, PASSWORD))).toBe(1);
  expect(await countHashes(() => portal.pool.query('select 1'))).toBe(0);
});

test('an unknown, a closed and a known account cost one hash each', async () => {
  const known = await newPersonWithoutTwoStep(portal);
  const closed = await newPersonWithoutTwoStep(portal);
  await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
  const signIn = (emailaddress: string, password: string) =>
    countHashes(() => portal.visitor().perform(login, { emailaddress, password }));
  // The first unknown account creates the hash that later ones are compared with.
  await signIn('first.nobody@example.com', PASSWORD);
  expect({
    unknown: await signIn('nobody@example.com', PASSWORD),
    wrong: await signIn(known.emailaddress, 'wrong-Password-1'),
    closed: await signIn(closed.emailaddress, PASSWORD),
    right: await signIn(known.emailaddress, PASSWORD),
  }).toEqual({ unknown: 1, wrong: 1, closed: 1, right: 1 });
});

test('a hash is argon2id with 19 MiB and two passes, unless it is configured otherwise', async () => {
  const { passwordMemory } = readConfig({}, () => testSecrets);
  expect(await hashPassword({ passwordMemory }, PASSWORD)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  );
  expect(await hashPassword(portal.config, PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
});

test('a password is the same however its letters are composed', async () => {
  const { config } = portal;
  const [composed, decomposed] = ['Z\u00fcrich-lantern-2026', 'Zu\u0308rich-lantern-2026'];
  expect(await passwordMatches(config, decomposed, await hashPassword(config, composed))).toBe(true);
  expect(await passwordMatches(config, composed, await hashPassword(config, decomposed))).toBe(true);
});

test.each([
  ['rating', 8],
  ['setting', 64],
] as const)('for %s, %i passwords wait to be estimated at most', async (what, most) => {
  const weigh = () => passwordStrength('brandy-lamps-7', { emailaddress: 'x@y.example' }, what);
  const outcomes = await Promise.allSettled(Array.from({ length: most + 2 }, weigh));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  expect(await weigh()).toBeGreaterThan(0);
});
