import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/browser.ts';
import { createVisit, type VisitParts } from '#modules/platform/visit.ts';

function visitWith(parts: Partial<VisitParts> = {}) {
  const lines: string[] = [];
  let readings = 0;
  const visit = createVisit({
    address: '203.0.113.7',
    agent: 'a browser',
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    polling: false,
    sameOrigin: true,
    cookieHeader: 'session=a; zone=UTC',
    setCookie: (line) => lines.push(line),
    secureCookies: false,
    readCaller: async () => {
      readings += 1;
      return null;
    },
    ...parts,
  });
  return { visit, lines, readings: () => readings };
}

test('a cookie is read, written for the whole site and away from scripts, and taken away', () => {
  const { visit, lines } = visitWith();
  const { cookies } = visit;
  expect([cookies.get('session'), cookies.get('other')]).toEqual(['a', undefined]);
  cookies.set('session', 'b', { maxAge: 30 * DAY + 999 });
  cookies.set('zone', 'US', { httpOnly: false, path: '/user' });
  expect([cookies.get('session'), cookies.get('zone')]).toEqual(['b', 'US']);
  cookies.clear('session');
  expect(cookies.get('session')).toBeUndefined();
  expect(lines).toEqual([
    'session=b; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    'zone=US; Path=/user; SameSite=Lax',
    'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

test('D10: outside development a cookie is secure and bound to the host', () => {
  const { visit, lines } = visitWith({ secureCookies: true, cookieHeader: 'session=a; __Host-session=b' });
  expect(visit.cookies.get('session')).toBe('b');
  visit.cookies.set('session', 'c');
  expect(lines).toEqual(['__Host-session=c; Path=/; HttpOnly; Secure; SameSite=Lax']);
});

test('a request has an id of its own unless it is given one, and its caller is read once until forgotten', async () => {
  expect(visitWith({ requestId: 'given' }).visit.requestId).toBe('given');
  const { visit, readings } = visitWith();
  expect(visit.requestId).toMatch(/^[0-9a-f-]{36}$/);
  await visit.caller();
  await visit.caller();
  expect(readings()).toBe(1);
  visit.forgetCaller();
  await visit.caller();
  expect(readings()).toBe(2);
});
