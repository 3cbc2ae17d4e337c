import { beforeAll, describe, expect, it } from 'vitest';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import {
  acceptInvite,
  allConnections,
  getConnection,
  getSharedNetwork,
  listMyShares,
  listSharedWithMe,
  setConnectionActive,
} from '#modules/network/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  connectionRow,
  newScoredPerson,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { newStaff, type Registered } from '#test/factories/people.ts';
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

/** What ends when staff turn ShieldLink off for a company. */

let portal: TestPortal;
let staff: Registered;
beforeAll(async () => {
  portal = await testPortal();
  staff = await newStaff(portal);
});

const turn = ({ companyId: companyid }: TestCompany, shieldlink_enabled: 'YES' | 'NO') =>
  staff.visitor.perform(saveEnterpriseProfile, { companyid, shieldlink_enabled });

const namesSeenBy = async ({ owner }: TestCompany) =>
  (await owner.visitor.perform(listSharedWithMe, { rows: 100 })).rows.map(({ fullname }) => fullname).sort();

const nameOf = async (person: ScoredPerson) => {
  const { rows } = await portal.pool.query(
    `select firstname || ' ' || lastname as name from account where id = $1`,
    [person.accountId],
  );
  return rows[0].name as string;
};

/** The subjects of the mails to a person about companies. */
const told = async ({ emailaddress }: Registered) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: emailaddress, limit: 50 }))
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /ShieldLink/.test(subject));
};

const unlinked = async ({ emailaddress }: Registered) =>
  (await listOutbox(portal.db, { to: emailaddress, limit: 50 }))
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /no longer sees/.test(subject));

