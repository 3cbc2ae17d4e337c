import { expect, test } from 'vitest';
import { brandedHost, brandForHost } from '#modules/enterprise/index.ts';
import { acceptInvite, listInvitations, listSharedWithMe, newInvite } from '#modules/network/index.ts';
import { eventually } from '#test/eventually.ts';
import { giveScore, newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff, type Registered, registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** A company that invites everybody who registers on its host (D59, F148). */

const portal = await testPortal();
const staff = await newStaff(portal);
const company = await newCompany(portal, { company_name: 'Harbor & Pine', branding_hostname: 'harbor' });
const host = brandedHost(portal.config, 'harbor');
async function switchTo(network_autoinvite: 'YES' | 'NO') {
  const { body } = await staff.visitor.call('POST', '/admin/saveenterpriseprofile', {
    companyid: company.companyId,
    network_autoinvite,
  });
  expect(body.success).toBe(true);
  await eventually(async () =>
    expect((await brandForHost(portal, host)).networkAutoinvite).toBe(network_autoinvite === 'YES'),
  );
}

const openOf = async ({ visitor }: Registered) =>
  (await visitor.perform(listInvitations, {})).invitations.map(({ inviteid, businessname }) => ({
    inviteid,
    businessname,
  }));

test('whoever registers on its host finds its invitation at home, and joins its network by accepting it', async () => {
  await switchTo('YES');
  const person = await newPerson(portal, {}, { host });
  await portal.runJobs();
  const invitations = await openOf(person);
  expect(invitations).toEqual([{ inviteid: expect.any(String), businessname: 'Harbor & Pine' }]);
  await giveScore(portal, person.accountId);
  await person.visitor.perform(acceptInvite, {
    inviteid: invitations[0]?.inviteid ?? '',
    accepttype: 'INDIVIDUAL',
  });
  const { rows } = await company.owner.visitor.perform(listSharedWithMe, {});
  expect(rows).toContainEqual(
    expect.objectContaining({ emailaddress: person.emailaddress, accepted: true, currenticstatus: 'IC01' }),
  );
  expect(await openOf(person)).toEqual([]);
});

test('nobody is invited before the address is verified', async () => {
  await switchTo('YES');
  const person = await registerPerson(portal, {}, { host });
  await portal.runJobs();
  const { rows } = await portal.pool.query('select 1 from connection where account_id = $1', [
    person.accountId,
  ]);
  expect(rows).toEqual([]);
});

test('whoever the company invited by name has one invitation', async () => {
  await switchTo('YES');
  const emailaddress = 'by-name@example.com';
  await company.owner.visitor.perform(newInvite, { touser: emailaddress });
  const person = await newPerson(portal, { emailaddress }, { host });
  await portal.runJobs();
  expect(await openOf(person)).toHaveLength(1);
});

test('nobody is invited on another host, or once staff turned it off', async () => {
  await switchTo('YES');
  const elsewhere = await newPerson(portal);
  await switchTo('NO');
  const after = await newPerson(portal, {}, { host });
  await portal.runJobs();
  expect(await openOf(elsewhere)).toEqual([]);
  expect(await openOf(after)).toEqual([]);
});
