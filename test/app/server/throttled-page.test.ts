import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { submit } from '#app/action.server.ts';
import { perform } from '#app/door.server.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { servePages } from '#app/server/pages.ts';
import { openReception } from '#app/server/reception.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { anyone, operation, Refusal } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from './ask.ts';
import { bareBuild } from './bare-build.ts';

let server: Server;
let port: number;
const host = 'localhost:3000';

const limited = operation({
  name: 'test.limited',
  summary: 'Has been asked too often.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.reject(new Refusal('throttled', { retryAfter: 90 })),
});

beforeAll(async () => {
  const portal = await testPortal();
  const page = {
    path: 'limited',
    component: () => createElement('p', null, 'A page'),
    refused: () => createElement('p', null, 'Too often'),
    loader: (args) => (new URL(args.request.url).search ? perform(args, limited, {}) : null),
    action: (args) => submit(args, { form: buttonForm, operation: limited, done: () => null }),
  } satisfies Parameters<typeof bareBuild>[0][number];
  const pages = servePages({
    portal,
    reception: openReception(portal, servedHosts(portal)),
    build: bareBuild([page]),
    assets: null,
    vite: null,
  });
  server = createServer((request, response) => void pages(request, response)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

it.each([
  ['a page', '/limited?ask', {}],
  ['a form', '/limited', { method: 'POST', body: '' }],
  ['a form with script', '/limited.data', { method: 'POST', body: '' }],
])('%s that was asked for too often says when to come back', async (_, path, asked) => {
  const headers = {
    host,
    origin: `http://${host}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await ask(port, path, { ...asked, headers });
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '90' } });
});

it('a page that can be shown says nothing of it', async () => {
  const answer = await ask(port, '/limited', { headers: { host } });
  expect(answer.status).toBe(200);
  expect(answer.headers['retry-after']).toBeUndefined();
});
