import { expect, test } from 'vitest';
import { SECOND } from '#modules/platform/index.ts';
import { codeOf, webPair } from '#test/factories/web-pair.ts';
import { testPortal } from '#test/portal.ts';

/** Throttles across web processes, and after both are killed and replaced. */

const portal = await testPortal();
const { inTurn, replace, advance } = webPair(portal);

test('D13: what one address may ask in an hour is counted for all processes together, and goes on after a restart', async () => {
  const look = () => inTurn('/user/checkemail', { emailaddress: 'nobody@example.com' });
  for (let asked = 0; asked < 20; asked += 1) expect((await look()).status).toBe(200);
  for (const each of [await look(), await look()]) expect(codeOf(each)).toBe('throttled');
  await replace();
  const refused = await look();
  expect(codeOf(refused)).toBe('throttled');
  expect(codeOf(await look())).toBe('throttled');
  await advance(Number(refused.headers['retry-after']) * SECOND);
  expect((await look()).status).toBe(200);
});
