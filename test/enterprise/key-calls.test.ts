import { afterAll, describe, expect, it } from 'vitest';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { API_VERSION, listApiKeys } from '#modules/enterprise/index.ts';
import { beginOnce } from '#modules/enterprise/key-calls/once.ts';
import { KEY_CALLS_A_MINUTE, KEY_REQUEST_LONGEST } from '#modules/enterprise/limits.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { ask } from '#test/app/server/ask.ts';
import { bareBuild } from '#test/app/server/bare-build.ts';
import { apiClient } from '#test/factories/api-client.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany } from '#test/factories/network.ts';
import { giveSession } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** How /api/v1 answers, whatever the call (D134, D135). */

const portal = await testPortal();
const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks: [],
    checks: [],
    assets: null,
    build: bareBuild([]),
  }),
);
afterAll(() => listener.drain(0));

const company = await newCompany(portal, { company_name: 'Harbor' });
const { key, id } = await newApiKey(company, { name: 'Yard' });

const http = (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
  ask(listener.port, path, {
    method,
    headers: { host: portal.config.baseHost, ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('over HTTP', () => {
  it('answers a key with JSON, the version, how many requests are left, and an ETag that saves the body', async () => {
    const answer = await http('/api/v1/me', { authorization: `Bearer ${key}` });
    expect(JSON.parse(answer.body)).toMatchObject({
      company: { id: company.companyId, name: 'Harbor' },
      key: { id, name: 'Yard', ends_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'api-version': API_VERSION,
      'ratelimit-policy': '"key";q=600;w=60',
      ratelimit: expect.stringMatching(/^"key";r=\d+;t=60$/),
    });
    const tag = String(answer.headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await http('/api/v1/me', { authorization: `bearer ${key}`, 'if-none-match': known });
      expect(again, known).toMatchObject({ status: 304, body: '' });
    }
    const other = await http('/api/v1/me', { authorization: `Bearer ${key}`, 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });

  it('reads no cookie: a session alone is refused, and changes nothing beside a key', async () => {
    const cookie = [...company.owner.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const session = await http('/api/v1/me', { cookie });
    expect(session.status).toBe(401);
    expect(session.headers['www-authenticate']).toBe('Bearer');
    expect(session.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const both = await http('/api/v1/me', { cookie, authorization: `Bearer ${key}` });
    expect(both.status).toBe(200);
    expect(both.headers['set-cookie']).toBeUndefined();
  });

  it('answers a path that is not encoded as it should be with a problem as well', async () => {
    for (const path of ['/api/v1/connections/%zz', '/api/v1/people/%']) {
      const answer = await http(path, { authorization: `Bearer ${key}` });
      expect(answer.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
      expect([answer.status, JSON.parse(answer.body)], path).toEqual([
        400,
        expect.objectContaining({ code: 'invalid-input', status: 400 }),
      ]);
    }
  });

  it('answers every other path under /api/v1 with 404 as a problem, also from a foreign origin', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1'],
      ['GET', '/api/v1/nothing'],
      ['POST', '/api/v1/me'],
      ['DELETE', '/api/v1/me'],
    ] as const) {
      const answer = await http(
        path,
        { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
        method,
      );
      expect(answer.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
      expect([answer.status, JSON.parse(answer.body).code], path).toEqual([404, 'not-found']);
    }
  });
});

describe('the use of a key', () => {
  it('is noted once an hour, with the address of the first call in it', async () => {
    portal.clock.stop();
    const own = await newCompany(portal);
    const { key: used, id: usedId } = await newApiKey(own);
    const lastUse = async () => {
      const { keys } = await own.owner.visitor.perform(listApiKeys, {});
      const found = keys.find((each) => each.id === usedId);
      return [found?.last_used_at?.getTime(), found?.last_used_address];
    };
    expect(await lastUse()).toEqual([undefined, null]);
    const hour = Math.floor(portal.clock.now().getTime() / HOUR) * HOUR;
    await apiClient(portal, used)('GET /me', { address: '203.0.113.1' });
    await apiClient(portal, used)('GET /me', { address: '203.0.113.2' });
    expect(await lastUse()).toEqual([hour, '203.0.113.1']);
    portal.clock.advance(HOUR);
    await giveSession(own.owner.visitor, own.owner.emailaddress);
    await apiClient(portal, used)('GET /me', { address: '203.0.113.2' });
    expect(await lastUse()).toEqual([hour + HOUR, '203.0.113.2']);
  });

  it('is 600 requests a minute, counted for each key by itself', async () => {
    const own = await newCompany(portal);
    const { key: busy, id: busyId } = await newApiKey(own);
    const { key: calm } = await newApiKey(own);
    const limit = { limit: KEY_CALLS_A_MINUTE, per: 60_000 };
    for (let sent = 1; sent < KEY_CALLS_A_MINUTE; sent += 1)
      await portal.throttles.hit(`enterprise.api-key:${busyId}`, limit);
    expect((await apiClient(portal, busy)('GET /me')).headers.RateLimit).toMatch(/^"key";r=0;/);
    const refused = await apiClient(portal, busy)('GET /me');
    expect(refused).toMatchObject({ status: 429, body: { code: 'throttled' } });
    expect(Number(refused.headers['Retry-After'])).toBeGreaterThan(0);
    expect(refused.headers.RateLimit).toBe(`"key";r=0;t=${refused.headers['Retry-After']}`);
    expect((await apiClient(portal, calm)('GET /me')).status).toBe(200);
  });
});

describe('a request with an Idempotency-Key', () => {
  const begin = (idempotencyKey: string, request = 'POST /x\n{}', { companyId } = company) =>
    beginOnce(portal, { companyId, idempotencyKey, request });
  async function opened(begun: ReturnType<typeof begin>) {
    const once = await begun;
    if ('answer' in once) throw new Error('answered before');
    return once;
  }

  it('is answered once, and then with the same answer for 24 hours', async () => {
    portal.clock.stop();
    const once = await opened(begin('order-1'));
    const waiting = await begin('order-1').catch((error: unknown) => error);
    shows(
      'api-keys.idempotency-in-flight',
      (waiting as Error & { text: string }).text.replace(/ You can.*/, ''),
    );
    await once.keep(portal.db, '{"a":1}');
    expect(await begin('order-1')).toEqual({ answer: '{"a":1}' });
    const other = await begin('order-1', 'POST /x\n{"b":2}').catch((error: unknown) => error);
    shows('api-keys.idempotency-reused', (other as { text: string }).text);
    portal.clock.advance(DAY - 1);
    expect(await begin('order-1')).toEqual({ answer: '{"a":1}' });
    portal.clock.advance(1);
    expect(await begin('order-1', 'POST /x\n{"b":2}')).toHaveProperty('keep');
  });

  it('is begun by one of several at once, and belongs to its company', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(begin('race'))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    const stranger = await newCompany(portal);
    expect(await begin('race', 'POST /other', stranger)).toHaveProperty('keep');
  });

  it('may be sent again after a refusal, and after its process died', async () => {
    portal.clock.stop();
    await (await opened(begin('refused'))).forget();
    expect(await begin('refused', 'POST /y')).toHaveProperty('keep');
    const dead = await opened(begin('dead'));
    portal.clock.advance(KEY_REQUEST_LONGEST - 1);
    expect(await codeOf(begin('dead'))).toBe('enterprise.idempotency-in-flight');
    portal.clock.advance(1);
    expect(await codeOf(begin('dead', 'POST /y'))).toBe('enterprise.idempotency-reused');
    const again = await opened(begin('dead'));
    await expect(dead.keep(portal.db, '{}')).rejects.toMatchObject({
      code: 'enterprise.idempotency-in-flight',
    });
    await again.keep(portal.db, '{"c":3}');
    expect(await begin('dead')).toEqual({ answer: '{"c":3}' });
  });

  it('needs a value of 1 to 255 characters', async () => {
    for (const wrong of ['', 'with space', 'ä', 'x'.repeat(256)]) {
      const refused = await begin(wrong).catch((error: unknown) => error);
      shows('api-keys.idempotency-key', (refused as { text: string }).text);
    }
    expect(await begin('x'.repeat(255))).toHaveProperty('keep');
  });

  it('is deleted when it is over', async () => {
    await begin('old');
    portal.clock.advance(DAY);
    await portal.runSchedule('enterprise.sweep');
    expect((await portal.pool.query('select from key_request')).rowCount).toBe(0);
  });
});
