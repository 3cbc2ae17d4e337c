import { describe, expect, it } from 'vitest';
import { listUserAudit } from '#modules/admin/index.ts';
import { revokeApiKey } from '#modules/enterprise/index.ts';
import { listSeen } from '#modules/identity/index.ts';
import {
  getBulkInvitation,
  listAlerts,
  newInvite,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { UNKNOWN_PEOPLE_AN_HOUR } from '#modules/network/limits.ts';
import { HOUR, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { type ApiClient, apiClient } from '#test/factories/api-client.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import {
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { codeOf } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** What a key of a company reads and does with /api/v1 (D134, D135). */

const portal = await testPortal();

async function newCaller(wanted: Parameters<typeof newCompany>[1] = {}) {
  const company = await newCompany(portal, {
    company_name: 'Harbor',
    alert_dashboard_enabled: true,
    ...wanted,
  });
  const { key, id } = await newApiKey(company);
  return { company, key, id, client: apiClient(portal, key) };
}

const seenBy = async ({ visitor }: { visitor: TestCompany['owner']['visitor'] }) =>
  (await visitor.perform(listSeen, {})).seen.map(({ kind, viewer_name }) => `${kind} ${viewer_name}`);

async function everyPage(client: ApiClient, call: Parameters<ApiClient>[0], limit: number) {
  const ids: string[] = [];
  for (;;) {
    const last = ids.at(-1);
    const query = { limit: String(limit), ...(last ? { starting_after: last } : {}) };
    const { body } = await client(call, { query });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.has_more) return ids;
  }
}

describe('connections', () => {
  it('are listed page by page, the newest first, each once, also if one is removed meanwhile', async () => {
    const { company, client } = await newCaller();
    const joined: string[] = [];
    for (let made = 0; made < 5; made += 1)
      joined.push(await joinNetwork(company, await newScoredPerson(portal)));
    const newest = [...joined].sort().reverse();
    expect(await everyPage(client, 'GET /connections', 2)).toEqual(newest);
    await company.owner.visitor.perform(requestRemoval, { connectionid: newest[1] ?? '' });
    const { body } = await client('GET /connections', {
      query: { limit: '2', starting_after: newest[1] ?? '' },
    });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(newest.slice(2, 4));
  });

  it('show what the person shares, and each reading is in Who saw me as the company’s', async () => {
    const { company, client } = await newCaller();
    const noor = await newScoredPerson(portal, { firstname: 'Noor', score: 'IC02' });
    const id = await joinNetwork(company, noor);
    const one = await client(`GET /connections/${id}`);
    expect(one.body).toMatchObject({
      id,
      firstname: 'Noor',
      score: 'IC02',
      shieldid: noor.shieldId,
      type: 'INDIVIDUAL',
    });
    const found = await client('GET /connections', { query: { shieldid: noor.shieldId } });
    expect(found.body).toEqual({ data: [one.body], has_more: false });
    expect(await seenBy(noor)).toContain('api Harbor');
    await noor.visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
    expect((await client(`GET /connections/${id}`)).body).toMatchObject({ score: null, status: 'DISABLED' });
  });

  it('of another company are not found, and neither is its cursor', async () => {
    const { client } = await newCaller();
    const other = await newCaller();
    const id = await joinNetwork(other.company, await newScoredPerson(portal));
    expect(await client(`GET /connections/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    const foreign = await client('GET /connections', { query: { starting_after: id } });
    const unknown = await client('GET /connections', {
      query: { starting_after: '01970000-0000-7000-8000-000000000000' },
    });
    expect(foreign).toMatchObject({ status: 400, body: { code: 'enterprise.cursor-unknown' } });
    shows('api-keys.cursor-unknown', foreign.body.title);
    expect(unknown.body).toEqual(foreign.body);
    for (const list of ['GET /compliance/connections', 'GET /invitations'] as const)
      expect((await client(list, { query: { starting_after: id } })).body, list).toEqual(foreign.body);
  });
});

describe('a person by ShieldID', () => {
  it('is answered with what they share, and knows who looked', async () => {
    const { client } = await newCaller({ company_name: 'Pine' });
    const ben = await newScoredPerson(portal, { firstname: 'Ben', score: 'IC01' });
    const { body } = await client(`GET /people/${ben.shieldId}`);
    expect(body).toMatchObject({ shieldid: ben.shieldId, firstname: 'Ben', score: 'IC01', connected: false });
    expect(body).not.toHaveProperty('email');
    expect(await seenBy(ben)).toEqual(['api Pine']);
  });

  it('cannot be guessed: unknown ones are few an hour for a company, whatever its keys, and found ones do not count', async () => {
    portal.clock.stop();
    const { client, company } = await newCaller();
    const ben = await newScoredPerson(portal, { score: 'IC01' });
    const other = apiClient(portal, (await newApiKey(company)).key);
    const known = `GET /people/${ben.shieldId}` as const;
    for (let guess = 0; guess < UNKNOWN_PEOPLE_AN_HOUR; guess += 1) {
      const by = guess % 2 === 0 ? client : other;
      const { status } = await by(`GET /people/TX${String(guess).padStart(9, '0')}`, {
        address: `203.0.113.${guess % 250}`,
      });
      expect(status).toBe(404);
      if (guess % 50 === 0) expect((await by(known)).status).toBe(200);
    }
    // Neither a guess nor somebody is told from the other after that.
    for (const call of [known, 'GET /people/TX999999999'] as const) {
      const refused = await other(call);
      expect(refused).toMatchObject({ status: 429, body: { code: 'throttled' } });
      expect(Number(refused.headers['Retry-After'])).toBeGreaterThan(0);
    }
    expect((await (await newCaller()).client(known)).status).toBe(200);
    portal.clock.advance(2 * HOUR);
    expect((await client(known)).status).toBe(200);
  });

  it('who shares nothing is answered like nobody, and no row is written for either', async () => {
    const { client } = await newCaller();
    const iris = await newScoredPerson(portal);
    await portal.pool.query('update account set network_searchresults = false where id = $1', [
      iris.accountId,
    ]);
    const taken = `GET /people/${iris.shieldId}` as const;
    const hidden = await client(taken);
    const nobody = await client('GET /people/TX000000000');
    const noId = await client('GET /people/x');
    expect(hidden).toMatchObject({ status: 404, body: { code: 'not-found' } });
    for (const other of [nobody, noId]) {
      expect(other.body).toEqual(hidden.body);
      expect(Object.keys(other.headers)).toEqual(Object.keys(hidden.headers));
    }
    expect(await seenBy(iris)).toEqual([]);
  });
});

describe('alerts and compliance', () => {
  it('are the company’s own, in pages, and refused to a company without alerts', async () => {
    const company = await newAlertedCompany(portal);
    const client = apiClient(portal, (await newApiKey(company)).key);
    await subscribeTo(company.owner, { maxscore: 1 });
    const person = await newScoredPerson(portal, { score: 'IC01' });
    const id = await joinNetwork(company, person);
    await giveScore(portal, person.accountId, { score: 'IC03' });
    const all = await everyPage(client, 'GET /alerts', 1);
    const { alerts } = await company.owner.visitor.perform(listAlerts, {});
    expect([...all].sort()).toEqual(alerts.map((alert) => alert.id).sort());
    expect(new Set(all).size).toBe(all.length);
    expect((await client('GET /compliance')).body).toMatchObject({ min_score: 0, max_score: 1 });
    expect((await client('GET /compliance/connections')).body.data).toEqual([
      { connection_id: id, shieldid: person.shieldId, compliance: 'out' },
    ]);
    const other = await newCaller();
    const foreign = await other.client('GET /alerts', { query: { starting_after: all[0] ?? '' } });
    expect(foreign.body.code).toBe('enterprise.cursor-unknown');
    const off = await newCaller({ alert_dashboard_enabled: false });
    for (const call of ['GET /alerts', 'GET /compliance', 'GET /compliance/connections'] as const)
      expect((await off.client(call)).status, call).toBe(404);
  });
});

describe('invitations', () => {
  it('are sent once for an Idempotency-Key, in the owner’s name, by the key in the audit log', async () => {
    const { company, client, id: keyId, key } = await newCaller();
    const to = 'yard.worker@example.com';
    const sent = { body: { to }, idempotencyKey: 'yard-1' };
    const [one, other] = await Promise.all([
      client('POST /invitations', sent),
      client('POST /invitations', sent),
    ]);
    expect([one.status, other.status].sort()).toContain(200);
    const again = await client('POST /invitations', sent);
    const first = one.status === 200 ? one : other;
    expect(again.body).toEqual(first.body);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(await client('POST /invitations', { ...sent, body: { to: 'other@example.com' } })).toMatchObject({
      status: 422,
      body: { code: 'enterprise.idempotency-reused' },
    });
    await portal.runJobs();
    expect(await listOutbox(portal.db, { to })).toHaveLength(1);
    const { rows } = await portal.pool.query(
      'select actor_id, company_id, key_id from audit_entry where object_id = $1',
      [first.body.id],
    );
    expect(rows).toEqual([{ actor_id: null, company_id: company.companyId, key_id: keyId }]);
    const list = await client('GET /invitations');
    expect(list.body.data).toMatchObject([
      { id: first.body.id, email: to, status: 'INVITE', expired: false },
    ]);
    const text = JSON.stringify((await portal.pool.query('select * from audit_entry')).rows);
    expect(text).not.toContain(key);
  });

  it('are told to staff and to the person as the company’s, and name no person', async () => {
    const { client } = await newCaller({ company_name: 'Cedar' });
    const noor = await newScoredPerson(portal);
    const { body } = await client('POST /invitations', { body: { to: noor.shieldId } });
    expect(body).toMatchObject({ already_invited: false });
    const staff = await newStaff(portal);
    const { entries } = await staff.visitor.perform(listUserAudit, { userid: noor.accountId });
    const sent = entries.find(({ action }) => action === 'network.invitation-sent');
    expect(sent?.actor).toBe('API key “Yard system” of Cedar');
  });

  it('may be repeated after a refusal with the same Idempotency-Key', async () => {
    const { client } = await newCaller();
    const refused = await client('POST /invitations', {
      body: { to: 'no address' },
      idempotencyKey: 'again',
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const mended = await client('POST /invitations', {
      body: { to: 'mended@example.com' },
      idempotencyKey: 'again',
    });
    expect(mended).toMatchObject({ status: 200, body: { already_invited: false } });
  });

  it('are resent and canceled, but a connection is never removed by it', async () => {
    const { company, client } = await newCaller();
    const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: 'old@example.com' });
    portal.clock.advance(10 * MINUTE);
    expect((await client(`POST /invitations/${inviteid}/resend`)).body).toMatchObject({ mail_sent: true });
    expect(await client(`POST /invitations/${inviteid}/cancel`)).toMatchObject({ status: 200 });
    expect((await client(`GET /invitations/${inviteid}`)).status).toBe(404);
    const noor = await newScoredPerson(portal);
    const id = await joinNetwork(company, noor);
    // The page would remove it now.
    await noor.visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
    const kept = await client(`POST /invitations/${id}/cancel`);
    expect(kept.status).toBe(404);
    expect((await client(`GET /connections/${id}`)).status).toBe(200);
    const other = await newCaller();
    const { inviteid: foreign } = await other.company.owner.visitor.perform(newInvite, {
      touser: 'f@example.com',
    });
    for (const call of ['resend', 'cancel'] as const)
      expect((await client(`POST /invitations/${foreign}/${call}`)).status, call).toBe(404);
  });

  it('in bulk are counted and sent as lines, without coupons and by the rules of a file', async () => {
    const { client, company } = await newCaller();
    const body = [
      { emailaddress: 'one@example.com', fullname: 'One Person' },
      { emailaddress: 'two@example.com' },
      { emailaddress: 'one@example.com' },
      { emailaddress: 'not an address' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const lines = { body, contentType: 'application/x-ndjson' };
    const dry = await client('POST /invitations/bulk', { ...lines, query: { dry_run: 'true' } });
    expect(dry.body).toMatchObject({
      results: { new_users_by_email_found: 2, duplicate_records: 1, invalid_records: 1, invitessent: 0 },
      bulkid: null,
    });
    const sent = await client('POST /invitations/bulk', { ...lines, idempotencyKey: 'bulk-1' });
    expect(sent.body).toMatchObject({ results: { invitessent: 2 } });
    const again = await client('POST /invitations/bulk', { ...lines, idempotencyKey: 'bulk-1' });
    expect(again.body).toEqual(sent.body);
    await portal.runJobs();
    expect((await client('GET /invitations')).body.data).toHaveLength(2);
    const shown = await company.owner.visitor.perform(getBulkInvitation, { bulkid: sent.body.bulkid });
    expect(shown).toBeDefined();
    const coupon = await client('POST /invitations/bulk', {
      body: JSON.stringify({ emailaddress: 'three@example.com', coupon: 'FREE' }),
      contentType: 'application/x-ndjson',
    });
    expect(coupon.status).toBe(400);
    expect((await client('POST /invitations/bulk', { body: '{}' })).status).toBe(415);
  });

  it('in bulk need the scope that writes, and tell of people nothing but counts', async () => {
    const { company } = await newCaller();
    const ben = await newScoredPerson(portal, { firstname: 'Ben', score: 'IC01' });
    const lines = { body: JSON.stringify({ shieldid: ben.shieldId }), contentType: 'application/x-ndjson' };
    const dry = { ...lines, query: { dry_run: 'true' } };
    const reading = await newApiKey(company, {
      scopes: ['connections:read', 'invitations:read', 'people:read', 'alerts:read'],
    });
    const refused = await apiClient(portal, reading.key)('POST /invitations/bulk', dry);
    expect(refused).toMatchObject({ status: 403, body: { code: 'enterprise.api-key-scope' } });
    const writing = apiClient(portal, (await newApiKey(company, { scopes: ['invitations:write'] })).key);
    const counted = await writing('POST /invitations/bulk', dry);
    expect(counted.body).toMatchObject({ results: { existing_users_notinvited_found: 1 }, bulkid: null });
    expect(JSON.stringify(counted.body)).not.toMatch(/Ben|IC01|@/);
    expect((await writing('POST /invitations/bulk', { ...lines, idempotencyKey: 'b' })).status).toBe(200);
    for (const call of [`GET /people/${ben.shieldId}`, 'GET /invitations', 'GET /connections'] as const)
      expect((await writing(call)).status, call).toBe(403);
    expect(await seenBy(ben)).toEqual([]);
  });
});

it('a key that was revoked reads nothing more', async () => {
  const { company, client, id } = await newCaller();
  expect((await client('GET /connections')).status).toBe(200);
  await company.owner.visitor.perform(revokeApiKey, {
    apikeyid: id,
    currentpassword: company.owner.password,
  });
  expect((await client('GET /connections')).body.code).toBe('enterprise.api-key-revoked');
});

it('a key works on after its maker gave the company away, and answers to the new owner alone', async () => {
  const { company, client, id } = await newCaller({ team_management_enabled: true });
  const heir = await newTeamMember(portal, company, 'admin');
  await company.owner.visitor.call('POST', '/user/switchenterpriseowner', { newuserid: heir.accountId });
  expect(await client('POST /invitations', { body: { to: 'after@example.com' } })).toMatchObject({
    status: 200,
    body: { status: 'INVITE' },
  });
  const { rows } = await portal.pool.query(
    'select distinct invited_by_account_id as inviter from connection where owner_company_id = $1',
    [company.companyId],
  );
  expect(rows).toEqual([{ inviter: heir.accountId }]);
  const revoke = { apikeyid: id, currentpassword: company.owner.password };
  expect(await codeOf(company.owner.visitor.perform(revokeApiKey, revoke))).toBe('role-too-low');
  const now = await signIn(portal, heir);
  await now.perform(revokeApiKey, { apikeyid: id, currentpassword: heir.password });
  expect((await client('GET /connections')).body.code).toBe('enterprise.api-key-revoked');
});

it('an Idempotency-Key belongs to one call: another path or query with it is refused', async () => {
  const { client } = await newCaller();
  const sent = { body: { to: 'once@example.com' }, idempotencyKey: 'one-call' };
  expect((await client('POST /invitations', sent)).status).toBe(200);
  const elsewhere = await client('POST /webhooks', {
    ...sent,
    body: { address: 'https://a.example.com/', events: ['bulk.finished'] },
  });
  expect(elsewhere.body.code).toBe('enterprise.idempotency-reused');
  expect((await client('POST /invitations', { ...sent, query: { limit: '1' } })).body.code).toBe(
    'enterprise.idempotency-reused',
  );
});
