import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { KeptAnswers, whenSent } from '#app/server/kept-answers.ts';

/** Which pages are kept for everybody, and how many. */

const keyOf = (url: string, cookie?: string, method = 'GET') =>
  new KeptAnswers([]).keyOf({ url, method, headers: { cookie } } as IncomingMessage, 'a.example');

test.each([
  '/login',
  '/register',
  '/forgotpassword',
  '/paymentterms',
  '/terms',
  '/privacypolicy',
  '/api',
  '/api.data',
  '/api/staff/background-checks',
  '/api/rules.data',
])('%s is kept', (path) => {
  expect(keyOf(path)).toBe(`a.example ${path} `);
});

test.each<[string, ...Parameters<typeof keyOf>]>([
  ['another page', '/user'],
  ['a call of the API for companies', '/api/v1/me'],
  ['the search of the reference', '/api/search?q=name'],
  ['a page with a query', '/login?next=/user'],
  ['the data of another page', '/login.data'],
  ['a form', '/login', undefined, 'POST'],
  ['a style sheet without its version', '/brand.css'],
  ['a style sheet with more than its version', '/brand.css?v=1&more=1'],
  ['a page of a session', '/login', 'session=abc'],
  ['a page with another cookie beside the time zone', '/login', 'tz=UTC; toast=x'],
  ['a page with another cookie beside both', '/login', 'tz=UTC; styles=index-1; known=1'],
  ['a page with a style sheet that is none', '/login', 'styles=../index.css'],
  ['a page with a time zone that is none', '/login', 'tz=<script>'],
  ['a page with an endless time zone', '/login', `tz=${'a'.repeat(61)}`],
])('%s is not kept', (_what, url, cookie, method) => {
  expect(keyOf(url, cookie, method)).toBeNull();
});

test('each time zone and style sheet has its own page, with and without the prefix of its cookie', () => {
  const cookies = [
    'tz=UTC',
    'tz=Africa%2FCairo',
    '__Host-tz=UTC',
    `tz=${'a'.repeat(60)}`,
    'styles=index-lgLp_t-x',
    'tz=UTC; styles=index-1',
    '__Host-styles=index-1; __Host-tz=UTC',
  ];
  expect(cookies.map((cookie) => keyOf('/login', cookie))).toEqual(
    cookies.map((cookie) => `a.example /login ${cookie}`),
  );
});

test.each(['/api/openapi.json', '/api/agency.json', '/brand.css?v=1'])('%s is kept for everybody', (path) => {
  expect(keyOf(path, 'session=abc')).toBe(`a.example ${path} `);
});

test('a query does not make another document, and the head is that of the document', () => {
  const key = keyOf('/api/openapi.json');
  expect(keyOf('/api/openapi.json?more=1')).toBe(key);
  expect(keyOf('/api/openapi.json', undefined, 'HEAD')).toBe(key);
});

const csp = { toString: (nonce: string) => `csp ${nonce}`, permissions: () => 'none' } as never;

/** The answer of what is kept, with its headers in lower case; null if it is not. */
function answered(kept: KeptAnswers, key: string, headers: IncomingMessage['headers'] = {}, nonce = 'new') {
  const set = new Map<string, unknown>();
  let body: Buffer = Buffer.alloc(0);
  const response = {
    statusCode: 200,
    setHeader: (name: string, value: unknown) => set.set(name.toLowerCase(), value),
    removeHeader: (name: string) => set.delete(name.toLowerCase()),
    end: (sent?: Buffer) => {
      body = sent ?? body;
    },
  };
  const request = { method: 'GET', headers } as IncomingMessage;
  if (!kept.answer(key, nonce, request, response as unknown as ServerResponse)) return null;
  return { status: response.statusCode, headers: Object.fromEntries(set), body };
}

const page = (text: string) => ({
  body: Buffer.from(text),
  type: 'text/html; charset=utf-8',
  caching: 'no-store',
});

test('two hundred pages are kept, the newest ones, and none after a brand has changed', async () => {
  const kept = new KeptAnswers([]);
  const text = (key: string) => answered(kept, key)?.body.toString() ?? null;
  for (let at = 0; at < 200; at += 1) await kept.keep(`key ${at}`, page(`page ${at} old`), 'old', csp);
  expect(text('key 0')).toBe('page 0 new');
  await kept.keep('key 200', page('page 200 old'), 'old', csp);
  expect(['key 0', 'key 1', 'key 200'].map(text)).toEqual([null, 'page 1 new', 'page 200 new']);
  const { cleared } = kept;
  const late = kept.keep('key 201', page('page 201 old'), 'old', csp, cleared);
  kept.clear();
  await late;
  await kept.keep('key 202', page('page of the former brand'), 'old', csp, cleared);
  expect(['key 200', 'key 201', 'key 202'].map(text)).toEqual([null, null, null]);
});

