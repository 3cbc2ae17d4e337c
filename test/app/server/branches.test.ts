import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterAll, expect, test } from 'vitest';
import { handlersByBranch } from '#app/server/branches.ts';
import { ask } from './ask.ts';
import { bareBuild } from './bare-build.ts';

const build = bareBuild([
  { path: '' },
  { path: 'user' },
  { path: 'user/network' },
  { path: 'user/network/new' },
  { path: 'user/network/:id' },
  { path: 'user/:section/all' },
  { path: 'user/:id/note' },
  { path: 'approval/:step?' },
  { path: '*' },
]);
const all = Object.keys(build.routes);

/** A handler that answers with the ids of its routes. */
const handlerOf =
  (pages: typeof build): RequestHandler =>
  (_request, response) =>
    void response.json(Object.keys(pages.routes));
const server = createServer(express().use(handlersByBranch(build, handlerOf))).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const routesFor = async (path: string) => JSON.parse((await ask(port, path)).body);

test.each([
  ['/', ['routes/index']],
  ['/user', ['routes/index', 'routes/user']],
  ['/user?a=b', ['routes/index', 'routes/user']],
  ['/user/network', ['routes/index', 'routes/user', 'routes/user/network']],
  ['/user/network.data?_routes=x', ['routes/index', 'routes/user', 'routes/user/network']],
  ['/user/network/7', ['routes/index', 'routes/user', 'routes/user/network', 'routes/user/network/:id']],
  [
    '/user/network/new.data',
    ['routes/index', 'routes/user', 'routes/user/network', 'routes/user/network/new'],
  ],
  ['/approval', ['routes/index', 'routes/approval/:step?']],
  ['/approval/2', ['routes/index', 'routes/approval/:step?']],
  // There is no route for /user/7, so the catch-all route is included.
  ['/user/7/note', ['routes/index', 'routes/user', 'routes/user/:id/note', 'routes/*']],
])('%s is answered by those who know its branch and what lies above it', async (path, routes) => {
  expect(await routesFor(path)).toEqual(routes);
});

test('the list of routes that a page links to is made of their branches', async () => {
  const version = `version=${build.assets.version}`;
  expect(await routesFor(`/__manifest?p=%2Fuser%2Fnetwork%2F7&p=%2Fuser%2Fnetwork%2F8&${version}`)).toEqual([
    'routes/index',
    'routes/user',
    'routes/user/network',
    'routes/user/network/:id',
  ]);
  expect(await routesFor(`/__manifest?p=%2Fuser%2Fnetwork%2Fnew&p=%2Fuser&${version}`)).toEqual([
    'routes/index',
    'routes/user',
    'routes/user/network',
    'routes/user/network/new',
  ]);
  expect(await routesFor(`/__manifest?p=%2Fuser&p=%2Fnone&${version}`)).toEqual(all);
  expect(await routesFor(`/__manifest?${version}`)).toEqual(all);
});

// React Router matches capitals and encoded letters like plain ones, so all routes are needed.
test.each([
  '/no/such/page',
  '/user/',
  '/user//',
  '/user/network/NEW',
  '/user/network/%6eew',
  '/user/network/all',
])('%s is looked up in the whole table', async (path) => {
  expect(await routesFor(path)).toEqual(all);
});
