import { expect, test } from 'vitest';
import { askDeletion } from '#modules/identity/index.ts';
import {
  acceptInvite,
  addException,
  getAlertProfile,
  leftSweep,
  listAlerts,
  newInvite,
} from '#modules/network/index.ts';
import { DAY, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, PASSWORD, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('F57: who saw a person whose account was deleted is told that they left, and 30 days later nothing of it is kept', async () => {
  const company = await newCompany(portal, { alert_dashboard_enabled: true });
  const friend = await newPerson(portal, { firstname: 'Fran' });
  const person = await newScoredPerson(portal, { firstname: 'Zebulon', lastname: 'Quackenbush' });
  for (const owner of [company.owner, friend]) {
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
    await person.visitor.perform(acceptInvite, { inviteid });
  }
  const [connection] = (
    await portal.pool.query('select id from connection where owner_company_id = $1', [company.companyId])
  ).rows;
  await company.owner.visitor.perform(addException, {
    connectionid: connection?.id,
    reason: 'Renewal is booked',
    last_date: new Date(portal.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10),
  });
  await person.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  portal.clock.advance(30 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  for (const { emailaddress } of [company.owner, friend]) {
    const told = (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);
    expect(told).toContain('Zebulon Quackenbush left your network');
  }
  // The person was told by the mail about the deletion; nobody writes to an erased account.
  expect(await listOutbox(portal.db, { to: `${person.accountId}@erased.invalid` })).toEqual([]);
  const [deleted] = (await listOutbox(portal.db, { to: person.emailaddress })).filter(
    ({ subject }) => subject === 'Your account was deleted',
  );
  expect(deleted?.text).toContain('so that they know who left');

  const reader = await signIn(portal, company.owner);
  const { alerts } = await reader.perform(listAlerts, {});
  expect(alerts).toMatchObject([
    { userfullname: 'Zebulon Quackenbush', alerttype: 'leftnetwork', useremail: null, shieldid: null },
  ]);
  const { profile } = await reader.perform(getAlertProfile, { userid: alerts[0]?.userid ?? '' });
  expect(profile).toMatchObject({ userfullname: 'Zebulon Quackenbush', currenticscore: null });
  const kept = await portal.db
    .selectFrom('connection')
    .select(['to_firstname', 'to_email', 'to_shieldid', 'score', 'shieldid', 'search_text', 'sharing_active'])
    .where('account_id', '=', person.accountId)
    .execute();
  const name = { to_firstname: 'Zebulon', to_email: null, to_shieldid: null };
  const nothing = { score: null, shieldid: null, search_text: '', sharing_active: false };
  expect(kept).toEqual([
    { ...name, ...nothing },
    { ...name, ...nothing },
  ]);

  const exceptions = await portal.pool.query('select 1 from compliance_exception where account_id = $1', [
    person.accountId,
  ]);
  expect(exceptions.rows).toEqual([]);

  portal.clock.advance(29 * DAY);
  expect((await runSweep(portal, leftSweep)).changed).toBe(0);
  portal.clock.advance(1 * DAY);
  await portal.runSchedule('network.left-by-deletion');
  for (const table of ['connection', 'network_alert'] as const) {
    const { rows } = await portal.pool.query(`select 1 from ${table} where account_id = $1`, [
      person.accountId,
    ]);
    expect(rows, table).toEqual([]);
  }
});
