// Takes long: it orders a report and starts two adverse actions.
import { expect, test } from 'vitest';
import { requestRemoval, withdrawAdverseAction } from '#modules/network/index.ts';
import { newSharing, startAdverse } from '#test/factories/adverse.ts';
import { apiClient } from '#test/factories/api-client.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** What a key reads of the adverse actions of its company (D135). */

const portal = await servedPortal({ now: new Date('2026-08-03T15:00:00Z') });
await removeSandboxDelays(portal);

test('a key reads states and times of its company’s actions, and neither who the person is nor what was found', async () => {
  portal.clock.stop();
  const sharing = await newSharing(portal);
  const { company, connectionid } = sharing;
  const { key } = await newApiKey(company, { scopes: ['adverse_actions:read'] });
  const client = apiClient(portal, key);
  const older = await startAdverse(portal, sharing);
  await company.owner.visitor.perform(withdrawAdverseAction, { adverseid: older });
  const newer = await startAdverse(portal, sharing);
  const first = await client('GET /adverse-actions', { query: { limit: '1' } });
  expect(first.body).toEqual({
    data: [
      {
        id: newer,
        connection_id: connectionid,
        state: 'waiting',
        place: 'Texas',
        started_at: portal.clock.now().toISOString(),
        decide_from: '2026-08-11T05:00:00.000Z',
        closed_at: null,
      },
    ],
    has_more: true,
  });
  const second = await client('GET /adverse-actions', { query: { starting_after: newer } });
  expect(second.body).toMatchObject({ data: [{ id: older, state: 'withdrawn' }], has_more: false });
  const one = await client(`GET /adverse-actions/${newer}`);
  expect(one.body).toMatchObject({ wait: { days: 7, passed: 0, last_day: '2026-08-10' } });
  expect(one.body.events.map(({ type }: { type: string }) => type)).toEqual([
    'purpose',
    'started',
    'delivered',
  ]);
  expect(JSON.stringify([first.body, one.body])).not.toMatch(/person|trespass|site access|IC0/i);
  await company.owner.visitor.perform(requestRemoval, { connectionid });
  expect((await client(`GET /adverse-actions/${newer}`)).body.connection_id).toBeNull();

  const stranger = apiClient(portal, (await newApiKey(await newCompany(portal))).key);
  expect((await stranger(`GET /adverse-actions/${newer}`)).status).toBe(404);
  expect((await stranger('GET /adverse-actions')).body.data).toEqual([]);
  const foreign = await stranger('GET /adverse-actions', { query: { starting_after: newer } });
  expect(foreign.body.code).toBe('enterprise.cursor-unknown');
});
