import { expect, test } from 'vitest';
import { acceptTeamInvite, askSupport, inviteMember } from '#modules/enterprise/index.ts';
import { enterprisePersonalData } from '#modules/enterprise/personal-data.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

/** What a copy of a person's data holds of companies and their teams, and what an erasure deletes (D23). */
const portal = await testPortal();

function tableOf(name: string) {
  const table = enterprisePersonalData.tables.find((each) => each.table === name);
  if (!table) throw new Error(`${name} is not declared`);
  return table;
}

const subjectOf = ({ accountId, emailaddress }: Registered) => ({ accountId, emailaddress });
const copied = (name: string, who: Registered) =>
  portal.work('test.copy', (work) => tableOf(name).readRows(work, subjectOf(who)));
const erase = (name: string, who: Registered) =>
  portal.work('test.erase', (work) => tableOf(name).erase(work, subjectOf(who)));

test('an invitation into a team is about who accepted it and about its address, and about nobody else', async () => {
  const { owner, companyId } = await newCompany(portal, { team_management_enabled: true });
  const [guest, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  for (const { emailaddress } of [guest, other])
    await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  const invitecode = await mailedCode(portal, guest.emailaddress);
  await guest.visitor.perform(acceptTeamInvite, { invitecode });
  const moved = { ...guest, emailaddress: `moved-${guest.accountId}@example.com` };
  const about = async (who: Registered) => copied('team_invitation', who);
  for (const who of [guest, moved])
    expect(await about(who)).toMatchObject([{ company_id: companyId, to_email: guest.emailaddress }]);
  expect(await about(other)).toMatchObject([{ to_email: other.emailaddress, accepted_at: null }]);
  expect(await about(owner)).toEqual([]);
  expect(await copied('team_member', guest)).toMatchObject([{ company_id: companyId, role: 'viewer' }]);

  await erase('team_invitation', moved);
  expect([await about(guest), (await about(other)).length]).toEqual([[], 1]);
  await erase('team_member', guest);
  expect(await copied('team_member', guest)).toEqual([]);
  expect(await copied('team_member', owner)).toMatchObject([{ role: 'owner' }]);
});

test('a message to support is read in the copy as it was written', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const message = { name: 'Pat Person', emailaddress: 'pat@example.com', message: 'Where is my receipt?' };
  await person.visitor.perform(askSupport, message);
  expect(await copied('support_request', person)).toMatchObject([message]);
  expect(await copied('support_request', await newPersonWithoutTwoStep(portal))).toEqual([]);
});
