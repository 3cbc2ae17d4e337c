import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { download } from '#app/download.server.ts';
import { getApplicationPdf } from '#modules/applications/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test.each([
  ['http://localhost:3000/user/profile?tab=1', '/user/profile?tab=1'],
  ['http://localhost:3000//evil.example/x', '/evil.example/x'],
  ['http://evil.example/user', '/user'],
  ['http://localhost:3000/application/file/x', '/user'],
  ['', '/user'],
])('a refused download asked for on %j leads to %s', async (before, target) => {
  const { visitor } = await newPerson(portal);
  const request = new Request('http://localhost:3000/application/file/x', { headers: { Referer: before } });
  const context = { portal, visit: visitor.visit() };
  const args = { request, params: {}, context } as unknown as LoaderFunctionArgs;
  const answer = await download(args, getApplicationPdf, { applicationid: 'x' }).catch((error) => error);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, target]);
});
