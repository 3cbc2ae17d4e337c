import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkDomain,
  getCompanyPackages,
  inviteCompanyMember,
  listCompanyTeam,
  resendCompanyInvite,
  saveCompanyPackages,
  saveCompanyTeam,
  saveEnterpriseProfile,
  switchCompanyOwner,
} from '#modules/admin/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { memberIdOf } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { expectUnchanged } from '../checks/unchanged.ts';

/** Staff name one thing of a company by two ids. If these belong to different things, nothing is found or written. */

const portal = await testPortal();
const staff = await newStaff(portal);
const company = await newCompany(portal);
const other = await newCompany(portal);
const [member, second] = [
  await newTeamMember(portal, company, 'admin'),
  await newTeamMember(portal, company, 'viewer'),
];
const { companyId: companyid } = company;
const memberid = await memberIdOf(portal, member);
const [invited, alsoInvited] = ['kim.soto@example.com', 'lee.ward@example.com'];
const invite = async (emailaddress: string) =>
  (await staff.visitor.perform(inviteCompanyMember, { companyid, emailaddress, role: 'viewer' }))
    .invitationid;
const [invitationid, otherInvitation] = [await invite(invited), await invite(alsoInvited)];
const { packagelist } = await staff.visitor.perform(getCompanyPackages, { companyid });
const [one, another] = packagelist;
const { craid = '', crapackageid = '' } = one ?? {};

const cases: [string, () => Promise<unknown>][] = [
  [
    'a profile and a member of another team',
    () =>
      staff.visitor.perform(saveEnterpriseProfile, {
        companyid,
        userid: other.owner.accountId,
        crm_id: 'C-1',
      }),
  ],
  [
    'a profile and somebody without a company',
    () => staff.visitor.perform(saveEnterpriseProfile, { companyid, userid: staff.accountId, crm_id: 'C-1' }),
  ],
  [
    'the codes of one package and the id of another',
    () =>
      staff.visitor.perform(saveCompanyPackages, {
        companyid,
        packages: [{ id: another?.id ?? '', craid, crapackageid, enabled: 'YES' }],
      }),
  ],
  [
    'the codes of a package and an unknown id, to remove it',
    () =>
      staff.visitor.perform(saveCompanyPackages, {
        companyid,
        packages: [{ id: randomUUID(), craid, crapackageid, delete_flag: 'YES' }],
      }),
  ],
  [
    'an invitation and the address of another',
    () => staff.visitor.perform(resendCompanyInvite, { companyid, invitationid, emailaddress: alsoInvited }),
  ],
  [
    'two invitations',
    () => staff.visitor.perform(resendCompanyInvite, { companyid, invitationid, memberid: otherInvitation }),
  ],
  [
    'two members as the next owner',
    () => staff.visitor.perform(switchCompanyOwner, { companyid, newuserid: second.accountId, memberid }),
  ],
  [
    'a member and an invitation',
    () =>
      staff.visitor.perform(saveCompanyTeam, {
        companyid,
        members: [{ memberid, invitationid, delete_flag: 'YES' }],
      }),
  ],
  [
    'a host for an unknown company',
    () => staff.visitor.perform(checkDomain, { domain: 'harbor', companyid: randomUUID() }),
  ],
];

describe('ids that do not belong together', () => {
  const unchanged = expectUnchanged(portal);

  test.each(cases)('%s', (name, run) =>
    unchanged(name, async () => {
      await expect(run()).rejects.toMatchObject({ code: 'not-found' });
    }),
  );
});

test('ids that name the same thing are taken together', async () => {
  await staff.visitor.perform(saveEnterpriseProfile, { companyid, userid: member.accountId, crm_id: 'C-2' });
  const { body } = await staff.visitor.call('POST', '/admin/getenterpriseprofile', {
    userid: member.accountId,
  });
  expect(body.profile).toMatchObject({ companyid, crm_id: 'C-2' });
  await staff.visitor.perform(saveCompanyPackages, {
    companyid,
    packages: [{ id: one?.id ?? '', craid, crapackageid, enabled: 'YES' }],
  });
  const { packagelist: chosen } = await staff.visitor.perform(getCompanyPackages, { companyid });
  expect(chosen.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual([one?.id]);
  await staff.visitor.perform(resendCompanyInvite, { companyid, invitationid, emailaddress: invited });
  await staff.visitor.perform(switchCompanyOwner, { companyid, newuserid: member.accountId, memberid });
  const { members } = await staff.visitor.perform(listCompanyTeam, { companyid });
  expect(members.find(({ role }) => role === 'owner')?.userid).toBe(member.accountId);
});
