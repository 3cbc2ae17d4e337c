import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { loader as loadHome } from '#app/routes/user/home.tsx';
import { loader as loadProfile } from '#app/routes/user/profile.tsx';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

/** How often a loader takes a connection, the session check included. */
async function countQueries(load: (args: LoaderFunctionArgs) => unknown, path: string): Promise<number> {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await visitor.caller();
  const context = { portal, visit: visitor.visit(), nonce: '', csp: {} };
  const request = new Request(`http://localhost:3000${path}`);
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  portal.pool.on('acquire', count);
  await load({ request, params: {}, context } as unknown as LoaderFunctionArgs);
  portal.pool.off('acquire', count);
  return queries;
}

test('home and profile ask the database at most six times', async () => {
  expect(await countQueries(loadHome, '/user')).toBeLessThanOrEqual(6);
  expect(await countQueries(loadProfile, '/user/profile')).toBeLessThanOrEqual(6);
});
