import { expect, test } from 'vitest';
import { deliverAlertMail, gatherForMember, refreshConnections } from '#modules/network/index.ts';
import { DAY, newId } from '#modules/platform/index.ts';
import {
  alertMailsTo,
  alertSubjectsTo,
  newAlertedCompany,
  subscribeTo,
} from '#test/factories/alert-mails.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/**
 * An alert arises once, and reaches each subscriber once, whatever happens at the same time. RACE_ROUNDS repeats it, as
 * in `npm run test:long`.
 */

const rounds = Number(process.env.RACE_ROUNDS ?? 1);
const portal = await testPortal();
const names = ['Ada', 'Ben', 'Cem', 'Dia'];

/** A company with alerts, in whose network some people have the score IC01. */
async function newJoined(firstnames: readonly string[] = names) {
  const company = await newAlertedCompany(portal);
  const people: { accountId: string; connectionId: string }[] = [];
  for (const firstname of firstnames) {
    const person = await newScoredPerson(portal, { firstname, lastname: 'Haddad', score: 'IC01' });
    people.push({ accountId: person.accountId, connectionId: await joinNetwork(company, person) });
  }
  await portal.runJobs();
  return { company, people };
}

async function alertsOf(companyId: string, ...types: string[]): Promise<string[]> {
  const { rows } = await portal.pool.query<{ told: string }>(
    `select concat_ws(' ', alert_type, firstname, previous_score, score) as told from network_alert
     where company_id = $1 and alert_type = any($2) order by alert_type, firstname`,
    [companyId, types],
  );
  return rows.map(({ told }) => told);
}

for (let round = 0; round < rounds; round += 1) {
  test(`refreshes at the same moment alert once (${round})`, async () => {
    const { company, people } = await newJoined(['Ada']);
    const accountIds = people.map(({ accountId }) => accountId);
    const soon = new Date(portal.clock.now().getTime() + 9 * DAY).toISOString().slice(0, 10);
    await portal.pool.query(
      `update shield_score set score = 'IC03', expiration = $2 where account_id = any($1)`,
      [accountIds, soon],
    );
    await Promise.all(
      Array.from({ length: 6 }, () =>
        portal.work('test.refresh', (work) => refreshConnections(work, { accountIds })),
      ),
    );
    expect(await alertsOf(company.companyId, 'expiressoon', 'scorechange')).toEqual([
      'expiressoon Ada IC03',
      'scorechange Ada IC01 IC03',
    ]);
  });

  test(`a rule that is saved while scores change puts each out once (${round})`, async () => {
    const { company, people } = await newJoined();
    await Promise.all([
      ...people.map(({ accountId }) => giveScore(portal, accountId, { score: 'IC03' })),
      subscribeTo(company.owner, { maxscore: 2 }),
    ]);
    await portal.runJobs({ ahead: 60_000 });
    expect(await alertsOf(company.companyId, 'out_compliance')).toEqual(
      names.map((name) => `out_compliance ${name} IC03`),
    );
    const { rows } = await portal.pool.query(
      'select distinct compliance from connection where id = any($1)',
      [people.map(({ connectionId }) => connectionId)],
    );
    expect(rows).toEqual([{ compliance: 'SCORE' }]);
  });

  test(`scores that change while mails are gathered reach each subscriber once (${round})`, async () => {
    const { company, people } = await newJoined();
    const { owner, admin, companyId } = company;
    for (const member of [owner, admin]) await subscribeTo(member, { scorechange: 'YES' });
    const gather = ({ accountId }: typeof owner) => gatherForMember(portal, { companyId, accountId });
    await Promise.all([
      ...people.map(({ accountId }) => giveScore(portal, accountId, { score: 'IC02' })),
      ...[owner, admin, owner, admin].map(gather),
    ]);
    await Promise.all([owner, admin, owner, admin].map(gather));
    for (const member of [owner, admin]) {
      const subjects = await alertSubjectsTo(portal, member);
      const changed = names.map((name) => subjects.filter((subject) => subject.includes(name)).length);
      expect(changed).toEqual([1, 1, 1, 1]);
    }
  });

  test(`jobs that run twice, or two at a time, send nothing twice (${round})`, async () => {
    const { company, people } = await newJoined(['Ada']);
    const { admin, companyId } = company;
    await subscribeTo(admin, { scorechange: 'YES' });
    for (const { accountId } of people) await giveScore(portal, accountId, { score: 'IC02' });
    const reader = { companyId, accountId: admin.accountId };
    await Promise.all(Array.from({ length: 4 }, () => gatherForMember(portal, reader)));
    const before = await alertMailsTo(portal, admin);
    const { rows } = await portal.pool.query<{ id: string }>(
      'select id from alert_mail where account_id = $1',
      [admin.accountId],
    );
    expect([before.length, rows.length]).toEqual([1, 1]);
    for (const mailId of [...rows.map(({ id }) => id), newId()]) await deliverAlertMail(portal, { mailId });
    expect(await alertMailsTo(portal, admin)).toHaveLength(1);
  });
}
