import { expect, test } from 'vitest';
import { blockRequest, highestDuring } from '#test/factories/hostile-files.ts';
import { webProcesses } from '#test/factories/web-processes.ts';
import { testPortal } from '#test/portal.ts';

/** Thirty forms of 30 MB at once from nobody: each costs no more than its redirect. */

const MB = 1_048_576;
const portal = await testPortal();
const web = await webProcesses(portal).start();

test('thirty anonymous forms of 30 MB are answered with a redirect, and none of them is kept', async () => {
  // Takes long: it sends 900 MB.
  const { body, headers } = await blockRequest([new Uint8Array(15 * MB), new Uint8Array(15 * MB)]);
  const send = (path: string) => web.post(path, { headers, body });
  for (const path of ['/user/disputes/identity-theft', '/user/disputes/identity-theft.data']) {
    await send(path);
    const before = web.resident();
    const answers = Promise.all(Array.from({ length: 30 }, () => send(path)));
    const growth = Math.round(((await highestDuring(() => web.resident(), answers)) - before) / MB);
    process.stdout.write(`30 anonymous forms of 30 MB at once to ${path}: +${growth} MB\n`);
    const statuses = new Set((await answers).map(({ status }) => status));
    expect(statuses).toEqual(new Set([path.endsWith('.data') ? 202 : 302]));
    expect(growth).toBeLessThanOrEqual(50);
  }
});
