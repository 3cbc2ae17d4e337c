import { z } from 'zod';
import { HOUR, operation, yesNo } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { Refusal } from '../refusals.ts';
import { roleAtLeast } from '../rules.ts';
import { saveTeam, switchOwner } from './changes.ts';
import { inviteeAnswer, teamInputs } from './inputs.ts';
import { checkInvitee, inviteTeamMember, resendTeamInvite } from './invitations.ts';
import { listTeamFor, teamRowAnswer } from './list.ts';
import { lockOwnTeam, ownCompany } from './team.ts';

/** What the members of a team can do with it (doc2 §7). Any other company is answered not-found (D80). */

const ownCompanyId = z.object({ companyid: z.uuid().optional() });

export const listEnterpriseTeam = operation({
  name: 'enterprise.list-team',
  summary: "The members of the caller's team and its open invitations, with what the caller may do.",
  access: companyMember('viewer'),
  kind: 'read',
  input: ownCompanyId,
  output: z.object({
    members: z.array(teamRowAnswer),
    /** The fingerprint of the members, which saving must send back. */
    seen: z.string(),
    team_management_enabled: yesNo,
    can_manage_team: yesNo,
    enable_payments: yesNo,
  }),
  async run(work, { companyid }) {
    const { companyId, team_management_enabled, enable_payments } = await ownCompany(work, companyid);
    const { accountId, teamRole } = work.caller;
    const team = await listTeamFor(work, companyId, { role: teamRole, accountId });
    return {
      seen: team.seen,
      // Nothing can be done while team management is off (doc2 §2.16).
      members: team.members.map((row) => (team_management_enabled ? row : { ...row, actions: [] })),
      team_management_enabled,
      can_manage_team: team_management_enabled && roleAtLeast(teamRole, 'admin'),
      enable_payments,
    };
  },
});

/** Limited, because it reveals whether an address has an account (D13). */
export const checkTeamInvite = operation({
  name: 'enterprise.check-team-invite',
  summary: 'Whether an address can be invited into the team.',
  access: companyMember('admin'),
  kind: 'read',
  input: ownCompanyId.extend(teamInputs.check.shape),
  output: inviteeAnswer,
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { companyid, emailaddress: address }) {
    const { companyId } = await ownCompany(work, companyid);
    return checkInvitee(work, companyId, address);
  },
});

export const inviteMember = operation({
  name: 'enterprise.invite-team-member',
  summary: 'Invites an address into the team.',
  access: companyMember('admin'),
  kind: 'write',
  input: ownCompanyId.extend(teamInputs.invite.shape),
  output: z.object({ invitationid: z.uuid() }),
  throttle: { by: 'account', limit: 50, per: HOUR },
  async run(work, { companyid, ...invited }) {
    const { team, actor } = await lockOwnTeam(work, companyid);
    return { invitationid: await inviteTeamMember(work, team, actor, invited) };
  },
});

export const resendInvite = operation({
  name: 'enterprise.resend-team-invite',
  summary: 'Mails an open team invitation again, which then expires later.',
  access: companyMember('admin'),
  kind: 'write',
  input: ownCompanyId.extend(teamInputs.resend.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 50, per: HOUR },
  async run(work, { companyid, ...named }) {
    const { team, actor } = await lockOwnTeam(work, companyid);
    await resendTeamInvite(work, team, actor, named);
    return {};
  },
});

export const saveEnterpriseTeam = operation({
  name: 'enterprise.save-team',
  summary: 'Changes roles and coupon rights in the team, removes members, withdraws invitations, or leaves.',
  access: companyMember('viewer'),
  kind: 'write',
  input: ownCompanyId.extend(teamInputs.save.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, { companyid, members, seen }) {
    const { team, actor } = await lockOwnTeam(work, companyid);
    await saveTeam(work, team, actor, members, seen);
    return {};
  },
});

export const switchEnterpriseOwner = operation({
  name: 'enterprise.switch-owner',
  summary: 'Makes another member the owner; the caller becomes an admin.',
  access: companyMember('owner'),
  kind: 'write',
  input: ownCompanyId.extend(teamInputs.switchOwner.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 100, per: HOUR },
  async run(work, { companyid, ...wanted }) {
    // Staff who act as the owner do not handle the card (D16).
    if (wanted.remove_card && work.caller.adminAccountId !== null) throw new Refusal('not-in-admin-session');
    const { team, actor } = await lockOwnTeam(work, companyid);
    await switchOwner(work, team, actor, wanted);
    return {};
  },
});
