import { expect, it } from 'vitest';
import {
  dueConnections,
  leaveNetwork,
  listAlerts,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { runSweep } from '#modules/platform/index.ts';
import {
  alertMailsTo,
  alertSubjectsTo,
  newAlertedCompany,
  subscribeTo,
} from '#test/factories/alert-mails.ts';
import { giveScore, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** Who goes out of compliance is alerted once, in the transaction of the cause (D131). */

const portal = await testPortal({ now: new Date('2026-03-01T15:00:00Z') });

const named = (firstname: string, more: object = {}) =>
  newScoredPerson(portal, { firstname, lastname: 'Haddad', ...more });

/** The names of those who went out, oldest first. */
async function outOf(company: TestCompany): Promise<string[]> {
  const { rows } = await portal.pool.query<{ firstname: string }>(
    `select firstname from network_alert where company_id = $1 and alert_type = 'out_compliance'
     order by at, firstname`,
    [company.companyId],
  );
  return rows.map(({ firstname }) => firstname);
}

const standing = async (connectionId: string) => {
  const { rows } = await portal.pool.query('select compliance from connection where id = $1', [connectionId]);
  return rows[0]?.compliance;
};

it('F112: a changed score that the rule excludes puts out once, until the person comes in again', async () => {
  const company = await newAlertedCompany(portal);
  await subscribeTo(company.owner, { maxscore: 2 });
  const person = await named('Noor');
  const id = await joinNetwork(company, person);
  for (const score of ['IC03', 'IC04', 'IC02', 'NA'] as const) {
    await giveScore(portal, person.accountId, { score });
    portal.clock.advance(1_000);
  }
  expect(await outOf(company)).toEqual(['Noor', 'Noor']);
  expect(await standing(id)).toBe('SCORE');
  const { alerts } = await company.owner.visitor.perform(listAlerts, { alert: 'out_compliance' });
  expect(alerts.map(({ statusicon, currenticscore }) => [statusicon, currenticscore])).toEqual([
    ['fail', 'NA'],
    ['fail', 'IC03'],
  ]);
});

it('whoever joins with a score that the rule excludes goes out with it, once', async () => {
  const company = await newAlertedCompany(portal);
  await subscribeTo(company.owner, { maxscore: 1 });
  const person = await named('Omar', { score: 'IC03' });
  const id = await joinNetwork(company, person);
  expect(await outOf(company)).toEqual(['Omar']);
  expect(await alertSubjectsTo(portal, company.owner)).toEqual(['Out of compliance: Omar Haddad']);
  for (const active of ['NO', 'YES'] as const) {
    await person.visitor.perform(setConnectionActive, { connectionid: id, active });
  }
  await giveScore(portal, person.accountId, { score: 'IC04' });
  await company.owner.visitor.perform(requestRemoval, { connectionid: id });
  expect(await outOf(company)).toEqual(['Omar']);
});

it('a score that expires puts out at that moment, if the rule says so', async () => {
  const [strict, lax] = [await newAlertedCompany(portal), await newAlertedCompany(portal)];
  await subscribeTo(lax.owner, { outofcomp_expired: 'NO' });
  const person = await named('Elif', { days: 60 });
  const id = await joinNetwork(strict, person);
  await joinNetwork(lax, person);
  const apart = new Date('2026-04-30T11:00:00Z');
  portal.clock.set(new Date(apart.getTime() - 1_000));
  await runSweep(portal, dueConnections);
  expect(await outOf(strict)).toEqual([]);
  portal.clock.set(apart);
  await runSweep(portal, dueConnections);
  await runSweep(portal, dueConnections);
  expect([await outOf(strict), await outOf(lax), await standing(id)]).toEqual([['Elif'], [], 'EXPIRED']);
  const [mail, ...more] = (await alertMailsTo(portal, strict.owner)).filter(
    ({ createdAt }) => createdAt >= apart,
  );
  expect([mail?.subject, more]).toEqual(['Expired and out of compliance: Elif Haddad', []]);
  expect(mail?.text).toContain(
    'Elif Haddad has a score that expired and is out of compliance with your rule.',
  );
});

it('who stops sharing and leaves is out once; who is removed, only if the rule says so', async () => {
  const company = await newAlertedCompany(portal);
  const { owner } = company;
  const [leaving, removed, counted] = [await named('Lea'), await named('Rolf'), await named('Sam')];
  const left = await joinNetwork(company, leaving);
  await leaving.visitor.perform(setConnectionActive, { connectionid: left, active: 'NO' });
  await leaving.visitor.perform(leaveNetwork, { connectionid: left });
  await owner.visitor.perform(requestRemoval, { connectionid: await joinNetwork(company, removed) });
  expect(await outOf(company)).toEqual(['Lea']);
  portal.clock.advance(1_000);
  await subscribeTo(owner, { outofcomp_removed: 'YES' });
  await owner.visitor.perform(requestRemoval, { connectionid: await joinNetwork(company, counted) });
  expect(await outOf(company)).toEqual(['Lea', 'Sam']);
});

it('a rule that puts several out is told in one mail with their names, and changes no alert of the past', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin } = company;
  for (const firstname of ['Ada', 'Ben', 'Cem']) {
    await joinNetwork(company, await named(firstname, { score: 'IC02' }));
  }
  await joinNetwork(company, await named('Dia'));
  const before = await portal.pool.query('select * from network_alert where company_id = $1 order by id', [
    company.companyId,
  ]);
  await subscribeTo(admin, { out_compliance: 'YES' });
  portal.clock.advance(1_000);
  await subscribeTo(owner, { maxscore: 1 });
  for (const member of [owner, admin]) {
    expect(await alertSubjectsTo(portal, member)).toEqual(['3 alerts in your network']);
  }
  const [mail] = await alertMailsTo(portal, owner);
  expect(mail?.text).toContain('Out of compliance: Ada Haddad, Ben Haddad, Cem Haddad');
  const after = await portal.pool.query(
    `select * from network_alert where company_id = $1 and alert_type <> 'out_compliance' order by id`,
    [company.companyId],
  );
  expect(after.rows).toEqual(before.rows);
  await subscribeTo(owner, { maxscore: 2 });
  await subscribeTo(owner, { maxscore: 2, minscore: 0 });
  expect(await outOf(company)).toEqual(['Ada', 'Ben', 'Cem']);
  const { rows } = await portal.pool.query(
    'select maxscore, people_out, saved_by_account_id from alert_rule_saving where company_id = $1 order by saved_at',
    [company.companyId],
  );
  expect(rows).toEqual([
    { maxscore: 1, people_out: 3, saved_by_account_id: owner.accountId },
    { maxscore: 2, people_out: 0, saved_by_account_id: owner.accountId },
  ]);
});
