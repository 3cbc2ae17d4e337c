import { expect, it } from 'vitest';
import { servedPortal } from '#test/factories/served-portal.ts';
import { ask } from './ask.ts';

const { origin } = await servedPortal();
const { host, port } = new URL(origin);

const logOut = (mode: string) =>
  ask(Number(port), '/hub/api/logout', {
    headers: { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': mode },
  });

it('a call that changes something by GET answers a script of ours, and no address that a page leads to (D35)', async () => {
  expect((await logOut('navigate')).status).toBe(403);
  expect((await logOut('cors')).status).toBe(200);
});
