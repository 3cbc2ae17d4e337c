import { z } from 'zod';
import { companyDetailsFields, companyFields } from '#modules/enterprise/fields.ts';
import {
  createCompany,
  enterpriseFlagOf,
  findCompanyOwner,
  findTeamMembership,
  getCompany,
  getCompanyDetails,
  lockTeam,
  saveTeam,
} from '#modules/enterprise/index.ts';
import { renewSessions } from '#modules/identity/index.ts';
import { attestedPurpose, findPurpose } from '#modules/network/index.ts';
import { answerOf, inputOf, operation, staff, yesNo } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { legalHold, listHolds } from '../retention/holds.ts';
import { getLivingSubject, getSubject, userId } from '../user/subject.ts';
import { enterpriseFlag } from './profile.ts';

/** The Enterprise Profile tab of a person's record (doc3 §2). */

const companyAnswer = z.object({
  companyid: z.uuid(),
  company_name: z.string(),
  shieldlinkid: z.string(),
  role: z.enum(['owner', 'admin', 'viewer']),
  /** The account of the owner, whose record has the team. */
  owner_userid: z.uuid(),
  time_zone: z.string(),
  team_management_enabled: yesNo,
  network_autoinvite: yesNo,
  network_requires_pdf: yesNo,
  alert_dashboard_enabled: yesNo,
  shieldlink_enabled: yesNo,
  dashboard_enabled: yesNo,
  /** Who attested the purpose for which the company uses full reports; null until somebody has. */
  purpose_attested: attestedPurpose.nullable(),
  /** Holds on the company, open ones first (D140). */
  legal_holds: z.array(legalHold),
  details: answerOf(companyDetailsFields).omit({ seen: true }),
  /** Saving the details must send this back, so that it does not overwrite somebody else's changes. */
  seen: z.string(),
});

export const getUserCompany = operation({
  name: 'admin.get-user-company',
  summary: "A person's company, or whether one can be created for them.",
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({
    firstname: z.string(),
    lastname: z.string(),
    emailaddress: z.string(),
    enterprise_enabled: enterpriseFlag,
    company: companyAnswer.nullable(),
  }),
  async run(work, { userid }) {
    const { firstname, lastname, emailaddress } = await getSubject(work, userid);
    const member = await findTeamMembership(work, userid);
    const person = { firstname, lastname, emailaddress };
    if (!member) return { ...person, enterprise_enabled: 'NO' as const, company: null };
    const { companyId: companyid, enterprise_enabled, ...company } = await getCompany(work, member.companyId);
    return {
      ...person,
      enterprise_enabled: enterpriseFlagOf(enterprise_enabled, member.role),
      company: {
        companyid,
        role: member.role,
        owner_userid: await findCompanyOwner(work, companyid),
        company_name: company.company_name,
        shieldlinkid: company.shieldlinkid,
        time_zone: company.time_zone,
        team_management_enabled: company.team_management_enabled,
        network_autoinvite: company.network_autoinvite,
        network_requires_pdf: company.network_requires_pdf,
        alert_dashboard_enabled: company.alert_dashboard_enabled,
        shieldlink_enabled: company.shieldlink_enabled,
        dashboard_enabled: company.dashboard_enabled,
        purpose_attested: await findPurpose(work, { companyId: companyid }),
        legal_holds: await listHolds(work, { companyid }),
        ...(await getCompanyDetails(work, companyid)),
      },
    };
  },
});

/** Makes a company that the person owns, like setting the enterprise flag to YES (D60). */
export const createUserCompany = operation({
  name: 'admin.create-user-company',
  summary: 'Creates a company and makes a person its owner.',
  access: staff,
  kind: 'write',
  input: inputOf(companyFields).extend(userId.shape),
  output: z.object({ companyid: z.uuid() }),
  async run(work, { userid, branding_hostname, legal_business_name, ...company }) {
    await getLivingSubject(work, userid);
    const companyid = await createCompany(work, {
      ...company,
      legal_business_name: legal_business_name || company.company_name,
      ...(branding_hostname ? { branding_hostname } : {}),
      ownerAccountId: userid,
    });
    await renewSessions(work, userid);
    return { companyid };
  },
});

/** Takes a person out of the team of somebody else's company, so that they can have a company of their own (D124). */
export const removeFromTeam = operation({
  name: 'admin.remove-from-team',
  summary: "Takes a person out of the team of another person's company.",
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({ company_name: z.string() }),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    const found = await findTeamMembership(work, userid);
    const team = found && (await lockTeam(work, found.companyId));
    const member = team?.members.find(({ account_id }) => account_id === userid);
    if (!team || !member) throw new Refusal('not-found', { detail: `${userid} is on no team` });
    const actor = { role: 'staff' as const, accountId: work.caller.accountId };
    await saveTeam(work, team, actor, [{ memberid: member.id, delete_flag: true }], undefined);
    return { company_name: team.company_name };
  },
});
