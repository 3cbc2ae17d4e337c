import { data } from '@remix-run/node';
import { expect, test } from 'vitest';
import { takeFlash } from '#app/flash.server.ts';
import { action, loader } from '#app/routes/dev/ui.tsx';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from '../../page.ts';

const portal = await testPortal();

const listOn = async (visitor: Visitor) =>
  ((await askPage(portal, visitor, loader, { path: '/dev/ui' })) as { switchedOn: string[] }).switchedOn;
const press = (visitor: Visitor, form: Record<string, string>) =>
  askPage(portal, visitor, action, { path: '/dev/ui?rows=10', form });
const messages = (visitor: Visitor) => takeFlash(visitor.visit()).map(({ tone }) => tone);

test('a switch of the specimens stays as it was set, in its own browser alone', async () => {
  const visitor = portal.visitor();
  expect(await listOn(visitor)).toEqual(['harbor', 'lakeside']);
  const off = { intent: 'sharing', id: 'harbor', value: 'NO' };
  expect(redirectOf(await press(visitor, off))).toBe('/dev/ui?rows=10#row-harbor');
  expect(await listOn(visitor)).toEqual(['lakeside']);
  expect(await press(visitor, { ...off, id: 'cedar', value: 'YES', inplace: 'YES' })).toEqual(data(null));
  expect(await listOn(visitor)).toEqual(['lakeside', 'cedar']);
  expect(await listOn(portal.visitor())).toEqual(['harbor', 'lakeside']);
});

test('a row of the specimens refuses its switch and says so, and a button answers', async () => {
  const visitor = portal.visitor();
  await press(visitor, { intent: 'sharing', id: 'lakeside', value: 'NO' });
  expect(await listOn(visitor)).toContain('lakeside');
  expect(messages(visitor)).toEqual(['bad']);
  expect(redirectOf(await press(visitor, { intent: 'remind', id: 'cedar' }))).toContain('#row-cedar');
  expect(messages(visitor)).toEqual(['ok']);
});
