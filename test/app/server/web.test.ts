import { useLoaderData } from '@remix-run/react';
import { createElement } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Hook } from '#app/server/hooks.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { type Listener, openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { anyone, notify, operation, Refusal } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { type Asked, ask as askPort } from './ask.ts';
import { bareBuild } from './bare-build.ts';

function LoginPage() {
  const { nonce } = useLoaderData<{ nonce: string }>();
  return createElement('div', null, createElement('h1', null, 'Log in'), createElement('script', { nonce }));
}

const host = 'localhost:3000';
const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let portal: TestPortal;
let listener: Listener;
let acted = 0;
let rendered = 0;
let draining = false;
const received: { body: string; signature: string }[] = [];

const receive = operation({
  name: 'test.receive',
  summary: 'Takes a callback',
  access: anyone,
  kind: 'read',
  input: z.object({ body: z.string(), signature: z.string() }),
  output: z.object({}),
  async run(_work, input) {
    if (input.signature !== '7 good') throw new Refusal('foreign-origin');
    received.push(input);
    return {};
  },
});

beforeAll(async () => {
  portal = await testPortal({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  listener = await openListener({ host: '127.0.0.1', port: 0 });
  const act = async () => {
    acted += 1;
    return new Response('acted');
  };
  listener.serve(
    createWeb({
      portal,
      hosts: servedHosts(portal),
      hooks: [{ name: 'test', headers: ['x-id', 'x-signature'], operation: receive } satisfies Hook],
      checks: [{ name: 'fine', run: async () => undefined }],
      assets: null,
      isDraining: () => draining,
      isLeaving: () => draining,
      build: bareBuild([
        {
          path: 'page',
          component: () => createElement('h1', null, 'A page'),
          loader: () => null,
          action: act,
        },
        { path: 'resource', loader: () => new Response('read'), action: act },
        { path: 'user/application/:workflowstep', action: act },
        {
          path: 'pay',
          component: () => createElement('h1', null, 'Pay'),
          loader: ({ context }) => {
            context.csp.allow({ script: ['https://js.example'], frame: ['https://frame.example'] });
            context.visit.cookies.set('taste', 'sweet', { maxAge: 60_000 });
            return null;
          },
        },
        {
          path: 'login',
          component: LoginPage,
          loader: ({ context }) => {
            rendered += 1;
            if (context.visit.cookies.get('flash')) context.visit.cookies.clear('flash');
            return { nonce: context.nonce };
          },
        },
        {
          path: 'broken',
          loader: ({ request }) => {
            if (request.url.includes('?full')) throw new Response(null, { status: 503 });
            throw new Error('CANARY-of-a-stack');
          },
        },
        {
          path: 'who',
          loader: ({ context, request }) => {
            const { address, host: at, origin, sameOrigin } = context.visit;
            return Response.json({ address, at, origin, sameOrigin, url: request.url });
          },
        },
      ]),
    }),
  );
});

afterAll(() => listener?.drain(1000));

const ask = (path: string, asked: Asked = {}) =>
  askPort(listener.port, path, { ...asked, headers: { host, ...asked.headers } });

describe('pages', () => {
  it('come with a content security policy whose nonce is never the same', async () => {
    const first = await ask('/page');
    const second = await ask('/page');
    expect(first.status).toBe(200);
    expect(first.body).toContain('<h1>A page</h1>');
    const csp = first.headers['content-security-policy'] as string;
    expect(csp).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}';/);
    expect(csp).toContain("form-action 'self' http://localhost:3000 http://*.localhost:3000;");
    expect(csp).toContain("object-src 'none'; base-uri 'none'");
    expect(csp).not.toMatch(/unsafe|https:/);
    expect(second.headers['content-security-policy']).not.toBe(csp);
  });

  it('carry the other security headers and are not stored', async () => {
    const { headers } = await ask('/page');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    });
    expect(headers['permissions-policy']).toContain('geolocation=()');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('admit a payment provider where the route asks for it, and only there', async () => {
    provesLegalText('first-party');
    const { headers } = await ask('/pay');
    expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/js\.example/);
    expect(headers['content-security-policy']).toMatch(/frame-src [^;]*https:\/\/frame\.example/);
    expect((await ask('/page')).headers['content-security-policy']).not.toContain('js.example');
  });

  it('set the cookies of the visit', async () => {
    const [cookie] = (await ask('/pay')).headers['set-cookie'] ?? [];
    expect(cookie).toBe('taste=sweet; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
  });

  it.each(['http://evil.example/page', 'page', '/.%2e/page', '/a\\..\\page'])(
    'are not found at %j, which is no path',
    async (target) => {
      expect((await ask(target)).status).toBe(400);
    },
  );

  it('tell nothing of what broke, and when to come back where it may work then', async () => {
    expect(await ask('/broken?full')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    const answer = await ask('/broken');
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('CANARY');
    expect(answer.body).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe('a kept page', () => {
  /** Asks until the page comes without being rendered, because it is packed only after the answer that it is made for. */
  async function keptPage(headers: Asked['headers'] = {}): ReturnType<typeof ask> {
    const before = rendered;
    const answer = await ask('/login', { headers });
    return rendered === before ? answer : keptPage(headers);
  }

  it('is rendered once for visitors without a session, and sent with another nonce each time', async () => {
    const zone = (name: string) => ({ cookie: `tz=${name}` });
    const answers = [await keptPage(zone('Africa%2FCairo')), await keptPage(zone('Africa%2FCairo'))];
    const before = rendered;
    answers.push(await ask('/login', { headers: zone('Asia%2FTokyo') }));
    expect(rendered).toBe(before + 1);
    const policies = answers.map(({ headers }) => String(headers['content-security-policy']));
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(new Set(nonces).size).toBe(3);
    for (const [index, { body, headers, status }] of answers.entries()) {
      expect(status).toBe(200);
      expect(body).toContain('<h1>Log in</h1>');
      expect(body).toContain(`nonce="${nonces[index]}"`);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    const withoutNonce = answers.map(({ body }, index) => body.replaceAll(nonces[index] ?? '', ''));
    expect(withoutNonce[1]).toBe(withoutNonce[0]);
  });

  it('is packed for a browser that unpacks', async () => {
    const answer = await keptPage({ 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });

  it.each([
    ['a session', { cookie: 'session=abc' }, '/login'],
    ['another cookie', { cookie: 'tz=UTC; flash=1' }, '/login'],
    ['a query', {}, '/login?next=%2Fuser'],
  ])('is not what somebody with %s gets', async (_name, headers, path) => {
    await keptPage();
    const before = rendered;
    await ask(path, { headers });
    await ask(path, { headers });
    expect(rendered).toBe(before + 2);
  });

  it('is rendered anew when a brand changes', async () => {
    await keptPage();
    const before = rendered;
    await notify(portal.db, 'brand_changed');
    await eventually(() => ask('/login').then(() => expect(rendered).toBeGreaterThan(before)));
  });
});

describe('the guard in front of Remix', () => {
  const attempts: [string, string, Asked['headers']][] = [
    ['a page', '/page', { ...form, origin: 'https://evil.example' }],
    ['a resource route', '/resource', { ...form, origin: 'https://evil.example' }],
    ['a resource route without an Origin', '/resource', form],
    ['a _data post', '/page?_data=routes%2Fpage', { ...form, origin: 'https://evil.example' }],
    ['a single fetch', '/page.data', { ...form, 'sec-fetch-site': 'cross-site' }],
    // Remix resolves the dots like folders, but a comparison of prefixes does not.
    [
      'an exempt path that leads elsewhere',
      '/unsubscribe/../resource',
      { ...form, origin: 'https://evil.example' },
    ],
    ['one that says so in code', '/api/v1/%2E%2e/.%2E/resource', { ...form, origin: 'https://evil.example' }],
    ['text/plain from our page', '/resource', { ...own, 'content-type': 'text/plain' }],
    ['another of our hosts', '/page', { ...form, origin: 'http://acme.localhost:3000' }],
    [
      'an Origin equal to a forged Host',
      '/page',
      { ...form, host: 'evil.example', origin: 'http://evil.example' },
    ],
  ];
  it.each(attempts)('refuses a foreign post to %s', async (_name, path, headers) => {
    const before = acted;
    const answer = await ask(path, { method: 'POST', headers: { ...headers }, body: 'a=1' });
    expect([400, 403, 415, 421]).toContain(answer.status);
    expect(acted).toBe(before);
  });

  it('lets our own pages post', async () => {
    const before = acted;
    const asked = { method: 'POST', headers: { ...own, ...form }, body: 'a=1' };
    expect((await ask('/resource', asked)).body).toBe('acted');
    expect(acted).toBe(before + 1);
  });

  it('refuses a form that is too large, or of unknown length', async () => {
    const headers = { ...own, ...form };
    const sent = (path: string, size: number) =>
      ask(path, { method: 'POST', headers, body: `a=${'b'.repeat(size)}` }).then(({ status }) => status);
    expect(await sent('/resource', 49_000)).toBe(200);
    expect(await sent('/resource', 51_000)).toBe(413);
    // Only a drawn signature needs a larger body.
    expect(await sent('/user/application/3', 400_000)).toBe(200);
    expect(await sent('/user/application/3', 501_000)).toBe(413);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await ask('/resource', { method: 'POST', headers: chunked, body: 'a=1' })).status).toBe(411);
  });

  it.each([
    ['that cannot be decoded', '/link/secret-code%E0%A4%A'],
    ["in Remix's earlier way", '/page?_data=routes%2Fpage'],
  ])('refuses an address %s, and logs nothing of it', async (_what, path) => {
    expect((await ask(path)).status).toBe(400);
  });

  it('knows no method that it does not need', async () => {
    expect((await ask('/page', { method: 'OPTIONS', headers: own })).status).toBe(405);
  });
});

describe('hosts', () => {
  it.each(['evil.example', 'localhost:4000', 'nobody.localhost:3000', 'a.b.localhost:3000', ''])(
    'sends a visitor of %j to the default address',
    async (other) => {
      const answer = await ask('/page?x=1', { headers: { host: other } });
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe('http://localhost:3000/page?x=1');
    },
  );

  it('does not let a path choose another host', async () => {
    const answer = await ask('//evil.example/x', { headers: { host: 'evil.example' } });
    expect(answer.headers.location).toBe('http://localhost:3000/evil.example/x');
  });

  it('answers no call on a host that is not ours', async () => {
    const answer = await ask('/hub/api/verifysession', { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, error_code: 'not-found' });
  });

  it('believes a trusted proxy about client and host, and Remix sees the registered host alone', async () => {
    const headers = {
      host: 'inner:80',
      'x-forwarded-host': host,
      'x-forwarded-for': '6.6.6.6, 198.51.100.9',
    };
    const answer = await ask('/who', { headers });
    expect(JSON.parse(answer.body)).toEqual({
      address: '198.51.100.9',
      at: host,
      origin: `http://${host}`,
      sameOrigin: false,
      url: `http://${host}/who`,
    });
  });
});

describe('calls', () => {
  const json = { 'content-type': 'application/json' };

  it('answer in JSON, never stored', async () => {
    const answer = await ask('/hub/api/no-such-call', { headers: own });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, error_code: 'not-found' });
  });

  it.each([
    ['a foreign Origin', { ...json, origin: 'https://evil.example' }, '{}', 403, 'foreign-origin'],
    ['no Origin at all', json, '{}', 403, 'foreign-origin'],
    ['a form', { ...own, ...form }, 'a=1', 415, 'not-json'],
    ['text/plain', { ...own, 'content-type': 'text/plain' }, '{}', 415, 'not-json'],
    ['broken JSON', { ...own, ...json }, '{"a":', 400, 'invalid-input'],
    ['a body of 200 kB', { ...own, ...json }, JSON.stringify({ a: 'x'.repeat(200_000) }), 413, 'too-large'],
  ])('refuse %s', async (_name, headers, body, status, code) => {
    const answer = await ask('/hub/api/login', { method: 'POST', headers: { ...headers }, body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, error_code: code });
  });
});

describe('hooks', () => {
  it('hand the body over byte for byte, from anywhere and on any host', async () => {
    const body = '{ "id":"evt_1",  "ü": true }';
    const headers = { host: 'anything', 'content-type': 'text/plain', 'x-id': '7', 'x-signature': 'good' };
    const answer = await ask('/hooks/test', { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(received.at(-1)).toEqual({ body, signature: '7 good' });
  });

  it('answer a forged one with the refusal', async () => {
    const before = received.length;
    const answer = await ask('/hooks/test', {
      method: 'POST',
      headers: { 'x-signature': 'forged' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toEqual({
      received: false,
      error_code: 'foreign-origin',
      error_message: 'This request didn’t come from our own pages. Please reload the page and try again.',
    });
    expect(received).toHaveLength(before);
  });

  it('know no other name and no reading', async () => {
    expect((await ask('/hooks/other', { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await ask('/hooks/test')).status).toBe(404);
  });
});

describe('health', () => {
  it('answers on any host', async () => {
    expect(await ask('/healthz', { headers: { host: 'probe' } })).toMatchObject({ status: 200 });
    expect(JSON.parse((await ask('/readyz', { headers: { host: 'probe' } })).body)).toMatchObject({
      failed: [],
      now: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event_loop_ms: { p50: expect.any(Number), p99: expect.any(Number), max: expect.any(Number) },
    });
  });

  it('is not ready while it shuts down, though it lives', async () => {
    draining = true;
    expect((await ask('/readyz')).status).toBe(503);
    const alive = await ask('/healthz');
    expect(alive.status).toBe(200);
    expect(alive.headers.connection).toBe('close');
    draining = false;
  });
});
