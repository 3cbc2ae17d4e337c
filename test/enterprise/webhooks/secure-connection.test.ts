import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhookAnswerBytes } from '#modules/enterprise/limits.ts';
import { openWebhookNetwork } from '#modules/enterprise/webhooks/network.ts';
import { post } from '#modules/enterprise/webhooks/post.ts';
import { SECOND } from '#modules/platform/index.ts';
import { certificate } from './certificate.ts';

/** The real connector, over TLS, to a receiver on loopback (D136). */

let seen: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer(certificate, (request, response) => {
  seen.push(`${request.headers.host} ${request.url}`);
  answer(request, response);
});
const trusted = getCACertificates('default');

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  setDefaultCACertificates([...trusted, certificate.cert]);
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = (_request, response) => void response.end('Taken');
});

const live = openWebhookNetwork({ loopback: true });

/** @param addresses where the host leads at each look-up, the last one from then on */
function send(
  host: string,
  { addresses = ['127.0.0.1'], timeout = 5 * SECOND, loopback = true, path = '/in' } = {},
) {
  const resolve = async () => [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }];
  const { port } = server.address() as AddressInfo;
  const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
  return post({ ...live, loopback, timeout, resolve }, `https://${host}:${port}${path}`, message);
}

it('reaches the checked address under the name of the endpoint, with its path and query', async () => {
  expect(await send('hooks.example.test', { path: '/in?team=1' })).toMatchObject({
    status: 200,
    body: 'Taken',
    failure: null,
  });
  expect(seen).toEqual([expect.stringMatching(/^hooks\.example\.test:\d+ \/in\?team=1$/)]);
});

it('fails alone where no route leads to, which is known before the connection begins', async () => {
  expect(await send('hooks.example.test', { addresses: ['127.255.255.255'] })).toMatchObject({
    status: null,
    failure: 'no-connection',
  });
});

it('refuses a certificate of another name, and one that nobody trusts', async () => {
  expect(await send('other.example.test')).toMatchObject({ status: null, failure: 'certificate' });
  setDefaultCACertificates(trusted);
  try {
    expect(await send('hooks.example.test')).toMatchObject({ status: null, failure: 'certificate' });
  } finally {
    setDefaultCACertificates([...trusted, certificate.cert]);
  }
  expect(seen).toEqual([]);
});

it('looks the host up once for each try, so that a second answer never counts', async () => {
  const addresses = ['127.0.0.1', '10.0.0.8', '169.254.169.254'];
  expect(await send('hooks.example.test', { addresses })).toMatchObject({ status: 200 });
  expect(addresses).toEqual(['10.0.0.8', '169.254.169.254']);
  expect(await send('hooks.example.test', { addresses })).toMatchObject({ failure: 'private-address' });
  expect(await send('hooks.example.test', { loopback: false })).toMatchObject({ failure: 'private-address' });
  expect(seen).toHaveLength(1);
});

it('does not follow a redirect', async () => {
  answer = (_request, response) =>
    void response.writeHead(307, { location: 'https://moved.example.test/' }).end();
  expect(await send('hooks.example.test')).toMatchObject({ status: 307, failure: 'redirect' });
  expect(seen).toHaveLength(1);
});

it('ends a try after its time while the answer trickles in, and when it is too large', async () => {
  expect(live.timeout).toBe(10 * SECOND);
  const trickle = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  answer = (_request, response) => trickle(response.writeHead(200));
  const slow = await send('hooks.example.test', { timeout: 300 });
  expect(slow).toMatchObject({ status: 200, failure: 'no-answer' });
  expect(slow.ms).toBeLessThan(2 * SECOND);
  answer = (_request, response) => void response.end('x'.repeat(webhookAnswerBytes.read + 1));
  expect(await send('hooks.example.test')).toMatchObject({ status: 200, failure: 'too-large' });
  answer = (_request, response) => void response.end('x'.repeat(webhookAnswerBytes.read));
  expect(await send('hooks.example.test')).toMatchObject({ status: 200, failure: null });
});
