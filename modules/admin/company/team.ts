import { z } from 'zod';
import {
  checkInvitee,
  getCompany,
  inviteeAnswer,
  inviteTeamMember,
  listTeamFor,
  lockTeam,
  resendTeamInvite,
  saveTeam,
  switchOwner,
  teamInputs,
  teamRowAnswer,
} from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { type Caller, inputOf, operation, staff, type Work, yesNo } from '#modules/platform/index.ts';
import { companyOwnerFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';

/**
 * The team of a company, as staff change it on the company's behalf (doc3 §4, §6, §7). They may do so while team
 * management is off, which binds the team alone.
 */

const companyId = z.object({ companyid: z.uuid() });

/** The documents' words about an address without an account, which can be invited all the same (D60). */
const warning = z.string().nullable();
const warningFor = (exists: z.output<typeof inviteeAnswer>['exists']) =>
  exists === false ? enterpriseTexts['console.no-such-user'] : null;

const actorOf = ({ caller }: Pick<Work<Caller>, 'caller'>) => ({
  role: 'staff' as const,
  accountId: caller.accountId,
});

/** @throws Refusal not-found; also for a company that is turned off, whose invitations are not mailed */
async function requireOpen(work: Pick<Work, 'db'>, companyid: string): Promise<void> {
  const { enterprise_enabled } = await getCompany(work, companyid);
  if (!enterprise_enabled) throw new Refusal('not-found', { detail: `company ${companyid} is turned off` });
}

export const listCompanyTeam = operation({
  name: 'admin.list-company-team',
  summary: "The members of a company's team and its open invitations, with what staff may do.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({
    members: z.array(
      teamRowAnswer.extend({
        /** The member's account; null for an invitation. */
        userid: z.uuid().nullable(),
      }),
    ),
    /** The fingerprint of the members, which saving must send back. */
    seen: z.string(),
    team_management_enabled: yesNo,
    enable_payments: yesNo,
  }),
  async run(work, { companyid }) {
    const { team_management_enabled, enable_payments } = await getCompany(work, companyid);
    const { members, accounts, seen } = await listTeamFor(work, companyid, actorOf(work));
    return {
      members: members.map((row) => ({ ...row, userid: accounts.get(row.memberid ?? '') ?? null })),
      seen,
      team_management_enabled,
      enable_payments,
    };
  },
});

export const checkCompanyTeamInvite = operation({
  name: 'admin.check-company-team-invite',
  summary: "Whether an address can be invited into a company's team.",
  access: staff,
  kind: 'read',
  input: companyId.extend(teamInputs.check.shape),
  output: inviteeAnswer.extend({ warning }),
  async run(work, { companyid, emailaddress }) {
    await requireOpen(work, companyid);
    const checked = await checkInvitee(work, companyid, emailaddress);
    return { ...checked, warning: warningFor(checked.exists) };
  },
});

export const inviteCompanyMember = operation({
  name: 'admin.invite-company-member',
  summary: "Invites an address into a company's team, on the company's behalf.",
  access: staff,
  kind: 'write',
  input: companyId.extend(teamInputs.invite.shape),
  output: z.object({ invitationid: z.uuid(), warning }),
  async run(work, { companyid, ...invited }) {
    await requireOpen(work, companyid);
    const team = await lockTeam(work, companyid);
    const { exists } = await checkInvitee(work, companyid, invited.emailaddress);
    const invitationid = await inviteTeamMember(work, team, actorOf(work), invited);
    return { invitationid, warning: warningFor(exists) };
  },
});

export const resendCompanyInvite = operation({
  name: 'admin.resend-company-invite',
  summary: "Mails an open invitation into a company's team again, which then expires later.",
  access: staff,
  kind: 'write',
  input: companyId.extend(teamInputs.resend.shape),
  output: z.object({}),
  async run(work, { companyid, ...named }) {
    await requireOpen(work, companyid);
    await resendTeamInvite(work, await lockTeam(work, companyid), actorOf(work), named);
    return {};
  },
});

export const saveCompanyTeam = operation({
  name: 'admin.save-company-team',
  summary: "Changes roles and coupon rights in a company's team, removes members, or withdraws invitations.",
  access: staff,
  kind: 'write',
  input: companyId.extend(teamInputs.save.shape),
  output: z.object({}),
  async run(work, { companyid, members, seen }) {
    await saveTeam(work, await lockTeam(work, companyid), actorOf(work), members, seen);
    return {};
  },
});

export const switchCompanyOwner = operation({
  name: 'admin.switch-company-owner',
  summary: "Makes another member of a company's team its owner; the former owner becomes an admin.",
  access: staff,
  kind: 'write',
  input: companyId.extend(teamInputs.switchOwner.shape).extend({
    /** Kept in the audit log. The documents' call does not have it, so only the page requires it. */
    reason: inputOf(companyOwnerFields).shape.reason.optional(),
  }),
  output: z.object({
    /** The account of the new owner. */
    userid: z.uuid(),
  }),
  async run(work, { companyid, reason, ...wanted }) {
    const team = await lockTeam(work, companyid);
    const { account_id: userid } = await switchOwner(work, team, actorOf(work), wanted, reason);
    return { userid };
  },
});
