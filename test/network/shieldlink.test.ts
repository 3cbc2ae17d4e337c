import { beforeAll, describe, expect, it } from 'vitest';
import { addTeamMember } from '#modules/enterprise/index.ts';
import { listAccess } from '#modules/identity/index.ts';
import {
  acceptInvite,
  allConnections,
  dueConnections,
  getConnection,
  leaveNetwork,
  listSharedWithMe,
  newInvite,
  readExport,
  requestRemoval,
  setConnectionActive,
  setShareDetails,
} from '#modules/network/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  connectionRow,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import {
  askCompany,
  connectCompanies,
  joinNetwork,
  newLinkedCompanies,
  newSharedNetwork,
  shareOf,
} from '#test/factories/shieldlink.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** What a company sees of another company's network (D55), what its people can do about it, and how it ends. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

/** The people in a company's grid, and the types of the rows. */
const seenBy = async (company: TestCompany, type: 'all' | 'shieldlink' = 'all') =>
  (await company.owner.visitor.perform(listSharedWithMe, { type, rows: 100 })).rows;
const extendedOf = async (company: TestCompany, person: Registered) => {
  const { rows } = await portal.pool.query(
    `select id from connection where owner_company_id = $1 and account_id = $2 and connection_type = 'EXTENDED'
       and removed_at is null`,
    [company.companyId, person.accountId],
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.id as string | undefined;
};

describe('a shared network', () => {
  it('shows the client names and scores, and neither addresses nor ShieldIDs', async () => {
    const [client, sharing, third] = await newLinkedCompanies(portal, 'Client', 'Sharing', 'Third');
    const person = await newScoredPerson(portal, { firstname: 'Amir', lastname: 'Haddad', score: 'IC02' });
    await joinNetwork(sharing, person);
    await connectCompanies(client, sharing);
    const [row] = (await seenBy(client)).filter(({ connectiontype }) => connectiontype === 'EXTENDED');
    expect(row).toMatchObject({
      fullname: 'Amir Haddad',
      currenticstatus: 'IC02',
      connectionstatus: 'CURRENT',
      emailaddress: null,
      abcnumber: null,
      reportshared: false,
    });
    expect(JSON.stringify(row)).not.toContain(person.shieldId);
    for (const q of [person.emailaddress, person.shieldId]) {
      const { rows } = await client.owner.visitor.perform(listSharedWithMe, { q });
      expect(rows, q).toEqual([]);
    }
    const { rows } = await client.owner.visitor.perform(listSharedWithMe, { q: 'haddad' });
    expect(rows).toHaveLength(1);
    const exported = JSON.stringify(await client.owner.visitor.perform(readExport, {}));
    expect(exported).toContain('Haddad');
    expect(exported).not.toContain(person.shieldId);
    expect(exported).not.toContain(person.emailaddress);
    expect(await seenBy(third)).toEqual([]);
    await expect(third.owner.visitor.perform(getConnection, { connectionid: row?.id ?? '' })).rejects.toThrow(
      'not-found',
    );
  });

  it('refuses the client every power over a person except to look, and notes the look', async () => {
    const { client, person } = await newSharedNetwork(portal);
    const connectionid = (await extendedOf(client, person)) ?? '';
    await client.owner.visitor.perform(getConnection, { connectionid });
    const access = await portal.work('test.access', (work) => listAccess(work, person.accountId, 10));
    expect(access).toMatchObject([{ kind: 'score' }]);
    for (const path of ['requestremoval', 'requestrenewal'])
      expect((await client.owner.visitor.call('POST', `/network/${path}`, { connectionid })).status).toBe(
        409,
      );
    for (const path of ['cancelinvite', 'resendinvite']) {
      const answer = await client.owner.visitor.call('POST', `/network/${path}`, { inviteid: connectionid });
      expect(answer.status, path).toBe(409);
    }
  });

  it('includes whoever joins later and loses whoever leaves', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    await connectCompanies(client, sharing);
    const person = await newScoredPerson(portal);
    // Another client keeps seeing the person through another company.
    const [other, through] = await newLinkedCompanies(portal, 'Other', 'Through');
    await joinNetwork(through, person);
    await connectCompanies(other, through);
    const direct = await joinNetwork(sharing, person);
    expect(await extendedOf(client, person)).toBeDefined();
    await sharing.owner.visitor.perform(requestRemoval, { connectionid: direct });
    expect(await extendedOf(client, person)).toBeUndefined();
    const again = await joinNetwork(sharing, person);
    expect(await extendedOf(client, person)).toBeDefined();
    await person.visitor.perform(setConnectionActive, { connectionid: again, active: 'NO' });
    await person.visitor.perform(leaveNetwork, { connectionid: again });
    expect(await extendedOf(client, person)).toBeUndefined();
    expect(await extendedOf(other, person)).toBeDefined();
    const { rows } = await portal.pool.query(
      `select e.kind from connection_event e join connection c on c.id = e.connection_id
       where c.owner_company_id = $1 and c.account_id = $2 order by e.at, e.id`,
      [client.companyId, person.accountId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['linked', 'removed', 'linked', 'removed']);
    // Who stopped sharing themselves, or was removed, is not told of each company that saw them through this one.
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: person.emailaddress, limit: 50 });
    expect(mails.filter(({ subject }) => subject?.includes('no longer sees'))).toEqual([]);
  });

  it('shows no score while the person shares nothing with the company through which it came', async () => {
    const { client, sharing, person, direct, link } = await newSharedNetwork(portal);
    const id = (await extendedOf(client, person)) ?? '';
    const set = (by: Registered, connectionid: string, active: 'YES' | 'NO') =>
      by.visitor.perform(setConnectionActive, { connectionid, active });
    const shown = async () => (await connectionRow(portal, id)).score;
    for (const [by, connectionid] of [
      [person, direct],
      [person, id],
      [sharing.owner, link],
    ] as const) {
      await set(by, connectionid, 'NO');
      expect(await connectionRow(portal, id)).toMatchObject({ status: 'DISABLED', score: null });
      await set(by, connectionid, 'YES');
      expect(await shown()).toBe('IC01');
    }
  });

  it('shows a person again when another company begins to share them, after the first one stopped', async () => {
    const { client, sharing, person, link } = await newSharedNetwork(portal);
    const [second] = await newLinkedCompanies(portal, 'Second');
    await joinNetwork(second, person);
    await sharing.owner.visitor.perform(setConnectionActive, { connectionid: link, active: 'NO' });
    const id = (await extendedOf(client, person)) ?? '';
    expect(await connectionRow(portal, id)).toMatchObject({ status: 'DISABLED', score: null });
    await connectCompanies(client, second);
    expect(await connectionRow(portal, id)).toMatchObject({ status: 'CURRENT', score: 'IC01' });
  });

  it('F61: keeps one row for a person of several networks, and none beside the person’s own connection', async () => {
    const [client, one, two] = await newLinkedCompanies(portal, 'Client', 'One', 'Two');
    const person = await newScoredPerson(portal);
    await joinNetwork(one, person);
    const inTwo = await joinNetwork(two, person);
    const link = await connectCompanies(client, one);
    await connectCompanies(client, two);
    const id = await extendedOf(client, person);
    expect(id).toBeDefined();
    await client.owner.visitor.perform(requestRemoval, { connectionid: link });
    expect(await extendedOf(client, person)).toBe(id);
    expect(await connectionRow(portal, id ?? '')).toMatchObject({ score: 'IC01' });
    await person.visitor.perform(setConnectionActive, { connectionid: inTwo, active: 'NO' });
    expect(await connectionRow(portal, id ?? '')).toMatchObject({ score: null });
    const own = await joinNetwork(client, person);
    expect(await extendedOf(client, person)).toBeUndefined();
    await client.owner.visitor.perform(requestRemoval, { connectionid: own });
    expect(await extendedOf(client, person)).toBeDefined();
  });

  it('holds when a person joins and the companies part at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
      const person = await newScoredPerson(portal);
      const link = await connectCompanies(client, sharing);
      const { inviteid } = await sharing.owner.visitor.perform(newInvite, { touser: person.shieldId });
      await Promise.all([
        person.visitor.perform(acceptInvite, { inviteid }),
        client.owner.visitor.perform(requestRemoval, { connectionid: link }),
      ]);
      expect(await extendedOf(client, person)).toBeUndefined();
    }
  });

  it('holds when a person joins and the company accepts at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
      const person = await newScoredPerson(portal);
      const { inviteid } = await sharing.owner.visitor.perform(newInvite, { touser: person.shieldId });
      const { inviteid: link } = await askCompany(client, sharing);
      await Promise.all([
        person.visitor.perform(acceptInvite, { inviteid }),
        sharing.owner.visitor.perform(acceptInvite, { inviteid: link, accepttype: 'FULLNETWORK' }),
      ]);
      expect(await extendedOf(client, person)).toBeDefined();
    }
  });
});

