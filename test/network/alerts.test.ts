import { expect, it } from 'vitest';
import { addTeamMember } from '#modules/enterprise/index.ts';
import {
  acceptInvite,
  allConnections,
  dueConnections,
  leaveNetwork,
  newInvite,
  refreshConnections,
  requestRemoval,
  setConnectionActive,
  updateAlertCount,
} from '#modules/network/index.ts';
import { DAY, runSweep, sql } from '#modules/platform/index.ts';
import {
  giveScore,
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
  newTeamMember,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { actAs, newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

const portal = await testPortal();

async function join(company: TestCompany, person: ScoredPerson): Promise<string> {
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  return inviteid;
}

/** The alerts of a company, oldest first: type, former score, score, expiration. */
/** Those of the other types: test/network/out-of-compliance.test.ts is about who goes out. */
async function alertsOf(at: TestPortal, { companyId }: TestCompany) {
  const { rows } = await sql<{ told: string }>`
    select concat_ws(' ', alert_type, previous_score, score, expiration) as told from network_alert
    where company_id = ${companyId} and alert_type <> 'out_compliance' order by at, id`.execute(at.db);
  return rows.map(({ told }) => told);
}

const dateIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

it('a company is alerted once of who joins its network, with the score that it sees; nobody else is', async () => {
  const [company, stranger] = [await newCompany(portal), await newCompany(portal)];
  const person = await newScoredPerson(portal, { score: 'IC02', firstname: 'Noor', lastname: 'Haddad' });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  expect(await alertsOf(portal, company)).toEqual([]);
  await person.visitor.perform(acceptInvite, { inviteid });
  expect(await alertsOf(portal, company)).toEqual([`new IC02 ${dateIn(300)}`]);
  await runSweep(portal, allConnections);
  expect(await alertsOf(portal, company)).toHaveLength(1);
  expect(await alertsOf(portal, stranger)).toEqual([]);
  const { rows } = await sql`
    select account_id, connection_id, firstname, lastname from network_alert where company_id = ${company.companyId}`.execute(
    portal.db,
  );
  expect(rows).toEqual([
    { account_id: person.accountId, connection_id: inviteid, firstname: 'Noor', lastname: 'Haddad' },
  ]);
});

it('the network of a person has no alerts', async () => {
  const [owner, person] = [await newPersonWithoutTwoStep(portal), await newScoredPerson(portal)];
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const { rows } = await sql`select id from network_alert where connection_id = ${inviteid}`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
});

it('a changed score is told with the one that the company saw before, an equal one is not', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { score: 'IC01' });
  await join(company, person);
  await giveScore(portal, person.accountId, { score: 'IC01', days: 320 });
  expect(await alertsOf(portal, company)).toHaveLength(1);
  await giveScore(portal, person.accountId, { score: 'IC03', days: 330 });
  await giveScore(portal, person.accountId, { score: 'IC01', days: 330 });
  expect((await alertsOf(portal, company)).slice(1)).toEqual([
    `scorechange IC01 IC03 ${dateIn(330)}`,
    `scorechange IC03 IC01 ${dateIn(330)}`,
  ]);
});

it('nothing is told of a score while sharing is off, and what changed meanwhile once it is shown again', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { score: 'IC01' });
  const connectionid = await join(company, person);
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  await giveScore(portal, person.accountId, { score: 'IC04', days: 20 });
  await runSweep(portal, allConnections);
  expect(await alertsOf(portal, company)).toHaveLength(1);
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'YES' });
  expect((await alertsOf(portal, company)).slice(1).sort()).toEqual([
    `expiressoon IC04 ${dateIn(20)}`,
    `scorechange IC01 IC04 ${dateIn(20)}`,
  ]);
});

it('a monitoring update that waits for the person tells nothing', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { score: 'IC01' });
  const connectionid = await join(company, person);
  const applicationId = await newApplication(portal, person.accountId, 'newrequiresapproval');
  await newScoreChange(portal, person.accountId, applicationId, 'monitorupdate', 'IC03');
  await portal.work('test.refresh', (work) => refreshConnections(work, { connectionIds: [connectionid] }));
  const { rows } = await sql`select status, score from connection where id = ${connectionid}`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ status: 'SCOREPENDING', score: null }]);
  expect(await alertsOf(portal, company)).toHaveLength(1);
});

it('30 days before and at 11:00 UTC of the last day, by the sweep of due rows and never twice', async () => {
  const apart = await testPortal({ now: new Date('2026-03-01T10:00:00Z') });
  const company = await newCompany(apart);
  const person = await newScoredPerson(apart, { days: 60 });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const seen: unknown[] = [];
  // The score ends on 2026-04-30.
  for (const moment of [
    '2026-03-16T11:00:00Z',
    '2026-03-31T10:59:59Z',
    '2026-03-31T11:00:00Z',
    '2026-04-30T10:59:59Z',
    '2026-04-30T11:00:00Z',
    '2026-05-30T11:00:00Z',
  ]) {
    apart.clock.set(new Date(moment));
    await runSweep(apart, dueConnections);
    const due = await alertsOf(apart, company);
    await runSweep(apart, dueConnections);
    await runSweep(apart, allConnections);
    expect(await alertsOf(apart, company)).toEqual(due);
    seen.push([moment, due.at(-1), due.length]);
  }
  expect(seen).toEqual([
    ['2026-03-16T11:00:00Z', 'new IC01 2026-04-30', 1],
    ['2026-03-31T10:59:59Z', 'new IC01 2026-04-30', 1],
    ['2026-03-31T11:00:00Z', 'expiressoon IC01 2026-04-30', 2],
    ['2026-04-30T10:59:59Z', 'expiressoon IC01 2026-04-30', 2],
    ['2026-04-30T11:00:00Z', 'expired IC01 2026-04-30', 3],
    ['2026-05-30T11:00:00Z', 'expired IC01 2026-04-30', 3],
  ]);
});

