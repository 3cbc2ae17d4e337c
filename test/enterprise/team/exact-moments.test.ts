import { expect, test } from 'vitest';
import { acceptTeamInvite, getTeamInvite, inviteMember } from '#modules/enterprise/index.ts';
import { getInvited } from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
portal.clock.stop();

test('an invitation into a team ends after 30 days, at that moment and not before', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const person = await newPersonWithoutTwoStep(portal);
  const stranger = `stranger-${person.accountId}@example.com`;
  for (const emailaddress of [person.emailaddress, stranger]) {
    await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  }
  const code = await mailedCode(portal, person.emailaddress);
  const linkid = await mailedCode(portal, stranger);
  const invited = portal.clock.now().getTime();
  const inviter = async () => (await portal.visitor().perform(getInvited, { linkid })).inviter;

  portal.clock.set(new Date(invited + 30 * DAY));
  const late = await signIn(portal, person);
  expect(await codeOf(late.perform(acceptTeamInvite, { invitecode: code }))).toBe(
    'enterprise.team-invite-expired',
  );
  expect(await inviter()).toBeNull();
  expect((await late.caller())?.companyId).toBeNull();

  portal.clock.set(new Date(invited + 30 * DAY - 1));
  const early = await signIn(portal, person);
  expect(await inviter()).not.toBeNull();
  expect(await codeOf(early.perform(getTeamInvite, { invitecode: code }))).toBe('done');
  expect(await codeOf(early.perform(acceptTeamInvite, { invitecode: code }))).toBe('done');
  expect((await early.caller())?.teamRole).toBe('viewer');
});
