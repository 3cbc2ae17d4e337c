import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { KeptPages, whenSent } from '#app/server/kept-pages.ts';

/** Which pages are kept for everybody, and how many. */

const keyOf = (url: string, cookie?: string, method = 'GET') =>
  new KeptPages([]).keyOf({ url, method, headers: { cookie } } as IncomingMessage, 'a.example');

test.each(['/login', '/register', '/forgotpassword', '/paymentterms', '/api'])('%s is kept', (path) => {
  expect(keyOf(path)).toBe(`a.example ${path} `);
});

test.each<[string, ...Parameters<typeof keyOf>]>([
  ['another page', '/user'],
  ['a page with a query', '/login?next=/user'],
  ['the data of a page', '/login.data'],
  ['a form', '/login', undefined, 'POST'],
  ['the head of a page', '/login', undefined, 'HEAD'],
  ['a page of a session', '/login', 'session=abc'],
  ['a page with another cookie beside the time zone', '/login', 'tz=UTC; toast=x'],
  ['a page with a time zone that is none', '/login', 'tz=<script>'],
  ['a page with an endless time zone', '/login', `tz=${'a'.repeat(61)}`],
])('%s is not kept', (_what, url, cookie, method) => {
  expect(keyOf(url, cookie, method)).toBeNull();
});

test('each time zone has its own page, with and without the prefix of its cookie', () => {
  const zones = ['tz=UTC', 'tz=Africa%2FCairo', '__Host-tz=UTC', `tz=${'a'.repeat(60)}`];
  expect(zones.map((cookie) => keyOf('/login', cookie))).toEqual(
    zones.map((cookie) => `a.example /login ${cookie}`),
  );
});

test('two hundred pages are kept, the newest ones, and none after a brand has changed', () => {
  const pages = new KeptPages([]);
  const csp = { toString: () => '' } as never;
  const sent: string[] = [];
  const response = { writeHead: () => undefined, end: (body: Buffer) => sent.push(body.toString()) };
  const answers = (key: string) =>
    pages.answer(key, 'new', { headers: {} } as IncomingMessage, response as unknown as ServerResponse);
  for (let page = 0; page < 200; page += 1) pages.keep(`key ${page}`, `page ${page} old`, 'old', csp);
  expect(answers('key 0')).toBe(true);
  pages.keep('key 200', 'page 200 old', 'old', csp);
  expect([answers('key 0'), answers('key 1'), answers('key 200')]).toEqual([false, true, true]);
  expect(sent).toEqual(['page 0 new', 'page 1 new', 'page 200 new']);
  pages.clear();
  expect(answers('key 200')).toBe(false);
});

test.each([
  ['a page', {}, true],
  ['a page that sets a cookie', { 'Set-Cookie': 'session=abc' }, false],
  ['a page that was not found', { status: '404' }, false],
  ['what is no page', { 'Content-Type': 'application/json' }, false],
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
  whenSent(response, (html) => taken.push(html));
  response.write('<p>');
  response.write(Buffer.from('é'));
  response.end('</p>');
  expect(sent).toEqual(['<p>', Buffer.from('é'), '</p>']);
  expect(taken).toEqual(kept ? ['<p>é</p>'] : []);
});
