import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { action, loader } from '#app/routes/api/hub.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { servePages } from '#app/server/pages.ts';
import { openReception } from '#app/server/reception.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from './ask.ts';
import { bareBuild } from './bare-build.ts';

let server: Server;
let port: number;
const host = 'localhost:3000';
const own = {
  host,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};

beforeAll(async () => {
  const portal = await testPortal();
  const pages = servePages({
    portal,
    reception: openReception(portal, servedHosts(portal)),
    build: bareBuild([{ path: 'hub/api/*', loader, action }]),
    assets: null,
    vite: null,
  });
  server = createServer((request, response) => void pages(request, response)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

it('the calls answer inside Remix as they do in front of it', async () => {
  const session = await ask(port, '/hub/api/verifysession', { headers: { host } });
  expect(session.status).toBe(401);
  expect(session.headers['cache-control']).toBe('no-store');
  expect(JSON.parse(session.body)).toMatchObject({ success: false, error_code: 'no-session' });

  const login = {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ emailaddress: 'a@example.com', password: 'x' }),
  };
  expect(JSON.parse((await ask(port, '/hub/api/login', login)).body)).toMatchObject({
    success: false,
    error_code: 'identity.wrong-credentials',
  });
  expect((await ask(port, '/hub/api/none', { headers: { host } })).status).toBe(404);
});

it('a foreign page cannot call them there either', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { host, origin: 'https://evil.example', 'content-type': type };
    expect((await ask(port, '/hub/api/login', { method: 'POST', headers, body: '{}' })).status).toBe(403);
  }
});

it('a body that is too large is not read', async () => {
  const body = JSON.stringify({ emailaddress: 'x'.repeat(150_000) });
  const answer = await ask(port, '/hub/api/login', { method: 'POST', headers: own, body });
  expect(answer.status).toBe(413);
});
