import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { type Actor, actors } from '#modules/platform/index.ts';
import { makeActors } from '#test/checks/actors.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();
const { visitors, accounts } = await makeActors(portal);

/** The pages under the frame of the staff console, as the map of the site lists them. */
const pages = routes
  .filter((entry) => entry.file === 'routes/shell/staff.tsx')
  .flatMap(({ children = [] }: RouteConfigEntry) => children)
  .map(({ path = '', file }) => ({ path: `/${path}`, file }));

/** Where each actor is sent who is not signed in as staff with both steps done. */
const sentTo: Partial<Record<Actor, string>> = {
  anonymous: '/login?next=',
  'staff-password-only': '/verify',
};

test('the console has pages', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin', '/admin/tools']));
});

test.each(pages)('$path is for staff with both steps done', async ({ path, file }) => {
  const route = await import(join('../../../app', file));
  const params = { userid: accounts.individual ?? '' };
  const asked = { path: path.replace(':userid', params.userid), params };
  for (const handler of [route.loader, route.action].filter(Boolean)) {
    for (const actor of actors.filter((each) => each !== 'staff')) {
      const to = redirectOf(await askPage(portal, visitors[actor], handler, asked));
      expect(to, `${actor} at ${path}`).toMatch(
        new RegExp(`^${(sentTo[actor] ?? '/logout').replace('?', '\\?')}`),
      );
    }
  }
  const answer = await askPage(portal, visitors.staff, route.loader, asked);
  expect(answer).not.toBeInstanceOf(Response);
});
