import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { download } from '#app/download.server.ts';
import { takeFlash } from '#app/flash.server.ts';
import { getApplicationPdf, readReport } from '#modules/applications/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

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

test('a link to a file that has expired, or is not the reader’s, leads to a page that says what to do', async () => {
  const { visitor } = await newPerson(portal);
  for (const reader of [visitor, portal.visitor()]) {
    const request = new Request('http://localhost:3000/application/report/x');
    const context = { portal, visit: reader.visit() };
    const args = { request, params: {}, context } as unknown as LoaderFunctionArgs;
    const answer = await download(args, readReport, { token: 'x' }).catch((error) => error);
    expect(answer.status).toBe(302);
    const [message] = takeFlash(reader.visit());
    shows('edge.file-gone', message?.text ?? '');
  }
});
