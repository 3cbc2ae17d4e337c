import { beforeAll, expect, test } from 'vitest';
import { SECOND } from '#modules/platform/index.ts';
import type { Answered } from '#test/app/server/ask.ts';
import { type WebProcess, webProcesses } from '#test/factories/web-processes.ts';
import { testPortal } from '#test/portal.ts';

/** Throttles across web processes, and after both are killed and replaced. */

const portal = await testPortal();
const processes = webProcesses(portal);
let web: [WebProcess, WebProcess];
beforeAll(async () => {
  web = [await processes.start(), await processes.start()];
});

const codeOf = ({ body }: Answered) => (JSON.parse(body) as { error_code?: string }).error_code;

/** The two processes take turns, and each request has a different forged address. */
let turns = 0;
function inTurn(path: string, input: object): Promise<Answered> {
  turns += 1;
  return web[turns % 2 ? 0 : 1].call(path, { input, forwardedFor: `198.51.100.${turns % 250}` });
}

/** Kills a process and starts another one in its place. */
async function replace(index: 0 | 1): Promise<void> {
  await web[index].kill();
  web[index] = await processes.start();
}

test('D13: what one address may ask in an hour is counted for all processes together, and goes on after a restart', async () => {
  const look = () => inTurn('/user/checkemail', { emailaddress: 'nobody@example.com' });
  for (let asked = 0; asked < 20; asked += 1) expect((await look()).status).toBe(200);
  for (const each of [await look(), await look()]) expect(codeOf(each)).toBe('throttled');
  await replace(0);
  await replace(1);
  const refused = await look();
  expect(codeOf(refused)).toBe('throttled');
  expect(codeOf(await look())).toBe('throttled');
  await processes.advance(Number(refused.headers['retry-after']) * SECOND);
  expect((await look()).status).toBe(200);
});
