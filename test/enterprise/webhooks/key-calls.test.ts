import { beforeEach, describe, expect, it } from 'vitest';
import { deliverEvents, listWebhooks } from '#modules/enterprise/index.ts';
import { apiClient } from '#test/factories/api-client.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany } from '#test/factories/network.ts';
import { connectReceiver, deliveriesOf, endpointOf, newReceiver } from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';

/** Webhooks that a key manages (D134, D136). */

const portal = await testPortal();
const receiver = await newReceiver();
connectReceiver(portal, receiver).hosts.set('inside.example.com', ['10.0.0.8']);
beforeEach(() => {
  receiver.answer = (response) => void response.end();
  receiver.received = [];
});

const wanted = { address: 'https://hooks.example.com/in', events: ['bulk.finished'] };

async function newCaller() {
  const company = await newCompany(portal);
  const { key, id: keyId } = await newApiKey(company, { scopes: ['webhooks:write'] });
  const happen = async () => {
    await portal.work('test.happen', (work) =>
      deliverEvents(work, [{ companyId: company.companyId, type: 'bulk.finished', data: { bulkid: 'b1' } }]),
    );
    await portal.runJobs();
  };
  return { company, keyId, client: apiClient(portal, key), happen };
}

describe('an endpoint', () => {
  it('is made once for an Idempotency-Key, by the key in the audit log, with a secret that no other answer has', async () => {
    const { company, client, keyId } = await newCaller();
    const sent = { body: wanted, idempotencyKey: 'hook-1' };
    const { status, body } = await client('POST /webhooks', sent);
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
    expect((await client('POST /webhooks', sent)).body).toEqual(body);
    expect(receiver.received).toEqual([]);
    const list = await client('GET /webhooks');
    expect(list.body.data).toMatchObject([{ id: body.id, ...wanted }]);
    expect((await client(`GET /webhooks/${body.id}`)).body).toEqual(list.body.data[0]);
    const { webhooks } = await company.owner.visitor.perform(listWebhooks, {});
    const { rows: audit } = await portal.pool.query(
      'select action, actor_id, key_id from audit_entry where object_id = $1',
      [body.id],
    );
    expect(audit).toEqual([{ action: 'enterprise.webhook-added', actor_id: null, key_id: keyId }]);
    const elsewhere = [list.body, webhooks, audit, await endpointOf(portal, company)];
    expect(JSON.stringify(elsewhere)).not.toContain(body.secret.slice(6));
  });

  it('follows the rules of the page: its address, its events, and once each', async () => {
    const { client } = await newCaller();
    const codeOf = async (given: object) => {
      const { status, body } = await client('POST /webhooks', { body: { ...wanted, ...given } });
      return `${status} ${body.code}`;
    };
    expect(await codeOf({ address: 'http://hooks.example.com/' })).toBe('400 enterprise.webhook-insecure');
    expect(await codeOf({ address: 'https://inside.example.com/' })).toBe(
      '400 enterprise.webhook-not-public',
    );
    expect(await codeOf({ events: [] })).toBe('400 invalid-input');
    expect(await codeOf({ events: ['person.born'] })).toBe('400 invalid-input');
    expect((await client('POST /webhooks', { body: wanted })).status).toBe(200);
    expect(await codeOf({ events: ['score.changed'] })).toBe('409 enterprise.webhook-taken');
  });

  it('is tested, and removed with its deliveries', async () => {
    const { company, client } = await newCaller();
    const { body } = await client('POST /webhooks', { body: wanted });
    expect((await client(`POST /webhooks/${body.id}/ping`)).body).toMatchObject({
      status: 200,
      failure: null,
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'ping' });
    expect((await client(`POST /webhooks/${body.id}/remove`)).body).toEqual({ id: body.id });
    expect(await deliveriesOf(portal, company)).toEqual([]);
    expect((await client(`POST /webhooks/${body.id}/remove`)).status).toBe(404);
  });
});

describe('deliveries', () => {
  it('are listed page by page, all or those that failed, opened, and sent again with the same id', async () => {
    const { client, happen } = await newCaller();
    await client('POST /webhooks', { body: wanted });
    await happen();
    receiver.answer = (response) => void response.writeHead(500).end('Out of order');
    await happen();
    const first = await client('GET /webhook-deliveries', { query: { limit: '1' } });
    expect(first.body).toMatchObject({ has_more: true, data: [{ state: 'waiting', failure: 'status' }] });
    const [failed] = first.body.data;
    const second = await client('GET /webhook-deliveries', {
      query: { limit: '1', starting_after: failed.id },
    });
    expect(second.body).toMatchObject({ has_more: false, data: [{ state: 'delivered', failure: null }] });
    const alone = await client('GET /webhook-deliveries', { query: { failed: 'true' } });
    expect(alone.body).toEqual({ data: [failed], has_more: false });
    const [delivered] = second.body.data;
    expect((await client(`GET /webhook-deliveries/${failed.id}`)).body).toEqual({
      ...failed,
      body: expect.stringContaining('"bulkid":"b1"'),
      answer_body: 'Out of order',
    });
    receiver.received = [];
    receiver.answer = (response) => void response.end();
    await client(`POST /webhook-deliveries/${delivered.id}/replay`);
    await portal.runJobs();
    const { event_id } = await portal.db
      .selectFrom('webhook_delivery')
      .select('event_id')
      .where('id', '=', delivered.id)
      .executeTakeFirstOrThrow();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(`evt_${event_id}`);
  });
});

it('nothing of another company is found, tested, removed or sent again, and its cursor is refused', async () => {
  const owner = await newCaller();
  const { body } = await owner.client('POST /webhooks', { body: wanted });
  await owner.happen();
  const [delivery] = await deliveriesOf(portal, owner.company);
  const { client } = await newCaller();
  for (const call of [
    `GET /webhooks/${body.id}`,
    `POST /webhooks/${body.id}/ping`,
    `POST /webhooks/${body.id}/remove`,
    `GET /webhook-deliveries/${delivery?.id}`,
    `POST /webhook-deliveries/${delivery?.id}/replay`,
  ] as const)
    expect((await client(call)).body.code, call).toBe('not-found');
  expect((await client('GET /webhooks')).body.data).toEqual([]);
  expect((await client('GET /webhook-deliveries')).body.data).toEqual([]);
  const foreign = await client('GET /webhook-deliveries', { query: { starting_after: delivery?.id ?? '' } });
  expect(foreign.body.code).toBe('enterprise.cursor-unknown');
  expect(await deliveriesOf(portal, owner.company)).toMatchObject([{ state: 'delivered', tries: 1 }]);
});
