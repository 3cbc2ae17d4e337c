import { expect, test } from 'vitest';
import { saveEnterpriseTeam, switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { listAlerts, saveAlertConfig } from '#modules/network/index.ts';
import { alertSubjectsTo, newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { giveScore, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { memberIdOf } from '#test/factories/teams.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

const configOf = async ({ visitor }: Registered) => (await visitor.perform(listAlerts, {})).alertconfig;
const deliveriesOf = async (member: Registered) => (await configOf(member)).deliveries;

const allInSummary = {
  new: 'SUMMARY',
  expiressoon: 'SUMMARY',
  scorechange: 'SUMMARY',
  expired: 'SUMMARY',
  leftnetwork: 'SUMMARY',
  removeduser: 'SUMMARY',
  out_compliance: 'SUMMARY',
  network_invites: 'SUMMARY',
  purchase: 'SUMMARY',
};
const ofOwner = { ...allInSummary, scorechange: 'ATONCE', expired: 'ATONCE', out_compliance: 'ATONCE' };
const nothing = Object.fromEntries(Object.keys(allInSummary).map((type) => [type, 'NO']));

test('F111: until they choose, the owner gets three types at once, an admin all in the summary, a viewer none', async () => {
  const company = await newAlertedCompany(portal);
  const viewer = await newTeamMember(portal, company, 'viewer');
  expect(await deliveriesOf(company.owner)).toEqual(ofOwner);
  expect(await deliveriesOf(company.admin)).toEqual(allInSummary);
  expect(await deliveriesOf(viewer)).toEqual(nothing);
  expect((await configOf(company.owner)).includestatuses.new).toHaveLength(12);
});

test('the defaults change with the owner', async () => {
  const company = await newAlertedCompany(portal, { team_management_enabled: true });
  const { owner, admin } = company;
  await owner.visitor.perform(switchEnterpriseOwner, { newuserid: admin.accountId });
  expect(await deliveriesOf({ ...owner, visitor: await signIn(portal, owner) })).toEqual(allInSummary);
  expect(await deliveriesOf({ ...admin, visitor: await signIn(portal, admin) })).toEqual(ofOwner);
});

test('the call saves what is given and leaves the rest, for the caller alone', async () => {
  const { owner, admin } = await newAlertedCompany(portal);
  const save = (alertconfig: object) =>
    admin.visitor.call('POST', '/network/savealertconfig', { alertconfig });
  expect(await save({ new: 'YES', includestatuses: { new: ['CURRENT'], expired: [] } })).toMatchObject({
    status: 200,
  });
  expect(
    await save({ deliveries: { purchase: 'NO' }, includestatuses: { expired: ['EXPIRED'] } }),
  ).toMatchObject({ status: 200 });
  const { body } = await admin.visitor.call('POST', '/network/listalerts', {});
  expect(body).toMatchObject({
    alertconfig: {
      new: 'YES',
      daily_summary: 'YES',
      left_network: 'NO',
      deliveries: { ...allInSummary, new: 'ATONCE', purchase: 'NO' },
      includestatuses: { new: ['CURRENT'], expired: ['EXPIRED'] },
    },
  });
  expect(await deliveriesOf(owner)).toEqual(ofOwner);
  for (const wrong of [
    { includestatuses: { new: ['GONE'] } },
    { deliveries: { news: 'NO' } },
    { minscore: 5 },
    { x: 1 },
  ])
    expect(await save(wrong)).toMatchObject({ status: 400 });
});

test('it saves the compliance rule of the company, with who changed it, and refuses one that lets nobody in', async () => {
  const { owner, admin, companyId } = await newAlertedCompany(portal);
  await subscribeTo(admin, { maxscore: 2, outofcomp_removed: 'YES' });
  expect(await configOf(owner)).toMatchObject({ minscore: 0, maxscore: 2, outofcomp_removed: true });
  const refused = await refusalOf(owner.visitor.perform(saveAlertConfig, { alertconfig: { minscore: 3 } }));
  expect(refused.code).toBe('network.alert-rule-scores');
  shows('alerts.rule-scores', refused.text);
  await subscribeTo(owner, { maxscore: 2 });
  const { rows } = await portal.pool.query(
    "select actor_id, action from audit_entry where object_id = $1 and action like 'network.alert%'",
    [companyId],
  );
  expect(rows).toEqual([{ actor_id: admin.accountId, action: 'network.alert-rule-saved' }]);
  expect(await deliveriesOf(admin)).toEqual(allInSummary);
});

test('a viewer, and a team without alerts, cannot save', async () => {
  const company = await newAlertedCompany(portal);
  const viewer = await newTeamMember(portal, company, 'viewer');
  const other = await newCompany(portal);
  expect((await refusalOf(subscribeTo(viewer, { new: 'YES' }))).code).toBe('role-too-low');
  expect((await refusalOf(subscribeTo(other.owner, { new: 'YES' }))).code).toBe('not-found');
});

test('who becomes a viewer or leaves keeps no subscription and gets no mail that waited', async () => {
  const company = await newAlertedCompany(portal, { team_management_enabled: true });
  const leaving = await newTeamMember(portal, company, 'admin');
  for (const member of [company.admin, leaving, company.owner]) await subscribeTo(member, { new: 'YES' });
  await joinNetwork(company, await newScoredPerson(portal, { firstname: 'Noor', lastname: 'Haddad' }));
  const change = async (member: Registered, wanted: object) =>
    company.owner.visitor.perform(saveEnterpriseTeam, {
      members: [{ memberid: await memberIdOf(portal, member), ...wanted }],
    });
  await change(company.admin, { role: 'viewer' });
  await change(leaving, { delete_flag: 'YES' });
  expect(await alertSubjectsTo(portal, company.owner)).toEqual(['New: Noor Haddad']);
  for (const member of [company.admin, leaving]) expect(await alertSubjectsTo(portal, member)).toEqual([]);
  await change(company.admin, { role: 'admin' });
  expect(await deliveriesOf({ ...company.admin, visitor: await signIn(portal, company.admin) })).toEqual(
    allInSummary,
  );
});

test('members are told only of the statuses that they chose', async () => {
  const company = await newAlertedCompany(portal);
  await subscribeTo(company.admin, { new: 'YES', includestatuses: { new: ['INRENEWALWINDOW'] } });
  await subscribeTo(company.owner, { new: 'YES', includestatuses: { new: [] } });
  await joinNetwork(company, await newScoredPerson(portal, { firstname: 'Ana', lastname: 'Lopez' }));
  await joinNetwork(
    company,
    await newScoredPerson(portal, { firstname: 'Ben', lastname: 'Castel', days: 40 }),
  );
  expect(await alertSubjectsTo(portal, company.admin)).toEqual(['New: Ben Castel']);
  expect(await alertSubjectsTo(portal, company.owner)).toEqual([]);
});

test('what was turned off while it waited is not sent', async () => {
  const company = await newAlertedCompany(portal);
  const noor = await newScoredPerson(portal, { firstname: 'Noor', lastname: 'Haddad' });
  await joinNetwork(company, noor);
  await giveScore(portal, noor.accountId, { score: 'IC03' });
  await subscribeTo(company.owner, { deliveries: { scorechange: 'NO' } });
  expect(await alertSubjectsTo(portal, company.owner)).toEqual([]);
});