describe('turning ShieldLink off', () => {
  it('ends what the company shares and what it sees, at once and for both sides', async () => {
    const [middle, client, source] = await newLinkedCompanies(portal, 'Middle', 'Client', 'Source');
    const [shared, seen, direct] = [
      await newScoredPerson(portal),
      await newScoredPerson(portal),
      await newScoredPerson(portal),
    ];
    await joinNetwork(middle, shared);
    await joinNetwork(source, seen);
    await joinNetwork(client, direct);
    const outgoing = await connectCompanies(client, middle);
    const incoming = await connectCompanies(middle, source);
    expect(await namesSeenBy(client)).toContain(await nameOf(shared));
    expect(await namesSeenBy(middle)).toContain(await nameOf(seen));
    const before = {
      client: await told(client.owner),
      middle: await told(middle.owner),
      source: await told(source.owner),
    };

    await turn(middle, 'NO');
    // Only the people concerned are told, and which company no longer sees them.
    await portal.runJobs();
    expect(await unlinked(shared)).toEqual([`${client.name} no longer sees your ShieldScore`]);
    expect(await unlinked(seen)).toEqual([`${middle.name} no longer sees your ShieldScore`]);
    expect(await unlinked(direct)).toEqual([]);
    expect(await namesSeenBy(client)).toEqual([await nameOf(direct)]);
    expect(await namesSeenBy(middle)).toEqual([await nameOf(shared)]);
    for (const person of [shared, seen]) expect(await shareOf(person, 'EXTENDED')).toBeUndefined();
    for (const { owner } of [middle, source]) expect(await shareOf(owner, 'FULLNETWORK')).toBeUndefined();
    expect((await runSweep(portal, allConnections)).changed).toBe(0);

    const page = await client.owner.visitor.perform(getSharedNetwork, { connectionid: outgoing });
    expect(page).toMatchObject({ rows: [], total_users: 0, ended: { how: 'turned-off', by: null } });
    for (const id of [outgoing, incoming]) {
      const { rows } = await portal.pool.query(
        `select kind, actor_account_id from connection_event where connection_id = $1 order by at desc, id desc limit 1`,
        [id],
      );
      expect(rows).toEqual([{ kind: 'shieldlink-off', actor_account_id: null }]);
      const audit = await portal.pool.query(
        `select actor_id from audit_entry where object_id = $1 and action = 'network.shieldlink-ended'`,
        [id],
      );
      expect(audit.rows).toEqual([{ actor_id: staff.accountId }]);
    }
    const since = async ({ owner }: TestCompany, old: readonly string[]) =>
      (await told(owner)).slice(0, -old.length || undefined);
    expect(await since(client, before.client)).toEqual([`ShieldLink with ${middle.name} has ended`]);
    expect(await since(source, before.source)).toEqual([`ShieldLink with ${middle.name} has ended`]);
    expect((await since(middle, before.middle)).sort()).toEqual(
      [client, source].map(({ name }) => `ShieldLink with ${name} has ended`).sort(),
    );
  });

  it('leaves what a client sees of the same person through another company', async () => {
    const [client, one, two] = await newLinkedCompanies(portal, 'Client', 'One', 'Two');
    const [both, only] = [await newScoredPerson(portal), await newScoredPerson(portal)];
    for (const person of [both, only]) await joinNetwork(one, person);
    await joinNetwork(two, both);
    await connectCompanies(client, one);
    await connectCompanies(client, two);
    const row = (await client.owner.visitor.perform(listSharedWithMe, { type: 'shieldlink' })).rows.find(
      ({ through }) => through === 'Multiple Companies',
    );
    await turn(one, 'NO');
    await portal.runJobs();
    expect(await unlinked(both)).toEqual([]);
    expect(await unlinked(only)).toHaveLength(1);
    const { rows } = await client.owner.visitor.perform(listSharedWithMe, { type: 'shieldlink' });
    expect(rows.map(({ id, through }) => [id, through])).toContainEqual([row?.id, two.name]);
    expect(rows).toHaveLength(2);
    const details = await client.owner.visitor.perform(getConnection, { connectionid: row?.id ?? '' });
    expect(details.networks.map(({ businessname }) => businessname)).toEqual([two.name]);
    expect(details.connection.currenticstatus).not.toBeNull();
  });

  it('tells nobody who had switched the client off, or wants no mail', async () => {
    const { client, sharing, person } = await newSharedNetwork(portal);
    const quiet = await newScoredPerson(portal);
    await joinNetwork(sharing, quiet);
    const off = (await shareOf(person, 'EXTENDED'))?.id ?? '';
    await person.visitor.perform(setConnectionActive, { connectionid: off, active: 'NO' });
    await portal.pool.query('update account set two_step_method = $2, criticalemails = false where id = $1', [
      quiet.accountId,
      'DISABLED',
    ]);
    await turn(client, 'NO');
    await portal.runJobs();
    for (const told of [person, quiet]) expect(await unlinked(told)).toEqual([]);
  });

  it('takes a network larger than a batch, and leaves nobody behind', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    await connectCompanies(client, sharing);
    // They have switched the client off, so that nobody has to be told, which would take the next tests long.
    await portal.pool.query(
      `with people as (
         insert into account (id, active, emailaddress, email_verified_at, password_hash, password_changed_at,
           two_step_method, firstname, lastname, registered_at, accepted_terms_id)
         select gen_random_uuid(), false, 'off' || n || '@example.com', now(), '', now(), 'DISABLED', 'Many', 'Off ' || n,
           now(), (select id from terms_version where kind = 'portal' and is_current)
         from generate_series(1, 1100) n returning id)
       insert into connection (id, owner_company_id, account_id, invited_by_account_id, invited_at, invite_expires_at,
         accepted_at, shared_at, sharing_active, code_sealed, code_hash, connection_type)
       select gen_random_uuid(), company, id, $2, now(), now() + interval '30 days', now(), now(),
         type = 'INDIVIDUAL', sealed, case when sealed is not null then type || id end, type
       from people cross join (values ($1::uuid, 'INDIVIDUAL', $4), ($3::uuid, 'EXTENDED', null))
         as made (company, type, sealed)`,
      [sharing.companyId, sharing.owner.accountId, client.companyId, someSealed],
    );
    const live = async () => {
      const { rows } = await portal.pool.query(
        `select count(*)::int as n from connection where owner_company_id = $1 and removed_at is null`,
        [client.companyId],
      );
      return rows[0].n as number;
    };
    await runSweep(portal, allConnections);
    expect(await live()).toBe(1101);
    await turn(client, 'NO');
    expect(await live()).toBe(0);
  });

  it('withdraws open invitations either way, and tells only the company that waits for an answer', async () => {
    const [company, other] = await newLinkedCompanies(portal, 'Company', 'Other');
    const by = await askCompany(company, other);
    const to = await askCompany(other, company);
    await portal.runJobs();
    const before = await told(company.owner);
    await turn(company, 'NO');
    for (const { inviteid } of [by, to]) {
      expect(await connectionRow(portal, inviteid)).toMatchObject({ accepted_at: null });
      expect((await connectionRow(portal, inviteid)).cancelled_at).not.toBeNull();
    }
    for (const [owner, { inviteid }] of [
      [other.owner, by],
      [company.owner, to],
    ] as const) {
      await expect(
        owner.visitor.perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' }),
      ).rejects.toThrow('network.invitation-closed');
    }
    expect(await told(other.owner)).toContain(`Your ShieldLink invitation to ${company.name} was withdrawn`);
    expect(await told(company.owner)).toEqual(before);
    await expect(askCompany(company, other)).rejects.toThrow('network.shieldlink-off');
  });

  it('is no pause: turned on again it restores nothing, and companies connect anew', async () => {
    const { client, sharing, person } = await newSharedNetwork(portal);
    await turn(sharing, 'NO');
    await turn(sharing, 'NO');
    await turn(sharing, 'YES');
    await portal.runJobs();
    await runSweep(portal, allConnections);
    expect(await namesSeenBy(client)).toEqual([]);
    await connectCompanies(client, sharing);
    expect(await namesSeenBy(client)).toEqual([sharing.name, await nameOf(person)].sort());
    const { rows } = await person.visitor.perform(listMyShares, {});
    expect(rows.map(({ connectiontype }) => connectiontype).sort()).toEqual(['EXTENDED', 'INDIVIDUAL']);
  });

  it('other features end nothing', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    await connectCompanies(client, sharing);
    await staff.visitor.perform(saveEnterpriseProfile, {
      companyid: sharing.companyId,
      shieldlink_enabled: 'YES',
      network_autoinvite: 'YES',
      network_requires_pdf: 'YES',
    });
    expect(await namesSeenBy(client)).toEqual([sharing.name]);
  });

  it('and an acceptance at the same moment leave no connection', async () => {
    const rounds = Number(process.env.RACE_ROUNDS ?? (process.env.TEST_SET === 'all' ? 4 : 2));
    for (let round = 0; round < rounds; round += 1) {
      const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
      await joinNetwork(sharing, await newScoredPerson(portal));
      const { inviteid } = await askCompany(client, sharing);
      await Promise.allSettled([
        sharing.owner.visitor.perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' }),
        turn(round % 2 === 0 ? sharing : client, 'NO'),
      ]);
      const { rows } = await portal.pool.query(
        `select connection_type from connection where owner_company_id = $1 and cancelled_at is null
           and removed_at is null`,
        [client.companyId],
      );
      expect(rows).toEqual([]);
    }
  });
});