test('a page comes compressed with the nonce of each answer', async () => {
  const kept = new KeptAnswers([]);
  const html = `${'é'.repeat(400)}<script nonce="old"></script><b>x</b><script nonce="old"></script>`;
  await kept.keep('key', page(html), 'old', csp);
  for (const nonce of ['one', 'another+/==']) {
    const { headers, body } = answered(kept, 'key', { 'accept-encoding': 'gzip, br' }, nonce) ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-security-policy': `csp ${nonce}` });
    expect(gunzipSync(body ?? '').toString()).toBe(html.replaceAll('old', nonce));
  }
});

test('a document is compressed once, and not sent again to whoever has it', async () => {
  const kept = new KeptAnswers([]);
  const key = 'a.example /api/openapi.json ';
  const document = {
    body: Buffer.from('x'.repeat(5000)),
    type: 'application/json',
    caching: 'public, max-age=300',
  };
  await kept.keep(key, document, 'nonce', csp);
  const br = answered(kept, key, { 'accept-encoding': 'gzip, deflate, br' });
  expect(br?.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(br?.body ?? '').equals(document.body)).toBe(true);
  const packed = answered(kept, key, { 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(packed?.body ?? '').equals(document.body)).toBe(true);
  expect(answered(kept, key)?.body.equals(document.body)).toBe(true);
  const etag = String(br?.headers.etag);
  expect(answered(kept, key, { 'if-none-match': etag })).toMatchObject({
    status: 304,
    body: Buffer.alloc(0),
  });
  expect(answered(kept, key, { 'if-none-match': `"other", W/${etag}` })?.status).toBe(304);
  expect(answered(kept, key, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  await kept.keep('a.example /brand.css?v=old ', { ...document, caching: 'no-store' }, 'nonce', csp);
  expect(answered(kept, 'a.example /brand.css?v=old ')).toBeNull();
});

describe('many requests for a document that is not kept', () => {
  const key = 'a.example /api/openapi.json ';
  const document = { body: Buffer.from('{}'), type: 'application/json', caching: 'public, max-age=300' };
  const request = () => new EventEmitter() as unknown as ServerResponse;
  const isOver = async (waiting: Promise<void>) =>
    (await Promise.race([waiting.then(() => true), setImmediate(false)])) as boolean;

  test('make it once', async () => {
    const kept = new KeptAnswers([]);
    const first = request();
    await kept.waitFor(key, first);
    const others = [kept.waitFor(key, request()), kept.waitFor(key, request())];
    expect(await Promise.all(others.map(isOver))).toEqual([false, false]);
    const keeping = kept.keep(key, document, 'nonce', csp);
    // The answer is sent before it is compressed.
    first.emit('close');
    expect(await Promise.all(others.map(isOver))).toEqual([false, false]);
    await Promise.all([keeping, ...others]);
    expect(answered(kept, key)).not.toBeNull();
  });

  test('do not wait for one that fails, nor for a page', async () => {
    const kept = new KeptAnswers([]);
    const failing = request();
    await kept.waitFor(key, failing);
    const other = kept.waitFor(key, request());
    failing.emit('close');
    await other;
    await kept.waitFor(key, request());
    await kept.waitFor('a.example /login ', request());
    await kept.waitFor('a.example /login ', request());
  });
});

test.each([
  ['a page', {}, true],
  ['a page that sets a cookie', { 'Set-Cookie': 'session=abc' }, false],
  ['a page that was not found', { status: '404' }, false],
  ['a document', { 'Content-Type': 'application/json' }, true],
  ['a page that nobody waits for any more', { destroyed: 'yes' }, false],
])('%s is handed on to be kept, in one piece, or not', (_what, given, kept) => {
  const { status = '200', destroyed, ...set } = given as Record<string, string>;
  const headers = new Map(Object.entries({ 'Content-Type': 'text/html; charset=utf-8', ...set }));
  const sent: unknown[] = [];
  const response = {
    statusCode: Number(status),
    destroyed: destroyed !== undefined,
    hasHeader: (name: string) => headers.has(name),
    getHeader: (name: string) => headers.get(name),
    write: (chunk: unknown) => sent.push(chunk),
    end: (chunk?: unknown) => sent.push(chunk),
  } as unknown as ServerResponse;
  const taken: string[] = [];
  whenSent(response, ({ body }) => taken.push(body.toString()));
  response.write('<p>');
  response.write(Buffer.from('é'));
  response.end('</p>');
  expect(sent).toEqual(['<p>', Buffer.from('é'), '</p>']);
  expect(taken).toEqual(kept ? ['<p>é</p>'] : []);
});