describe('the person', () => {
  it('is told, finds the client in Shared with Others, and can switch it off for good', async () => {
    const { client, sharing, person, link } = await newSharedNetwork(portal);
    await portal.runJobs();
    const subjects = (await listOutbox(portal.db, { to: person.emailaddress })).map(({ subject }) => subject);
    expect(subjects).toContain(`${client.name} can see your ShieldScore`);
    const share = await shareOf(person, 'EXTENDED');
    const connectionid = share?.id ?? '';
    expect(share).toMatchObject({ businessname: client.name, active: true });
    await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    expect(await connectionRow(portal, connectionid)).toMatchObject({ status: 'DISABLED', score: null });

    await expect(
      person.visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' }),
    ).rejects.toThrow('network.not-in-this-state');
    const left = await person.visitor.call('POST', '/network/deleteconnection', { connectionid });
    shows('shares.through-company', left.body.error_message);

    // The companies end their connection and connect again. The person's decision is kept.
    await client.owner.visitor.perform(requestRemoval, { connectionid: link });
    const relinked = await connectCompanies(client, sharing);
    const again = (await extendedOf(client, person)) ?? '';
    expect(again).not.toBe(connectionid);
    expect(await connectionRow(portal, again)).toMatchObject({ sharing_active: false, score: null });
    await portal.runJobs();
    const told = (await listOutbox(portal.db, { to: person.emailaddress })).filter(({ subject }) =>
      subject?.includes('can see your ShieldScore'),
    );
    expect(told).toHaveLength(1);

    // The latest decision counts.
    await person.visitor.perform(setConnectionActive, { connectionid: again, active: 'YES' });
    await client.owner.visitor.perform(requestRemoval, { connectionid: relinked });
    await connectCompanies(client, sharing);
    const last = (await extendedOf(client, person)) ?? '';
    expect(await connectionRow(portal, last)).toMatchObject({ sharing_active: true, score: 'IC01' });
  });

  it('decides about one client and for nobody else, until they decide again', async () => {
    const { client, sharing, person, link } = await newSharedNetwork(portal);
    const connectionid = (await extendedOf(client, person)) ?? '';
    await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    await client.owner.visitor.perform(requestRemoval, { connectionid: link });
    // An invitation without an answer is no decision.
    await client.owner.visitor.perform(newInvite, { touser: person.shieldId });
    const other = await newScoredPerson(portal);
    await joinNetwork(sharing, other);
    const [second] = await newLinkedCompanies(portal, 'Second');
    for (const each of [client, second]) await connectCompanies(each, sharing);
    const isActive = async (company: TestCompany, of: Registered) =>
      (await connectionRow(portal, (await extendedOf(company, of)) ?? '')).sharing_active;
    expect([
      await isActive(client, person),
      await isActive(client, other),
      await isActive(second, person),
    ]).toEqual([false, true, true]);
  });
});

