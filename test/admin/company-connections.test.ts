import { expect, test } from 'vitest';
import {
  changeCompanyConnection,
  getCompanyConnection,
  listCompanyNetwork,
  saveEnterpriseProfile,
} from '#modules/admin/index.ts';
import { savePreferences } from '#modules/identity/index.ts';
import { ignoreInvite, listRemoved, newInvite } from '#modules/network/index.ts';
import { listAudit, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** Staff resend and cancel a company's invitations and remove its people, on its behalf. */
const portal = await testPortal();
const { visitor, accountId: staffId } = await newStaff(portal);

const rowsOf = async (companyid: string) =>
  (await visitor.perform(listCompanyNetwork, { companyid })).rows.map(({ id, connectionstatus }) => ({
    id,
    connectionstatus,
  }));
const change = (
  company: TestCompany,
  connectionid: string,
  action: 'resendinvite' | 'cancelinvite' | 'remove',
) => visitor.perform(changeCompanyConnection, { companyid: company.companyId, connectionid, action });
const subjectsTo = async (to: string) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to })).map(({ subject }) => subject ?? '');
};
const actionsBy = async (connectionId: string) =>
  (
    await listAudit(portal.db, portal.keys, { object: { type: 'connection', id: connectionId }, limit: 20 })
  ).entries
    .filter(({ actorId }) => actorId === staffId)
    .map(({ action }) => action);

test('F148: staff resend an invitation, which is mailed again, and cancel it; the log names the staff', async () => {
  const company = await newCompany(portal);
  const touser = `guest.${company.owner.emailaddress}`;
  await company.owner.visitor.perform(newInvite, { touser });
  const [row] = await rowsOf(company.companyId);
  const id = row?.id ?? '';
  const before = (await subjectsTo(touser)).length;
  portal.clock.advance(10 * MINUTE);
  expect(await change(company, id, 'resendinvite')).toEqual({ mail_sent: true, mail_withheld: false });
  expect(await subjectsTo(touser)).toHaveLength(before + 1);
  expect((await refusalOf(change(company, id, 'resendinvite'))).code).toBe('network.not-in-this-state');
  expect((await refusalOf(change(company, id, 'remove'))).code).toBe('network.not-in-this-state');
  await change(company, id, 'cancelinvite');
  expect(await rowsOf(company.companyId)).toEqual([]);
  expect((await refusalOf(change(company, id, 'cancelinvite'))).code).toBe('not-found');
  expect((await actionsBy(id)).sort()).toEqual(['network.invitation-cancelled', 'network.invitation-resent']);
});

test('F148: an invitation that the person ignored is extended but not mailed, and staff read so before and after', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { firstname: 'Ines', lastname: 'Ignores' });
  await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
  const [row] = await rowsOf(company.companyId);
  const id = row?.id ?? '';
  const asked = { companyid: company.companyId, connectionid: id, action: 'resendinvite' as const };
  expect(await visitor.perform(getCompanyConnection, asked)).toMatchObject({
    ignored: false,
    withheld: false,
  });
  await person.visitor.perform(ignoreInvite, { inviteid: id });
  const before = (await subjectsTo(person.emailaddress)).length;
  portal.clock.advance(10 * MINUTE);
  expect(await visitor.perform(getCompanyConnection, asked)).toMatchObject({ ignored: true, reason: null });
  expect(await change(company, id, 'resendinvite')).toEqual({ mail_sent: false, mail_withheld: false });
  expect(await subjectsTo(person.emailaddress)).toHaveLength(before);
});

test('F148: an invitation to somebody who switched such mails off is extended, and staff read so before and after', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal, { firstname: 'Olive', lastname: 'Optout' });
  await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
  const [row] = await rowsOf(company.companyId);
  const id = row?.id ?? '';
  const asked = { companyid: company.companyId, connectionid: id, action: 'resendinvite' as const };
  await portal.work('test.preferences', (work) =>
    savePreferences(work, person.accountId, { email_preference_invites: false }),
  );
  portal.clock.advance(10 * MINUTE);
  expect(await visitor.perform(getCompanyConnection, asked)).toMatchObject({
    ignored: false,
    withheld: true,
  });
  expect(await change(company, id, 'resendinvite')).toEqual({ mail_sent: false, mail_withheld: true });
});

test('F148: staff remove a person; both sides are told as by the company itself, which sees no name of staff', async () => {
  const company = await newCompany(portal, { company_name: 'Removing Builders' });
  const person = await newScoredPerson(portal, { firstname: 'Rina', lastname: 'Remote' });
  await joinNetwork(company, person);
  const [row] = await rowsOf(company.companyId);
  const id = row?.id ?? '';
  const shown = await visitor.perform(getCompanyConnection, {
    companyid: company.companyId,
    connectionid: id,
    action: 'remove',
  });
  expect(shown).toEqual({
    company_name: 'Removing Builders',
    name: 'Rina Remote',
    accepted: true,
    ignored: false,
    withheld: false,
    reason: null,
  });
  await change(company, id, 'remove');
  expect(await rowsOf(company.companyId)).toEqual([]);
  expect((await subjectsTo(person.emailaddress)).some((subject) => /removed/i.test(subject))).toBe(true);
  expect((await subjectsTo(company.owner.emailaddress)).some((subject) => /removed/i.test(subject))).toBe(
    true,
  );
  const { rows } = await company.owner.visitor.perform(listRemoved, {});
  expect(rows).toMatchObject([{ fullname: 'Rina Remote', removed_by: 'Support' }]);
  expect(await actionsBy(id)).toContain('network.connection-removed');
});

test('F148: a row of another company is not found, and a company that is off is left alone', async () => {
  const [one, other] = [await newCompany(portal), await newCompany(portal)];
  await one.owner.visitor.perform(newInvite, { touser: `guest.${one.owner.emailaddress}` });
  const [row] = await rowsOf(one.companyId);
  const id = row?.id ?? '';
  expect((await refusalOf(change(other, id, 'cancelinvite'))).code).toBe('not-found');
  const asked = { companyid: other.companyId, connectionid: id, action: 'cancelinvite' as const };
  expect((await refusalOf(visitor.perform(getCompanyConnection, asked))).code).toBe('not-found');
  expect((await rowsOf(one.companyId)).map(({ id: each }) => each)).toEqual([id]);
  await visitor.perform(saveEnterpriseProfile, { companyid: one.companyId, enterprise_enabled: 'NO' });
  expect((await refusalOf(change(one, id, 'cancelinvite'))).code).toBe('not-found');
});
