import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { answerCall, CallTable } from '#modules/platform/calls.ts';
import type { Call, Throttle } from '#modules/platform/contract.ts';
import { anyone, HOUR, operation, signedIn, yesNo } from '#modules/platform/index.ts';
import { createVisit } from '#modules/platform/visit.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { VisitorOptions } from '#test/visitor.ts';

const portal = await testPortal({ now: new Date('2026-06-01T10:20:00Z') });

it.each(['GET', 'POST'] as const)('a %s of no call is not found', async (method) => {
  expect(await portal.visitor().call(method, '/user/none')).toMatchObject({
    status: 404,
    body: { success: false, error_code: 'not-found' },
  });
});

const echoInput = z.object({
  text: z.string().max(3).default(''),
  id: z.uuid().optional(),
  emailaddress: z.email().optional(),
  tree: z.json().optional(),
  wide: z
    .union([
      z.object({ one: z.string().max(3), two: z.string().max(3) }),
      z.object({ one: z.string().max(3) }),
    ])
    .optional(),
  either: z.union([z.object({ one: z.string().max(3) }), z.object({ two: z.number() })]).optional(),
});

function planted(name: string, throttle?: Throttle<z.output<typeof echoInput>>) {
  return operation({
    name: `test.${name}`,
    summary: 'Planted to be called.',
    access: anyone,
    kind: 'read',
    input: echoInput,
    output: z.object({ said: z.string(), short: yesNo }),
    throttle,
    async run(_work, { text }) {
      if (text === 'bad') throw new Error('the inside');
      return { said: text, short: text.length < 2 };
    },
  });
}

const own = operation({
  name: 'test.own',
  summary: 'Planted for a session.',
  access: signedIn,
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  throttle: { limit: 1, per: HOUR, by: 'account' },
  run: async () => ({}),
});

const once = { limit: 1, per: HOUR } as const;
const byAddress = planted('by-address', once);
const rows: Call[] = [
  { method: 'POST', path: '/test/echo', operation: planted('echo') },
  { method: 'GET', path: '/test/echo', operation: planted('echo') },
  { method: 'GET', path: '/test/change', operation: planted('change'), changesState: true },
  { method: 'POST', path: '/test/once', operation: planted('once', once) },
  { method: 'POST', path: '/test/other', operation: planted('other', once) },
  { method: 'POST', path: '/test/first', operation: planted('first', { ...once, together: 'test.both' }) },
  { method: 'POST', path: '/test/second', operation: planted('second', { ...once, together: 'test.both' }) },
  {
    method: 'POST',
    path: '/test/keyed',
    operation: planted('keyed', { ...once, key: (_visit, { text }) => text }),
  },
  { method: 'POST', path: '/test/own', operation: own },
];
Object.assign(portal, { calls: new CallTable([rows.slice(0, 2), rows.slice(2)]) });

interface Sent extends VisitorOptions {
  type?: string | undefined;
  body?: string;
  search?: string;
}

async function send(method: string, path: string, { type, body = '{}', search = '', ...options }: Sent = {}) {
  const answer = await answerCall(portal, portal.visitor().visit(options), {
    method,
    path,
    search: new URLSearchParams(search),
    contentType: type,
    readBody: async () => body,
  });
  return { ...answer, body: JSON.parse(answer.body) };
}

const json = { type: 'application/json' };

test('no two calls have the same method and path', () => {
  expect(() => new CallTable([rows, rows.slice(0, 1)])).toThrow('same method and path');
  expect(new CallTable([rows]).rows).toEqual(rows);
});

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON ;charset=utf-8', 200],
  ['application/jsonp', 415],
  ['text/plain', 415],
  ['text/plain; application/json', 415],
  ['', 415],
  [undefined, 415],
])('a body of the type %s is answered %i', async (type, status) => {
  expect((await send('POST', '/test/echo', { type })).status).toBe(status);
});

test('what is sent comes in the body or the address, flags come back as words, and an empty body is no field', async () => {
  expect(await send('POST', '/test/echo', { ...json, body: '{"text":"abc"}' })).toEqual({
    status: 200,
    body: { success: true, said: 'abc', short: 'NO' },
  });
  expect((await send('GET', '/test/echo', { search: 'text=a' })).body).toEqual({
    success: true,
    said: 'a',
    short: 'YES',
  });
  expect((await send('POST', '/test/echo', { ...json, body: '' })).body).toMatchObject({ said: '' });
  expect(await send('POST', '/test/echo', { ...json, body: '{"text":' })).toMatchObject({
    status: 400,
    body: { error_code: 'invalid-input' },
  });
});

test.each([
  ['GET', '/test/echo', 200],
  ['GET', '/test/change', 403],
  ['POST', '/test/echo', 403],
])('a %s of %s that a page of another site makes is answered %i', async (method, path, status) => {
  expect((await send(method, path, { ...json, sameOrigin: false })).status).toBe(status);
  expect((await send(method, path, { ...json, sameOrigin: true })).status).toBe(200);
});

