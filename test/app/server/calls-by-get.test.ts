import { expect, it } from 'vitest';
import { servedPortal } from '#test/factories/served-portal.ts';
import { ask } from './ask.ts';

const portal = await servedPortal();
const { host, port } = new URL(portal.origin);

const logOut = (mode: string) =>
  ask(Number(port), '/hub/api/logout', {
    headers: { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': mode },
  });

it('a call that changes something by GET answers a script of ours, and no address that a page leads to (D35)', async () => {
  expect((await logOut('navigate')).status).toBe(403);
  expect((await logOut('cors')).status).toBe(200);
});

it('no other site can ask for one of them', async () => {
  const changing = portal.calls.rows.filter(({ method, changesState }) => method === 'GET' && changesState);
  expect(changing.length).toBeGreaterThan(3);
  for (const { path } of changing) {
    const answer = await ask(Number(port), `/hub/api${path}`, {
      headers: { host, 'sec-fetch-site': 'cross-site' },
    });
    expect({ path, status: answer.status, ...JSON.parse(answer.body) }).toMatchObject({
      path,
      status: 403,
      error_code: 'foreign-origin',
    });
  }
});
