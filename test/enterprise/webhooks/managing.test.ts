import { beforeEach, describe, expect, it } from 'vitest';
import {
  addWebhook,
  changeWebhook,
  deliverEvents,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  replayEndpoint,
  replayFailedWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
} from '#modules/enterprise/index.ts';
import { mostWebhooks } from '#modules/enterprise/limits.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { actAs } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/teams.ts';
import {
  connectReceiver,
  deliveriesOf,
  endpointOf,
  newReceiver,
  newWebhook,
} from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** What the owner of a company does with its webhooks (D136). */

const portal = await testPortal();
const receiver = await newReceiver();
connectReceiver(portal, receiver);
beforeEach(async () => {
  receiver.answer = (response) => void response.end();
  receiver.received = [];
  await portal.pool.query('delete from webhook_endpoint');
});

const add = ({ owner }: TestCompany, given: object = {}) =>
  owner.visitor.perform(addWebhook, {
    address: 'https://hooks.example.com/in',
    events: ['connection.accepted'],
    currentpassword: owner.password,
    ...given,
  });

const happen = ({ companyId }: TestCompany) =>
  portal.work('test.happen', (work) =>
    deliverEvents(work, [{ companyId, type: 'bulk.finished', data: { bulkid: 'b1', status: 'done' } }]),
  );
const textOf = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as { text: string }).text;

