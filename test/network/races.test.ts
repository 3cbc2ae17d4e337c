import { beforeEach, expect, it } from 'vitest';
import { savePreferences, setAccountActive, updatePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  allConnections,
  cancelInvite,
  ignoreInvite,
  leaveNetwork,
  newInvite,
  openLink,
  requestRemoval,
  resendInvite,
  setConnectionActive,
  setShareDetails,
} from '#modules/network/index.ts';
import { Refusal, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import {
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { connectCompanies, joinNetwork, newLinkedCompanies } from '#test/factories/shieldlink.ts';
import { acceptingByText, lastFour } from '#test/factories/sms-accept.ts';
import type { Visitor } from '#test/visitor.ts';

/**
 * Eight clients or more act on one invitation or connection at the same time. RACE_ROUNDS repeats it, as in `npm run
 * test:long`.
 */

const CLIENTS = 8;
const rounds = Number(process.env.RACE_ROUNDS ?? 1);
// A connection for each deed of the largest race: they hold theirs while they wait for each other.
const portal = await servedPortal({ environment: { DATABASE_POOL: '26' } });
expectNoDeadlocks(portal);
let company: TestCompany;
let owner: Visitor;
let tests = 0;
beforeEach(async () => {
  // In many rounds one company would meet the limit of its invitations.
  if (tests % 20 === 0) {
    company = await newCompany(portal, { company_name: 'Acme Builders' });
    owner = company.owner.visitor;
  }
  tests += 1;
});

type Deed = () => Promise<unknown>;

/**
 * Runs all of them at the same time.
 * @returns those that succeeded; the others were refused for an expected reason
 */
async function atOnce(...deeds: Deed[]): Promise<boolean[]> {
  const ends = await Promise.allSettled(deeds.map((deed) => deed()));
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Refusal);
  return ends.map(({ status }) => status === 'fulfilled');
}

/** The deeds in turn, until each client has one. */
const inTurn = (...deeds: Deed[]): Deed[] =>
  Array.from({ length: CLIENTS }, (_, at) => deeds[at % deeds.length] as Deed);

async function kindsOf(connectionId: string, ...wanted: string[]): Promise<string[]> {
  const { rows } = await portal.pool.query<{ kind: string }>(
    'select kind from connection_event where connection_id = $1 order by id',
    [connectionId],
  );
  return rows.map(({ kind }) => kind).filter((kind) => wanted.includes(kind));
}

/** The rows that the nightly sweep would still change. */
const untrue = async () => (await runSweep(portal, allConnections)).changed;

const subjectsTo = async (address: string) =>
  (await listOutbox(portal.db, { to: address })).map(({ subject }) => subject ?? '');

async function invited() {
  const person = await newScoredPerson(portal);
  const { inviteid } = await owner.perform(newInvite, { touser: person.emailaddress });
  return { ...person, inviteid };
}

for (let round = 0; round < rounds; round += 1) {
  it(`accepting and ignoring: one of the two happens (${round})`, async () => {
    const { visitor, inviteid } = await invited();
    const done = await atOnce(
      ...inTurn(
        () => visitor.perform(acceptInvite, { inviteid }),
        () => visitor.perform(ignoreInvite, { inviteid }),
      ),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await kindsOf(inviteid, 'accepted', 'ignored')).toHaveLength(1);
  });

  it(`a Y by text, a press and a withdrawal: one answer, and none after the withdrawal (${round})`, async () => {
    const sms = acceptingByText(portal, company);
    const person = await sms.invited();
    const by = await sms.owner();
    await by.number(person.id, lastFour(person.mobile));
    await by.code(person.id, await sms.newestCode(person.mobile));
    await sms.textsTo(person.mobile);
    const done = await atOnce(
      ...inTurn(
        () => owner.perform(cancelInvite, { inviteid: person.id }),
        () => sms.reply(person.mobile, 'Y'),
        () => person.visitor.perform(acceptInvite, { inviteid: person.id }),
        () => sms.reply(person.mobile, 'YES'),
      ),
    );
    const cancelled = done[0] || done[4];
    const { rows } = await portal.pool.query(
      'select accepted_at is not null as accepted, cancelled_at is not null as cancelled from connection where id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ accepted: !cancelled, cancelled }]);
    expect(await kindsOf(person.id, 'accepted', 'cancelled')).toEqual([cancelled ? 'cancelled' : 'accepted']);
  });

  it(`removing and leaving: one of the two, told once to each side (${round})`, async () => {
    const member = await newTeamMember(portal, company, 'admin');
    const { visitor, inviteid, emailaddress } = await invited();
    await visitor.perform(acceptInvite, { inviteid });
    await visitor.perform(setConnectionActive, { connectionid: inviteid, active: 'NO' });
    const done = await atOnce(
      ...inTurn(
        () => owner.perform(requestRemoval, { connectionid: inviteid }),
        () => visitor.perform(leaveNetwork, { connectionid: inviteid }),
        () => member.visitor.perform(requestRemoval, { connectionid: inviteid }),
      ),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await kindsOf(inviteid, 'removed', 'left')).toHaveLength(1);
    await portal.runJobs();
    expect((await subjectsTo(emailaddress)).filter((subject) => /network/i.test(subject))).toHaveLength(1);
  });

  it(`inviting each other’s way at once: one invitation (${round})`, async () => {
    const person = await newScoredPerson(portal);
    const member = await newTeamMember(portal, company, 'admin');
    const { rows: found } = await portal.pool.query<{ id: string }>(
      'select shieldlinkid as id from company where id = $1',
      [company.companyId],
    );
    await atOnce(
      ...inTurn(
        () => owner.perform(newInvite, { touser: person.emailaddress }),
        () => member.visitor.perform(newInvite, { touser: person.shieldId }),
        () => person.visitor.perform(openLink, { linkid: found[0]?.id ?? '' }),
        () => owner.perform(newInvite, { touser: person.accountId }),
      ),
    );
    const { rows } = await portal.pool.query(
      'select count(*)::int as live from connection where account_id = $1 and cancelled_at is null',
      [person.accountId],
    );
    expect(rows).toEqual([{ live: 1 }]);
  });

  it(`a first score that accepts automatically, and a withdrawal: one of the two (${round})`, async () => {
    const person = await newPersonWithoutTwoStep(portal);
    await portal.work('test.auto', (work) =>
      savePreferences(work, person.accountId, { network_autoacceptinvite: true }),
    );
    const { inviteid } = await owner.perform(newInvite, { touser: person.emailaddress });
    const withdraw = () => owner.perform(cancelInvite, { inviteid });
    const [, ...withdrawn] = await atOnce(
      () => giveScore(portal, person.accountId),
      ...inTurn(withdraw).slice(1),
    );
    const cancelled = withdrawn.includes(true);
    expect(await kindsOf(inviteid, 'accepted', 'cancelled')).toEqual([cancelled ? 'cancelled' : 'accepted']);
  });

  it(`an account that is disabled while its person accepts shares nothing that is not seen to end (${round})`, async () => {
    const { visitor, inviteid, accountId } = await invited();
    await atOnce(
      ...inTurn(
        () => visitor.perform(acceptInvite, { inviteid }),
        () => portal.work('test.disable', (work) => setAccountActive(work, accountId, false)),
      ),
    );
    const { rows } = await portal.pool.query<{ open: boolean }>(
      `select accepted_at is null and cancelled_at is null as open from connection where id = $1`,
      [inviteid],
    );
    expect(rows).toEqual([{ open: false }]);
    expect(await untrue()).toBe(0);
  });

  it(`everything at once, in networks that are linked: what is stored stays true (${round})`, async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const people = [
      await newScoredPerson(portal),
      await newScoredPerson(portal),
      await newScoredPerson(portal),
    ];
    const ids: string[] = [];
    for (const person of people) ids.push(await joinNetwork(sharing, person));
    const link = await connectCompanies(client, sharing);
    const deeds = people.flatMap((person, at): Deed[] => {
      const connectionid = ids[at] ?? '';
      const { visitor, emailaddress } = person;
      return [
        () => visitor.perform(setConnectionActive, { connectionid, active: 'NO' }),
        () => visitor.perform(setShareDetails, { connectionid, reportshared: 'YES' }),
        () => visitor.perform(updatePreferences, { network_sharing_master: at === 0 ? 'NO' : 'YES' }),
        () => visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' }),
        () => client.owner.visitor.perform(newInvite, { touser: emailaddress }),
        () => sharing.owner.visitor.perform(requestRemoval, { connectionid }),
        () => sharing.owner.visitor.perform(resendInvite, { inviteid: connectionid }),
        () => visitor.perform(leaveNetwork, { connectionid }),
      ];
    });
    deeds.push(
      () => sharing.owner.visitor.perform(setConnectionActive, { connectionid: link, active: 'NO' }),
      () => client.owner.visitor.perform(requestRemoval, { connectionid: link }),
    );
    await atOnce(...deeds);
    await portal.runJobs();
    expect(await untrue()).toBe(0);
    const { rows } = await portal.pool.query(
      `select count(*)::int as doubled from (select from connection
        where owner_id = $1 and cancelled_at is null and removed_at is null group by account_id having count(*) > 1) twice`,
      [client.companyId],
    );
    expect(rows).toEqual([{ doubled: 0 }]);
  });
}
