import { expect, test } from 'vitest';
import { loader } from '#app/routes/identity/logout.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

test.each([
  ['an image of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }, true],
  ["a frame on another company's host", { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'iframe' }, true],
  ['a link on another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }, false],
  ['our own script', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }, false],
  ['a browser that says nothing', {}, false],
])('%s signs out or not', async (_who, headers, stays) => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const answer = await askPage(portal, visitor, loader, { path: '/logout', headers });
  expect(redirectOf(answer)).toBe(stays ? null : '/login');
  expect((await visitor.caller()) !== null).toBe(stays);
});