describe('an endpoint', () => {
  it('is tested when it is added, and its secret is shown once and stored encrypted', async () => {
    const company = await newCompany(portal);
    const { secret, ping } = await add(company);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(ping).toMatchObject({ status: 200, failure: null });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'ping' });
    const { webhooks } = await company.owner.visitor.perform(listWebhooks, {});
    expect(webhooks).toMatchObject([{ secret_last_four: secret.slice(-5, -1), off_since: null, failed: 0 }]);
    expect(JSON.stringify([webhooks, await endpointOf(portal, company)])).not.toContain(secret.slice(6));
  });

  it('that does not take the first event is added all the same, and its answer is told', async () => {
    const company = await newCompany(portal);
    receiver.answer = (response) => void response.writeHead(404).end('No such page');
    expect((await add(company)).ping).toMatchObject({ status: 404, failure: 'status' });
    const [ping] = await deliveriesOf(portal, company);
    expect(ping).toMatchObject({
      event_type: 'ping',
      state: 'failed',
      tries: 1,
      answer_body: 'No such page',
    });
    expect(await endpointOf(portal, company)).toMatchObject({ failing_since: null });
  });

  it('is the owner’s alone, never staff’s who act as the owner, and stops with the company', async () => {
    const company = await newCompany(portal);
    const { webhookid } = await newWebhook(company);
    const admin = await newTeamMember(portal, company, 'admin');
    expect(await codeOf(admin.visitor.perform(listWebhooks, {}))).toBe('role-too-low');
    expect(await codeOf(admin.visitor.perform(pingWebhook, { webhookid }))).toBe('role-too-low');
    const staff = await actAs(portal, company.owner);
    for (const act of [
      () => staff.perform(addWebhook, { address: 'https://a.example.com/', events: ['bulk.finished'] }),
      () => staff.perform(changeWebhook, { webhookid, events: ['bulk.finished'] }),
      () => staff.perform(rotateWebhookSecret, { webhookid }),
      () => staff.perform(removeWebhook, { webhookid }),
      () => staff.perform(pingWebhook, { webhookid }),
      () => staff.perform(replayFailedWebhooks, {}),
    ])
      expect(await codeOf(act())).toBe('not-in-admin-session');
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
      company.companyId,
    ]);
    receiver.received = [];
    await happen(company);
    await portal.runJobs();
    expect(receiver.received).toEqual([]);
    expect(await codeOf(add(company, { address: 'https://b.example.com/' }))).toBe('not-found');
  });

  it('of another company cannot be seen, changed, tested, removed or sent to again', async () => {
    const company = await newCompany(portal);
    const { webhookid } = await newWebhook(company);
    const [delivery] = await deliveriesOf(portal, company);
    const deliveryid = delivery?.id ?? '';
    const { owner } = await newCompany(portal);
    const currentpassword = owner.password;
    const { visitor } = owner;
    for (const act of [
      () => visitor.perform(changeWebhook, { webhookid, events: ['bulk.finished'], currentpassword }),
      () => visitor.perform(rotateWebhookSecret, { webhookid, currentpassword }),
      () => visitor.perform(removeWebhook, { webhookid, currentpassword }),
      () => visitor.perform(pingWebhook, { webhookid }),
      () => visitor.perform(getWebhookDelivery, { deliveryid }),
      () => visitor.perform(replayWebhookDelivery, { deliveryid }),
    ])
      expect(await codeOf(act())).toBe('not-found');
    expect((await visitor.perform(listWebhookDeliveries, {})).deliveries).toEqual([]);
    expect(await codeOf(visitor.perform(listWebhookDeliveries, { before: deliveryid }))).toBe('not-found');
  });

  it('is changed with the password, or within 10 minutes of the second step', async () => {
    const company = await newCompany(portal);
    const { webhookid } = await newWebhook(company);
    portal.clock.advance(10 * MINUTE + 1);
    const { visitor, password } = company.owner;
    const acts = (currentpassword: string) => [
      () => add(company, { address: 'https://c.example.com/', currentpassword }),
      () => visitor.perform(changeWebhook, { webhookid, events: ['bulk.finished'], currentpassword }),
      () => visitor.perform(rotateWebhookSecret, { webhookid, currentpassword }),
      () => visitor.perform(removeWebhook, { webhookid, currentpassword }),
    ];
    for (const act of acts('')) expect(await codeOf(act())).toBe('identity.password-confirmation-needed');
    for (const act of acts(password)) expect(await codeOf(act())).toBe('done');
    expect(await deliveriesOf(portal, company)).toHaveLength(1);
  });

  it('is one of at most 10, each with another address, also if two are added at once', async () => {
    const company = await newCompany(portal);
    await add(company);
    shows('webhooks.taken', await textOf(add(company, { address: 'https://HOOKS.example.com:443/in' })));
    for (let at = 2; at < mostWebhooks; at += 1)
      await add(company, { address: `https://${at}.example.com/` });
    const last = await Promise.all([
      codeOf(add(company, { address: 'https://y.example.com/' })),
      codeOf(add(company, { address: 'https://z.example.com/' })),
    ]);
    expect(last.sort()).toEqual(['done', 'enterprise.webhooks-enough']);
    shows('webhooks.enough', await textOf(add(company, { address: 'https://z2.example.com/' })));
  });

  it('gets the events that it asked for, and each once, if the cause is committed', async () => {
    const company = await newCompany(portal);
    const { webhookid } = await newWebhook(company, { events: ['connection.accepted'] });
    await happen(company);
    expect(await deliveriesOf(portal, company)).toHaveLength(1);
    const { owner } = company;
    await owner.visitor.perform(changeWebhook, {
      webhookid,
      events: ['bulk.finished'],
      currentpassword: owner.password,
    });
    await happen(company);
    const failing = portal.work('test.rolled-back', async (work) => {
      await deliverEvents(work, [{ companyId: company.companyId, type: 'bulk.finished', data: {} }]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    receiver.received = [];
    await portal.runJobs();
    expect(receiver.received).toHaveLength(1);
  });

  it('without events, or with an unknown one, is refused', async () => {
    const company = await newCompany(portal);
    expect(await codeOf(add(company, { events: ['person.born'] }))).toBe('invalid-input');
    const none = await add(company, { events: [] }).catch((error: unknown) => error);
    shows(
      'webhooks.no-event',
      (none as { options: { issues: Record<string, string[]> } }).options.issues.events?.[0],
    );
  });
});

describe('what failed', () => {
  /** A company whose endpoint refused an event and was turned off. */
  async function refused() {
    const company = await newCompany(portal);
    const { webhookid } = await newWebhook(company);
    receiver.answer = (response) => void response.writeHead(410).end('Gone');
    await happen(company);
    await portal.runJobs();
    await happen(company);
    receiver.received = [];
    return { company, webhookid, visitor: company.owner.visitor };
  }

  it('is sent again, one or all, with the same id, after the endpoint was tested and turned on', async () => {
    const { company, webhookid, visitor } = await refused();
    const [later, first] = await deliveriesOf(portal, company);
    shows('webhooks.off', await textOf(visitor.perform(replayFailedWebhooks, {})));
    expect(await codeOf(visitor.perform(replayWebhookDelivery, { deliveryid: first?.id ?? '' }))).toBe(
      'enterprise.webhook-off',
    );
    expect((await visitor.perform(pingWebhook, { webhookid })).failure).toBe('status');
    expect(await endpointOf(portal, company)).toMatchObject({ off_because: 'gone' });
    receiver.answer = (response) => void response.end();
    expect((await visitor.perform(pingWebhook, { webhookid })).failure).toBeNull();
    expect(await endpointOf(portal, company)).toMatchObject({ off_since: null, failing_since: null });
    receiver.received = [];
    await visitor.perform(replayWebhookDelivery, { deliveryid: first?.id ?? '' });
    await portal.runJobs();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`evt_${first?.event_id}`]);
    // The test event that failed is one of them.
    expect(await visitor.perform(replayFailedWebhooks, {})).toEqual({ deliveries: 2 });
    await portal.runJobs();
    expect(receiver.received[1]?.headers['webhook-id']).toBe(`evt_${later?.event_id}`);
    expect(await visitor.perform(replayFailedWebhooks, {})).toEqual({ deliveries: 0 });
    expect((await deliveriesOf(portal, company)).every(({ state }) => state === 'delivered')).toBe(true);
  });

  it('is sent again by the operator of the portal', async () => {
    const { company, webhookid, visitor } = await refused();
    const replay = () => portal.work('cli.replay-webhooks', (work) => replayEndpoint(work, webhookid));
    expect(await codeOf(replay())).toBe('enterprise.webhook-off');
    receiver.answer = (response) => void response.end();
    await visitor.perform(pingWebhook, { webhookid });
    expect(await replay()).toBe(2);
    await portal.runJobs();
    expect((await deliveriesOf(portal, company)).every(({ state }) => state === 'delivered')).toBe(true);
  });

  it('is listed alone, page by page, and opened with headers, body and answer', async () => {
    const { company, visitor } = await refused();
    for (let at = 0; at < 20; at += 1) await happen(company);
    const all = await visitor.perform(listWebhookDeliveries, {});
    expect(all).toMatchObject({ all: 23, failed: 22, more: true });
    const before = all.deliveries.at(-1)?.id ?? '';
    const older = await visitor.perform(listWebhookDeliveries, { before });
    expect(older).toMatchObject({ more: false, deliveries: [{}, {}, { event_type: 'ping' }] });
    const failed = await visitor.perform(listWebhookDeliveries, { failed: true, before });
    expect(failed.deliveries).toHaveLength(2);
    const opened = await visitor.perform(getWebhookDelivery, { deliveryid: failed.deliveries[1]?.id ?? '' });
    expect(opened).toMatchObject({ answer_status: 410, answer_body: 'Gone', failure: 'status' });
    expect(opened.headers).toMatch(
      /webhook-id: evt_\S+\nwebhook-timestamp: \d+\nwebhook-signature: v1,\S{44}$/,
    );
    const unsent = await visitor.perform(getWebhookDelivery, { deliveryid: failed.deliveries[0]?.id ?? '' });
    expect(unsent).toMatchObject({ headers: '', failure: 'off', tries: 0 });
  });
});