test.each<[string, object, number, object | undefined]>([
  ['a text that is too long', { text: 'abcd' }, 400, { text: [expect.any(String)] }],
  ['an id that is none', { id: 'none' }, 404, undefined],
  ['an address that is none', { emailaddress: 'none' }, 400, { emailaddress: [expect.any(String)] }],
  ['an id that is empty', { id: '' }, 400, { id: [expect.any(String)] }],
  [
    'a part of the shape that is meant',
    { either: { one: 'abcd' } },
    400,
    { 'either.one': [expect.any(String)] },
  ],
  ['a part of the other shape', { either: { two: 'x' } }, 400, { 'either.two': [expect.any(String)] }],
  [
    'what keeps the shape with the fewest wrong parts from fitting',
    { wide: { one: 'abcd', two: 'abcd' } },
    400,
    { 'wide.one': [expect.any(String)] },
  ],
  ['no shape at all', { either: 'x' }, 400, { either: ['Invalid input'] }],
])('%s is named', async (_what, input, status, issues) => {
  const answer = await send('POST', '/test/echo', { ...json, body: JSON.stringify(input) });
  expect(answer.status).toBe(status);
  expect(answer.body.issues).toEqual(issues);
});

test('what is nested too deeply to be checked is wrong input', async () => {
  const depth = 200_000;
  const body = `{"tree":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(await send('POST', '/test/echo', { ...json, body })).toMatchObject({
    status: 400,
    body: { error_code: 'invalid-input' },
  });
});

test('a failure of ours is told with the id of the request, and any other refusal without it', async () => {
  const failed = await send('POST', '/test/echo', { ...json, body: '{"text":"bad"}' });
  const [logged] = portal.takeErrors();
  expect(failed.status).toBe(500);
  expect(failed.body.error_message).toContain(`(${logged?.request})`);
  expect(failed.body.error_message).not.toContain('inside');
  const refused = await send('POST', '/test/none', json);
  expect(refused.body.error_message).not.toContain('(');
  expect(refused.retryAfter).toBeUndefined();
});

describe('a throttle', () => {
  const statusOf = async (path: string, more: Sent = {}) =>
    (await send('POST', path, { ...json, ...more })).status;

  test('counts each operation by itself, or those that are counted together', async () => {
    const address = '203.0.113.21';
    portal.clock.stop();
    portal.clock.set(new Date('2026-06-01T10:20:00.001Z'));
    expect(await statusOf('/test/once', { address })).toBe(200);
    expect(await send('POST', '/test/once', { ...json, address })).toMatchObject({
      status: 429,
      // Until 12:00, when the hour of that call no longer overlaps the last hour, in whole seconds.
      retryAfter: 6_000,
      body: { error_code: 'throttled' },
    });
    portal.clock.run();
    expect(await statusOf('/test/other', { address })).toBe(200);
    expect(await statusOf('/test/once', { address: '203.0.113.22' })).toBe(200);
    expect(await statusOf('/test/first', { address })).toBe(200);
    expect(await statusOf('/test/second', { address })).toBe(429);
  });

  test('counts by what the input says, or by the account wherever it is', async () => {
    const keyed = (text: string, address: string) =>
      statusOf('/test/keyed', { body: JSON.stringify({ text }), address });
    expect(await keyed('a', '203.0.113.31')).toBe(200);
    expect(await keyed('a', '203.0.113.32')).toBe(429);
    expect(await keyed('b', '203.0.113.31')).toBe(200);
    const [one, other] = [await newPerson(portal), await newPerson(portal)];
    const ask = ({ visitor }: typeof one, address: string) => visitor.perform(own, {}, { address });
    await ask(one, '203.0.113.41');
    await expect(ask(one, '203.0.113.42')).rejects.toMatchObject({ code: 'throttled' });
    await ask(other, '203.0.113.41');
  });

  test('counts by the address, whoever it is that asks from there', async () => {
    const [one, other] = [await newPerson(portal), await newPerson(portal)];
    const ask = ({ visitor }: typeof one, address: string) => visitor.perform(byAddress, {}, { address });
    await ask(one, '203.0.113.51');
    await expect(ask(other, '203.0.113.51')).rejects.toMatchObject({ code: 'throttled' });
    await ask(one, '203.0.113.52');
  });
});

describe('a cookie', () => {
  const cookiesOf = (secureCookies: boolean, cookieHeader?: string) => {
    const lines: string[] = [];
    const visit = createVisit({
      address: '',
      agent: '',
      host: '',
      origin: '',
      polling: false,
      sameOrigin: true,
      cookieHeader,
      setCookie: (line) => lines.push(line),
      secureCookies,
      readCaller: async () => null,
    });
    return { cookies: visit.cookies, lines };
  };

  test.each([
    [true, '__Host-session=abc; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [false, 'session=abc; Path=/; HttpOnly; SameSite=Lax'],
  ])('of a portal with secure cookies (%s) is read and written by its name', (secure, line) => {
    const name = secure ? '__Host-session' : 'session';
    const { cookies, lines } = cookiesOf(secure, `${name}=first; other=1`);
    expect(cookies.get('session')).toBe('first');
    cookies.set('session', 'abc');
    expect(lines).toEqual([line]);
    expect(cookies.get('session')).toBe('abc');
    cookies.clear('session');
    expect(cookies.get('session')).toBeUndefined();
    expect(lines[1]).toContain('Max-Age=0');
  });

  test('lasts whole seconds, and may be read by a script only where it says so', () => {
    const { cookies, lines } = cookiesOf(false);
    cookies.set('zone', 'UTC', { maxAge: 61_999, httpOnly: false, path: '/user' });
    expect(lines).toEqual(['zone=UTC; Max-Age=61; Path=/user; SameSite=Lax']);
    expect(cookies.get('other')).toBeUndefined();
  });
});