describe('the end', () => {
  it('by the client is at once, and the other company and the person are told', async () => {
    const { client, sharing, person, link: connectionid } = await newSharedNetwork(portal);
    await client.owner.visitor.perform(requestRemoval, { connectionid });
    expect(await seenBy(client)).toEqual([]);
    expect(await shareOf(sharing.owner, 'FULLNETWORK')).toBeUndefined();
    await portal.runJobs();
    const [mail] = await listOutbox(portal.db, { to: sharing.owner.emailaddress });
    expect(mail?.subject).toBe(`${client.name} no longer sees your company’s network`);
    const [told] = await listOutbox(portal.db, { to: person.emailaddress });
    expect(told?.subject).toBe(`${client.name} no longer sees your ShieldScore`);
  });

  it('by the company that shares needs sharing to be off, and is for its owner and admins', async () => {
    const { client, sharing, link: connectionid } = await newSharedNetwork(portal);
    const viewer = await newTeamMember(portal, sharing, 'viewer');
    expect(await shareOf(viewer, 'FULLNETWORK')).toBeUndefined();
    await expect(viewer.visitor.perform(setConnectionActive, { connectionid, active: 'NO' })).rejects.toThrow(
      'not-found',
    );
    expect(await shareOf(sharing.owner, 'FULLNETWORK')).toMatchObject({ id: connectionid, active: true });
    await expect(sharing.owner.visitor.perform(leaveNetwork, { connectionid })).rejects.toThrow(
      'network.not-in-this-state',
    );
    await sharing.owner.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
    await sharing.owner.visitor.perform(leaveNetwork, { connectionid });
    expect(await seenBy(client)).toEqual([]);
    await portal.runJobs();
    const [mail] = await listOutbox(portal.db, { to: client.owner.emailaddress });
    expect(mail?.subject).toContain('stopped sharing its network with your company');
    expect(mail?.text).toContain(`/user/network/company/${connectionid}`);
  });

  it('leaves the connection when the one who accepted leaves the team', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const admin = await newPersonWithoutTwoStep(portal);
    await portal.work('test.member', (work) =>
      addTeamMember(work, { companyId: sharing.companyId, accountId: admin.accountId, role: 'admin' }),
    );
    const { inviteid } = await askCompany(client, sharing);
    await (await signIn(portal, admin)).perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' });
    await portal.pool.query('delete from team_member where account_id = $1', [admin.accountId]);
    expect(await shareOf(sharing.owner, 'FULLNETWORK')).toMatchObject({ id: inviteid });
  });
});

