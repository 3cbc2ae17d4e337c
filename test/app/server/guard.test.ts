import { describe, expect, it } from 'vitest';
import {
  exemptions,
  guard,
  hasBody,
  isOldDataRequest,
  isPlainPath,
  isSameOrigin,
} from '#app/server/guard.ts';

const own = 'https://acme.portal.example.com';
const json = { 'content-type': 'application/json', 'content-length': '2' };
const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '2' };
const fromHere = { origin: own, 'sec-fetch-site': 'same-origin' };

describe('evidence that our own page asked', () => {
  it.each([
    ['a matching Origin', { origin: own }, true],
    ['a matching Origin and Sec-Fetch-Site', fromHere, true],
    ['Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }, true],
    ['an opaque Origin with Sec-Fetch-Site', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    ['nothing', {}, false],
    ['an opaque Origin', { origin: 'null' }, false],
    ['a foreign Origin', { origin: 'https://evil.example' }, false],
    ['another of our hosts', { origin: 'https://portal.example.com' }, false],
    ['our host on another port', { origin: `${own}:8443` }, false],
    ['our host without TLS', { origin: 'http://acme.portal.example.com' }, false],
    [
      'a foreign Origin that claims same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['a sister host', { 'sec-fetch-site': 'same-site' }, false],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }, false],
    ['our Origin from a foreign site', { origin: own, 'sec-fetch-site': 'cross-site' }, false],
    ['an address that a person typed', { 'sec-fetch-site': 'none' }, false],
    ['our Origin without a page that asked', { origin: own, 'sec-fetch-site': 'none' }, true],
  ])('%s', (_name, headers, expected) => {
    expect(isSameOrigin(headers, own)).toBe(expected);
  });
});

describe('the guard', () => {
  it('lets everybody read', () => {
    expect(guard('GET', '/user', { origin: 'https://evil.example' }, own)).toBe('pass');
    expect(guard('HEAD', '/', {}, own)).toBe('pass');
  });

  it.each(['/login', '/hub/api/login', '/brand.css', '/login?_data=routes%2Flogin', '/login.data'])(
    'refuses a foreign post to %s',
    (path) => {
      expect(guard('POST', path, { ...form, ...json, origin: 'https://evil.example' }, own)).toBe(
        'foreign-origin',
      );
      expect(guard('POST', path, json, own)).toBe('foreign-origin');
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE'])('refuses a foreign %s', (method) => {
    expect(guard(method, '/user', { ...json, 'sec-fetch-site': 'cross-site' }, own)).toBe('foreign-origin');
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND'])('knows no %s', (method) => {
    expect(guard(method, '/user', fromHere, own)).toBe('method');
  });

  it('takes forms and JSON from our pages', () => {
    expect(guard('POST', '/login', { ...form, ...fromHere }, own)).toBe('pass');
    expect(guard('POST', '/hub/api/login', { ...json, ...fromHere }, own)).toBe('pass');
    const upload = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9' };
    expect(guard('POST', '/user/profile', { ...upload, ...fromHere }, own)).toBe('pass');
  });

  it('takes no text/plain, and nothing but JSON under /hub/api', () => {
    const text = { 'content-type': 'text/plain', 'content-length': '2', ...fromHere };
    expect(guard('POST', '/login', text, own)).toBe('content-type');
    expect(guard('POST', '/hub/api/login', text, own)).toBe('content-type');
    expect(guard('POST', '/hub/api/login', { ...form, ...fromHere }, own)).toBe('content-type');
    expect(guard('POST', '/login', { 'content-length': '2', ...fromHere }, own)).toBe('content-type');
  });

  it('exempts exactly what proves itself otherwise', () => {
    expect(exemptions.map(({ prefix }) => prefix)).toEqual([
      '/hooks/',
      '/unsubscribe/',
      '/api/v1/',
      '/files/',
    ]);
    for (const { prefix } of exemptions) expect(guard('POST', `${prefix}x`, {}, own)).toBe('pass');
    expect(guard('POST', '/hooksx', form, own)).toBe('foreign-origin');
  });

  it('takes a request without a type as long as it has no body', () => {
    expect(guard('POST', '/logout', { 'content-length': '0', ...fromHere }, own)).toBe('pass');
    expect(guard('POST', '/logout', fromHere, own)).toBe('pass');
    expect(guard('POST', '/logout', { 'transfer-encoding': 'chunked', ...fromHere }, own)).toBe(
      'content-type',
    );
  });
});

it.each([
  ['no header of one', {}, false],
  ['a length of nothing', { 'content-length': '0' }, false],
  ['a length', { 'content-length': '1' }, true],
  ['pieces', { 'transfer-encoding': 'chunked' }, true],
])('%s: whether there is a body', (_name, headers, expected) => {
  expect(hasBody(headers)).toBe(expected);
});

it.each([
  ['/user/network/7', true],
  ['/link/TX%201', true],
  ['/a/..b/.c', true],
  ['user', false],
  ['http://evil.example/user', false],
  ['/hooks/../login', false],
  ['/hooks/%2e%2E/login', false],
  ['/hooks/.', false],
  ['/hooks\\..\\login', false],
  ['/link/%zz', false],
  ['/link/%', false],
  ['/user\\profile', false],
])('the path %s is plain: %s', (path, expected) => {
  expect(isPlainPath(path)).toBe(expected);
});

it.each([
  ['/login?_data=routes%2Flogin', true],
  ['/login?a=b&_data', true],
  ['/login?next=_data', false],
  ['/login/_data', false],
  ['//', false],
])('the address %s asks in the earlier way: %s', (url, expected) => {
  expect(isOldDataRequest(url)).toBe(expected);
});
