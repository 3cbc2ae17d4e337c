import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedHosts } from '#app/server/hosts.ts';
import { servePages } from '#app/server/pages.ts';
import { openReception } from '#app/server/reception.ts';
import { eventually } from '#test/eventually.ts';
import { testPortal } from '#test/portal.ts';
import { bareBuild } from './bare-build.ts';

let server: Server;
let port: number;
const asked = Promise.withResolvers<void>();
const left = Promise.withResolvers<void>();
const set = Promise.withResolvers<string>();

beforeAll(async () => {
  const portal = await testPortal();
  const pages = servePages({
    portal,
    reception: openReception(portal, servedHosts(portal)),
    build: bareBuild([
      {
        path: 'slow',
        loader: async ({ context: { visit } }) => {
          asked.resolve();
          await left.promise;
          try {
            visit.cookies.set('session', 'new');
            set.resolve('set');
          } catch (error) {
            set.resolve(String(error));
          }
          return null;
        },
      },
    ]),
    assets: null,
    vite: null,
  });
  server = createServer((request, response) => {
    response.once('close', () => void leave(response));
    void pages(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

/** The page is told that its reader has left once an answer to nobody is under way. */
async function leave(response: ServerResponse): Promise<void> {
  await eventually(() => expect(response.headersSent).toBe(true));
  left.resolve();
}

it('an operation that ends after its reader has left does not fail because of its cookie', async () => {
  const request = get({ host: '127.0.0.1', port, path: '/slow', headers: { host: 'localhost:3000' } });
  request.on('error', () => undefined);
  await asked.promise;
  request.destroy();
  expect(await set.promise).toBe('set');
});
