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
  anonymous: '/login',
  'staff-password-only': '/verify',
};

/** A form that the page's action takes, by its file. */
const forms: Record<string, Record<string, string>> = {
  'routes/admin/user.tsx': { intent: 'note', note_type: 'call', note: 'Called back' },
};

test('the console has pages', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin', '/admin/tools']));
});

test.each(pages)('$path is for staff with both steps done', async ({ path, file }) => {
  const route = await import(join('../../../app', file));
  const params = { userid: accounts.individual ?? '' };
  const asked = { path: path.replace(':userid', params.userid), params };
  const form = forms[file];
  expect(Boolean(form), `${file}: add a form to the list above for each action`).toBe(Boolean(route.action));
  const requests = [[route.loader, asked], ...(form ? [[route.action, { ...asked, form }]] : [])];
  for (const [handler, request] of requests) {
    for (const actor of actors.filter((each) => each !== 'staff')) {
      const to = redirectOf(await askPage(portal, visitors[actor], handler, request));
      expect(to, `${actor} at ${path}`).toMatch(new RegExp(`^${sentTo[actor] ?? '/logout'}`));
    }
  }
  const answer = await askPage(portal, visitors.staff, route.loader, asked);
  expect(answer).not.toBeInstanceOf(Response);
});
