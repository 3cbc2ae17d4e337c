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
  { path: 'user/network/:id' },
  { path: 'approval/:step?' },
  { path: '*' },
]);
const all = Object.keys(build.routes);

/** Answers which routes it knows. */
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
])('%s is answered by those who know its branch and what lies above it', async (path, routes) => {
  expect(await routesFor(path)).toEqual(routes);
});

test.each(['/user/network/7', '/approval', '/approval/2', '/no/such/page', '/user/', '/USER'])(
  '%s is looked up in the whole table',
  async (path) => {
    expect(await routesFor(path)).toEqual(all);
  },
);
