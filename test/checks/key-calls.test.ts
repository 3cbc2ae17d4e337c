import { beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey } from '#modules/enterprise/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { type ApiAnswer, apiClient } from '#test/factories/api-client.ts';
import { everyScope, newApiKey } from '#test/factories/api-keys.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { schemaOf, validInput } from './inputs.ts';
import { expectUnchanged } from './unchanged.ts';

/** Every call of /api/v1, tried with keys that it must refuse, and with wrong input. */

const portal = await testPortal();
const company = await newCompany(portal, { alert_dashboard_enabled: true });
const stopped = await newCompany(portal);
const keys = {
  good: await newApiKey(company),
  revoked: await newApiKey(company),
  elsewhere: await newApiKey(company, { addresses: '198.51.100.0/24' }),
  stopped: await newApiKey(stopped),
};
await company.owner.visitor.perform(revokeApiKey, {
  apikeyid: keys.revoked.id,
  currentpassword: company.owner.password,
});
await portal.pool.query('update company set enterprise_enabled = false where id = $1', [stopped.companyId]);

/** A key with every scope but one. */
const without = new Map<string, string>();
for (const scope of everyScope) {
  const { key } = await newApiKey(company, { scopes: everyScope.filter((each) => each !== scope) });
  without.set(scope, key);
}

const someId = '01970000-0000-7000-8000-000000000000';

const calls = portal.keyCalls.rows.map((call) => ({
  ...call,
  sent: call.route.replaceAll(/:[a-z]*id\b/g, someId).replaceAll(/:[a-z]+/g, 'x') as typeof call.route,
}));

function expectProblem(answer: ApiAnswer, status: number, code: string): void {
  expect(answer.body).toMatchObject({ type: 'about:blank', status, code, title: expect.any(String) });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer)).not.toContain('shk_a');
}

describe('a refused request changes no row', () => {
  // The first use in an hour is noted.
  beforeAll(async () => {
    portal.clock.stop();
    for (const key of [keys.good.key, ...without.values()]) await apiClient(portal, key)('GET /me');
  });
  const unchanged = expectUnchanged(portal);

  test.each(calls)('$route refuses each key that does not work', (call) =>
    unchanged(call.route, async () => {
      const send = (key: string | null, address?: string) =>
        apiClient(portal, key)(call.sent, {
          body: call.sent.startsWith('POST') ? {} : undefined,
          ...(address ? { address } : {}),
        });
      const missing = await send(null);
      expectProblem(missing, 401, 'enterprise.api-key-missing');
      shows('api-keys.missing', missing.body.title);
      const wrong = await send(`shk_${'A'.repeat(27)}`);
      expectProblem(wrong, 401, 'enterprise.api-key-wrong');
      shows('api-keys.wrong', wrong.body.title);
      expectProblem(await send('a session token'), 401, 'enterprise.api-key-missing');
      const revoked = await send(keys.revoked.key);
      expectProblem(revoked, 401, 'enterprise.api-key-revoked');
      shows('api-keys.was-revoked', revoked.body.title);
      const off = await send(keys.stopped.key);
      expectProblem(off, 403, 'enterprise.api-key-stopped');
      shows('api-keys.stopped', off.body.title);
      const foreign = await send(keys.elsewhere.key);
      expectProblem(foreign, 403, 'enterprise.api-key-foreign-address');
      shows('api-keys.foreign-address', foreign.body.title);
    }),
  );

  test.each(calls.filter(({ operation }) => operation.access.scope))(
    '$route refuses a key without its scope',
    (call) =>
      unchanged(call.route, async () => {
        const key = without.get(call.operation.access.scope ?? '') ?? null;
        const answer = await apiClient(portal, key)(call.sent, { body: validInput(call.operation.input) });
        expectProblem(answer, 403, 'enterprise.api-key-scope');
        shows('api-keys.scope', answer.body.title);
      }),
  );

  test.each(calls)('$route takes no bad input', (call) =>
    unchanged(call.route, async () => {
      const client = apiClient(portal, keys.good.key);
      const bad = { $like: '%', limit: 'many', dryrun: 'perhaps', starting_after: 'x', lines: 1 };
      if (call.route.startsWith('GET')) {
        const answer = await client(call.sent, { query: { limit: 'many', starting_after: "x' or 1=1" } });
        // Some take nothing at all.
        if (Object.keys(schemaOf(call.operation.input).properties ?? {}).length > 0)
          expect([400, 404], JSON.stringify(answer.body)).toContain(answer.status);
        return;
      }
      for (const body of [
        'not json',
        '[]',
        '"text"',
        'null',
        JSON.stringify(bad),
        '{"__proto__":{"polluted":1}}',
      ]) {
        const answer = await client(call.sent, { body });
        expect([400, 404, 415], `${body}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      }
      const form = await client(call.sent, { body: 'a=b', contentType: 'application/x-www-form-urlencoded' });
      expect([404, 415]).toContain(form.status);
      expect('polluted' in {}).toBe(false);
    }),
  );

  test('an unknown path, method or encoding is answered alike, with and without a key', () =>
    unchanged('unknown', async () => {
      for (const call of [
        'GET /',
        'GET /nothing',
        'POST /me',
        'GET /me/',
        'GET /connections/a/b',
        'GET /people/%zz',
      ] as const) {
        expectProblem(await apiClient(portal, keys.good.key)(call), 404, 'not-found');
        expectProblem(await apiClient(portal, null)(call), 404, 'not-found');
      }
    }));
});

test('a key that has expired is refused from that moment on', async () => {
  portal.clock.stop();
  const { key } = await newApiKey(await newCompany(portal), { ends: 'quarter' });
  portal.clock.advance(90 * DAY - 1);
  expect((await apiClient(portal, key)('GET /me')).status).toBe(200);
  portal.clock.advance(1);
  for (const { sent } of calls) {
    const answer = await apiClient(portal, key)(sent);
    expectProblem(answer, 401, 'enterprise.api-key-expired');
    shows('api-keys.expired', answer.body.title);
  }
});