it('who joins with a score that ends within 30 days is told of at once, and once for each date', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { days: 12 });
  await join(company, person);
  expect((await alertsOf(portal, company)).sort()).toEqual([
    `expiressoon IC01 ${dateIn(12)}`,
    `new IC01 ${dateIn(12)}`,
  ]);
  const moveTo = async (date: string) => {
    await portal.pool.query('update shield_score set expiration = $2 where account_id = $1', [
      person.accountId,
      date,
    ]);
    await portal.work('test.refresh', (work) => refreshConnections(work, { accountIds: [person.accountId] }));
  };
  for (const days of [200, 12, 25, 12]) await moveTo(dateIn(days));
  expect((await alertsOf(portal, company)).filter((told) => told.startsWith('expiressoon')).sort()).toEqual([
    `expiressoon IC01 ${dateIn(12)}`,
    `expiressoon IC01 ${dateIn(25)}`,
  ]);
});

it('who leaves or is removed is told without a score, each once', async () => {
  const company = await newCompany(portal);
  const [leaving, removed] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  const [left, gone] = [await join(company, leaving), await join(company, removed)];
  await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await leaving.visitor.perform(leaveNetwork, { connectionid: left });
  await company.owner.visitor.perform(requestRemoval, { connectionid: gone });
  expect((await alertsOf(portal, company)).slice(2)).toEqual(['leftnetwork', 'removeduser']);
  await giveScore(portal, removed.accountId, { score: 'IC04' });
  expect(await alertsOf(portal, company)).toHaveLength(4);
});

it('the database refuses a second alert of the same occurrence', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { score: 'IC01', days: 12 });
  await join(company, person);
  await giveScore(portal, person.accountId, { score: 'IC02', days: 12 });
  const again = (type: string) =>
    portal.pool.query(
      `insert into network_alert select gen_random_uuid(), company_id, connection_id, account_id, alert_type, at + interval '1 hour',
         score_id, score, previous_score, expiration, firstname, lastname, businessname, sort_name
       from network_alert where company_id = $1 and alert_type = $2`,
      [company.companyId, type],
    );
  for (const type of ['new', 'expiressoon', 'scorechange']) {
    await expect(again(type)).rejects.toThrow(/network_alert_(once|expiry|change)_key/);
  }
});

it('each member of the team has unread alerts of their own, until they read them', async () => {
  const company = await newCompany(portal, { alert_dashboard_enabled: true });
  const viewer = await newTeamMember(portal, company, 'viewer');
  const counts = async () => {
    await portal.runJobs();
    const { rows } = await sql<{ account_id: string; alert_count: number }>`
      select account_id, alert_count from session_facts where company_id = ${company.companyId}`.execute(
      portal.db,
    );
    return [company.owner, viewer].map(
      ({ accountId }) => rows.find((row) => row.account_id === accountId)?.alert_count,
    );
  };
  expect(await counts()).toEqual([0, 0]);
  portal.clock.advance(1_000);
  await join(company, await newScoredPerson(portal));
  await join(company, await newScoredPerson(portal));
  expect(await counts()).toEqual([2, 2]);
  const reader = await signIn(portal, viewer);
  const session = await reader.call('GET', '/verifysession');
  expect(session).toMatchObject({ body: { enterprise: { alert_count: 2 } } });
  expect(await reader.perform(updateAlertCount, {})).toEqual({ alert_count: 0 });
  expect(await counts()).toEqual([2, 0]);
  portal.clock.advance(1_000);
  await join(company, await newScoredPerson(portal));
  expect(await counts()).toEqual([3, 1]);
  const staff = await actAs(portal, viewer);
  expect(await staff.perform(updateAlertCount, {})).toEqual({ alert_count: 1 });
  expect(await counts()).toEqual([3, 1]);
});

it('who is in no team, or in one without alerts, has none to read', async () => {
  const alone = await newPersonWithoutTwoStep(portal);
  expect(await alone.visitor.perform(updateAlertCount, {})).toEqual({ alert_count: 0 });
  const company = await newCompany(portal);
  await join(company, await newScoredPerson(portal));
  expect(await company.owner.visitor.perform(updateAlertCount, {})).toEqual({ alert_count: 0 });
});

it('a member has unread what came after they joined the team, and in the last 30 days', async () => {
  const apart = await testPortal();
  const [former, company] = [
    await newCompany(apart, { alert_dashboard_enabled: true }),
    await newCompany(apart, { alert_dashboard_enabled: true }),
  ];
  const member = await newTeamMember(apart, former, 'viewer');
  await (await signIn(apart, member)).perform(updateAlertCount, {});
  apart.clock.advance(1_000);
  await join(company, await newScoredPerson(apart));
  apart.clock.advance(1_000);
  await apart.pool.query('delete from team_member where account_id = $1', [member.accountId]);
  await apart.work('test.join', (work) =>
    addTeamMember(work, { companyId: company.companyId, accountId: member.accountId, role: 'viewer' }),
  );
  // Staff who look mark nothing as read.
  const unread = async () => (await actAs(apart, member)).perform(updateAlertCount, {});
  expect(await unread()).toEqual({ alert_count: 0 });
  apart.clock.stop();
  apart.clock.advance(1_000);
  await join(company, await newScoredPerson(apart));
  expect(await unread()).toEqual({ alert_count: 1 });
  apart.clock.advance(30 * DAY - 1);
  expect(await unread()).toEqual({ alert_count: 1 });
  apart.clock.advance(1);
  expect(await unread()).toEqual({ alert_count: 0 });
});
