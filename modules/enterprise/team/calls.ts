import { z } from 'zod';
import { HOUR, inputOf, operation, yesNo } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { teamInviteFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { roleAtLeast } from '../rules.ts';
import { saveTeam, switchOwner } from './changes.ts';
import { checkInvitee, inviteTeamMember, resendTeamInvite } from './invitations.ts';
import { listTeamFor, teamRowAnswer } from './list.ts';
import { lockOwnTeam, ownCompany } from './team.ts';

/** What the members of a team can do with it (doc2 §7). Any other company is answered not-found (D80). */

const ownCompanyId = z.object({ companyid: z.uuid().optional() });
const { emailaddress } = inputOf(teamInviteFields).shape;

/** The fields that the calls of staff have as well. */
const inviteInput = inputOf(teamInviteFields).omit({ disclosure: true });
const inviteeInput = z.object({ emailaddress });
/** An invitation: by its id, under either name, or by its address (D60). */
const resendInput = z.object({
  memberid: z.uuid().nullish(),
  invitationid: z.uuid().nullish(),
  emailaddress: emailaddress.optional(),
});
const saveInput = z.object({
  members: z
    .array(
      z.object({
        memberid: z.uuid().nullish(),
        invitationid: z.uuid().nullish(),
        role: z.enum(['owner', 'admin', 'viewer']).optional(),
        issue_coupons: yesNo.optional(),
        /** Removes the member, or withdraws the invitation. */
        delete_flag: yesNo.optional(),
      }),
    )
    .max(500),
  /** The fingerprint from the list, so that a team which was changed in the meantime is not overwritten. */
  seen: z.string().max(64).optional(),
});
/** A member: by their id or that of their account, under either name. */
const switchInput = z.object({
  newuserid: z.uuid().nullish(),
  memberid: z.uuid().nullish(),
  /** Removes the company's saved card, which otherwise stays with the company (D143). */
  remove_card: yesNo.default(false),
});

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
  input: ownCompanyId.extend(inviteeInput.shape),
  output: z.object({
    exists: z.union([z.boolean(), z.enum(['alreadylinked', 'adminuser'])]),
    /** The address has an open invitation of this team. */
    pending: yesNo,
    /** Why the address cannot be invited, for the person; null if it can. */
    obstacle: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { companyid, emailaddress: address }) {
    const { companyId } = await ownCompany(work, companyid);
    const { exists, obstacle } = await checkInvitee(work, companyId, address);
    return {
      exists,
      pending: obstacle === 'enterprise.team-invite-pending',
      obstacle: obstacle && new Refusal(obstacle).text,
    };
  },
});

export const inviteMember = operation({
  name: 'enterprise.invite-team-member',
  summary: 'Invites an address into the team.',
  access: companyMember('admin'),
  kind: 'write',
  input: ownCompanyId.extend(inviteInput.shape),
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
  input: ownCompanyId.extend(resendInput.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 50, per: HOUR },
  async run(work, { companyid, memberid, invitationid, emailaddress: address }) {
    const { team, actor } = await lockOwnTeam(work, companyid);
    await resendTeamInvite(work, team, actor, {
      invitationId: invitationid ?? memberid,
      emailaddress: address,
    });
    return {};
  },
});

export const saveEnterpriseTeam = operation({
  name: 'enterprise.save-team',
  summary: 'Changes roles and coupon rights in the team, removes members, withdraws invitations, or leaves.',
  access: companyMember('viewer'),
  kind: 'write',
  input: ownCompanyId.extend(saveInput.shape),
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
  input: ownCompanyId.extend(switchInput.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 100, per: HOUR },
  async run(work, { companyid, newuserid, memberid, remove_card: removeCard }) {
    // Staff who act as the owner do not handle the card (D16).
    if (removeCard && work.caller.adminAccountId !== null) throw new Refusal('not-in-admin-session');
    const { team, actor } = await lockOwnTeam(work, companyid);
    await switchOwner(work, team, actor, newuserid ?? memberid, { removeCard });
    return {};
  },
});
