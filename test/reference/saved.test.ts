import { expect, test } from 'vitest';
import { loader } from '#app/routes/api/saved.ts';
import { readContents } from '#modules/reference.ts';
import { askPage } from '#test/app/page.ts';
import { testPortal } from '#test/portal.ts';

/** The reference as one file, to be read without a network. */

const portal = await testPortal();
const response = await askPage(portal, portal.visitor(), loader, { path: '/api/reference.html' });
const page = await (response as Response).text();

test('is saved as a file that holds every call with its styles, and asks for nothing else', () => {
  expect((response as Response).headers.get('Content-Disposition')).toContain('api-reference.html');
  const { surfaces } = readContents(portal);
  const count = surfaces.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.count, 0);
  expect(page.match(/<fieldset class="code-tabs"/g)).toHaveLength(count);
  expect(page).toContain('<style>');
  expect(page).not.toMatch(/<(?:script|link|img)/);
});

test('leads within itself, and to the portal by its whole address', () => {
  const targets = [...page.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const within = targets.filter((to) => to.startsWith('#')).map((to) => to.slice(1));
  expect(within.filter((id) => !ids.includes(id))).toEqual([]);
  const outside = targets.filter((to) => !to.startsWith('#'));
  expect(outside.filter((to) => !to.startsWith(`${portal.config.publicUrl}/`))).toEqual([]);
});
