import { expect, test } from 'vitest';
import { ratePassword } from '#modules/identity/index.ts';
import { Estimator } from '#modules/identity/passwords/estimator.ts';
import { requireGoodPassword } from '#modules/identity/passwords/passwords.ts';
import { newPersonWithoutTwoStep, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

async function pointsOf(password: string, typed: Record<string, string>): Promise<number> {
  return (await portal.visitor().perform(ratePassword, { password, ...typed })).points;
}

const owner = { emailaddress: 'marisol@quintanilla.example', firstname: 'Marisol', lastname: 'Quintanilla' };

test('F17: the scale runs from 0 to 40 in steps of ten, and 30 passes', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const seen = new Map<number, string>();
  for (const password of [
    'password',
    'xkcd1234',
    'brandy-lamps',
    'brandy-lamps-7',
    'copper-Lantern-2027',
    'qT7#vLw9',
  ]) {
    seen.set(await pointsOf(password, owner), password);
  }
  const values = [...seen.keys()];
  expect(values.every((value) => value % 10 === 0 && value >= 0 && value <= 40)).toBe(true);
  const passes: number[] = [];
  for (const [value, newpassword] of seen) {
    const { status } = await visitor.call('POST', '/profile/updatepassword', { newpassword });
    if (status === 200) passes.push(value);
    else expect(value, newpassword).toBeLessThan(30);
  }
  expect([Math.min(...passes), Math.max(...values)]).toEqual([30, 40]);
});

test("the owner's own name and address make nothing strong", async () => {
  const borrowed = 'marisolquintanilla';
  const nobody = { emailaddress: 'x@y.example' };
  const own = await pointsOf(borrowed, owner);
  expect(own).toBeLessThan(await pointsOf(borrowed, nobody));
});

test('what saving refuses is rated as nothing: the address, the product, and the wrong length', async () => {
  const emailaddress = 'zq7-vortex.lamp@quintanilla-harbor.example';
  for (const password of [emailaddress, ` ${emailaddress.toUpperCase()} `, 'Shield-Hub', 'qT7#vLw']) {
    expect(await pointsOf(password, { ...owner, emailaddress }), password).toBe(0);
    await expect(requireGoodPassword(password, { emailaddress }, 'password')).rejects.toMatchObject({
      code: 'identity.password-weak',
    });
  }
});

test('whoever is signed in is rated as themself, whatever else is said', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal, {
    firstname: 'Marisol',
    lastname: 'Quintanilla',
  });
  const borrowed = 'marisolquintanilla';
  const { points } = await visitor.perform(ratePassword, { password: borrowed, firstname: 'Somebody' });
  expect(points).toBeLessThan(30);
});

const random = Buffer.from(Array.from({ length: 60 }, (_, at) => (at * 7919) % 251)).toString('base64');

test('of a long password its beginning is weighed', async () => {
  expect(await pointsOf(random.padEnd(128, 'x'), owner)).toBe(40);
  expect(await pointsOf(`${'a'.repeat(40)}${random}`, owner)).toBeLessThan(20);
});

test('a password that is too short is not estimated, however strange', async () => {
  expect(await pointsOf('qT7#vLw', owner)).toBe(0);
});

test('of many ratings at the same time some are refused, and a password can still be set', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  // An estimate of such a password takes long, so that the next ones have to wait.
  const ratings = Array.from({ length: 30 }, (_, at) => pointsOf(`${at}${random}`, owner));
  const setting = visitor.call('POST', '/profile/updatepassword', { newpassword: 'brandy-Lamps-2031' });
  const rated = await Promise.allSettled(ratings);
  const refused = rated.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBeGreaterThan(10);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable' });
  expect((await setting).status).toBe(200);
});

// Longer than what is estimated, so that it counts as strong where it is nobody's address.
const local = 'qT7vLw9xKp2mN4bR8sYd3fGh6jZcQ5wE1tUiOaXvBn';

test.each([
  [`${local}@example.com`, false],
  [` ${local.toUpperCase()}@example.com `, false],
  [`${local}@example.net`, true],
  ['S-h i-e l-d H-u b', false],
  ['S-h i-e l-d H-u p', true],
])('D14: %j as a password is neither the address nor the product’s name: %s', async (password, good) => {
  const set = requireGoodPassword(password, { emailaddress: `${local}@Example.com` }, 'password');
  const code = await set.then(
    () => null,
    (error: { code: string }) => error.code,
  );
  expect(code).toBe(good ? null : 'identity.password-weak');
});

test('whoever waits while the estimates break down may try again at once, and is rated then', async () => {
  const estimator = new Estimator();
  const options = expect.objectContaining({ retryAfter: 1 });
  const later = expect.objectContaining({ code: 'unavailable', options });
  expect(() => estimator.weigh(PASSWORD, [], 0)).toThrow(later);
  const unreadable = null as unknown as string;
  const waiting = await Promise.allSettled([
    estimator.weigh(unreadable, [], 8),
    estimator.weigh(PASSWORD, [], 8),
  ]);
  for (const each of waiting) expect(each).toEqual({ status: 'rejected', reason: later });
  expect(await estimator.weigh(PASSWORD, [], 1)).toBe(4);
});
