import { expect, test } from 'vitest';
import { type CookieSituation, Cookies } from './cookies.ts';

const here = new URL('http://localhost:3000/user/profile');
const typed: CookieSituation = { initiator: null, isTopLevel: true, method: 'GET' };

function sent(lines: string[], url = here, situation = typed): string {
  const cookies = new Cookies();
  for (const line of lines) cookies.take(line, here);
  return cookies.headerFor(url, situation);
}

test('a cookie goes to its own host only', () => {
  const branded = new URL('http://acme.localhost:3000/user/profile');
  expect(sent(['a=1'])).toBe('a=1');
  expect(sent(['a=1'], branded)).toBe('');
});

test('a cookie goes below its path only', () => {
  expect(sent(['a=1; Path=/user'])).toBe('a=1');
  expect(sent(['a=1; Path=/admin'])).toBe('');
});

test('a cookie ends with its age, its date, and when it is set to the past', () => {
  expect(sent(['a=1; Max-Age=60'])).toBe('a=1');
  expect(sent(['a=1', 'a=; Max-Age=0'])).toBe('');
  expect(sent(['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBe('');
});

test('localhost counts as secure, and __Host- asks for Secure, the root and no domain', () => {
  expect(sent(['a=1; Secure'])).toBe('a=1');
  expect(sent(['__Host-a=1; Secure; Path=/'])).toBe('__Host-a=1');
  expect(sent(['__Host-a=1; Path=/'])).toBe('');
  expect(sent(['__Host-a=1; Secure; Path=/user'])).toBe('');
  expect(sent(['__Host-a=1; Secure; Path=/; Domain=localhost'])).toBe('');
});

test('from another site, a link carries lax cookies and a post carries none', () => {
  const foreign = { initiator: 'http://elsewhere.example/', isTopLevel: true };
  const lines = ['strict=1; SameSite=Strict', 'lax=1; SameSite=Lax'];
  expect(sent(lines, here, { ...foreign, method: 'GET' })).toBe('lax=1');
  expect(sent(lines, here, { ...foreign, method: 'POST' })).toBe('');
  expect(sent(lines, here, { ...foreign, method: 'GET', isTopLevel: false })).toBe('');
  expect(sent(lines, here, { initiator: here.href, isTopLevel: true, method: 'POST' })).toBe(
    'strict=1; lax=1',
  );
});

test('cookies that a journey adds are listed and cleared by name', async () => {
  const cookies = new Cookies();
  cookies.add([
    { name: 'session', value: 's', url: 'http://localhost:3000' },
    { name: '__Host-known', value: 'k', url: 'http://localhost:3000' },
  ]);
  expect(cookies.list().map(({ name }) => name)).toEqual(['session', '__Host-known']);
  await cookies.clear({ name: 'session' });
  expect(cookies.headerFor(here, typed)).toBe('__Host-known=k');
});