it('a network larger than one batch is taken over by jobs', async () => {
  const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
  await portal.pool.query(
    `with people as (
       insert into account (id, emailaddress, email_verified_at, password_hash, password_changed_at, two_step_method,
         firstname, lastname, registered_at, accepted_terms_id)
       select gen_random_uuid(), 'many' || n || '@example.com', now(), '', now(), 'DISABLED', 'Many', 'Person ' || n,
         now(), (select id from terms_version where kind = 'portal' and is_current)
       from generate_series(1, 620) n returning id)
     insert into connection (id, owner_company_id, account_id, invited_by_account_id, invited_at, invite_expires_at,
       accepted_at, shared_at, code_sealed, code_hash, connection_type, removed_at, sharing_active)
     select gen_random_uuid(), company, id, $2, now(), now() + interval '30 days', now(), now(), sealed,
       case when sealed is not null then type || id end, type, removed_at, removed_at is null
     from people cross join (values ($1::uuid, 'INDIVIDUAL', $4, null::timestamptz), ($3::uuid, 'EXTENDED', null, now()))
       as made (company, type, sealed, removed_at)`,
    // They have already switched the client off, so no mail is sent.
    [sharing.companyId, sharing.owner.accountId, client.companyId, someSealed],
  );
  const count = async () => {
    const { rows } = await portal.pool.query(
      `select count(*)::int as n from connection where owner_company_id = $1 and connection_type = 'EXTENDED'
         and removed_at is null`,
      [client.companyId],
    );
    return rows[0].n;
  };
  const link = await connectCompanies(client, sharing);
  expect(await count()).toBe(500);
  await portal.runJobs();
  expect(await count()).toBe(620);
  await client.owner.visitor.perform(requestRemoval, { connectionid: link });
  expect(await count()).toBe(0);
});

it('follows the clock through the renewal window to the end of the score', async () => {
  const later = await testPortal({ now: new Date('2026-03-01T10:00:00Z') });
  const client = await newCompany(later, { shieldlink_enabled: true });
  const sharing = await newCompany(later, { shieldlink_enabled: true });
  const person = await newScoredPerson(later, { days: 60 });
  const direct = await sharing.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid: direct.inviteid });
  const { inviteid } = await askCompany(client, sharing);
  await sharing.owner.visitor.perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' });
  const { rows } = await later.pool.query(
    `select id from connection where connection_type = 'EXTENDED' and removed_at is null`,
  );
  const seen: unknown[] = [];
  for (const moment of [
    '2026-03-16T10:59:59Z',
    '2026-03-16T11:00:00Z',
    '2026-03-31T11:00:00Z',
    '2026-04-30T10:59:59Z',
    '2026-04-30T11:00:00Z',
  ]) {
    later.clock.set(new Date(moment));
    const { changed } = await runSweep(later, dueConnections);
    const missed = await runSweep(later, allConnections);
    seen.push([moment, changed, (await connectionRow(later, rows[0].id)).status, missed.changed]);
  }
  expect(seen).toEqual([
    ['2026-03-16T10:59:59Z', 0, 'CURRENT', 0],
    ['2026-03-16T11:00:00Z', 2, 'INRENEWALWINDOW', 0],
    ['2026-03-31T11:00:00Z', 2, 'INRENEWALWINDOW', 0],
    ['2026-04-30T10:59:59Z', 0, 'INRENEWALWINDOW', 0],
    ['2026-04-30T11:00:00Z', 2, 'EXPIRED', 0],
  ]);
});
