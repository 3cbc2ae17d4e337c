import { z } from 'zod';
import { companySettingsFields } from '#modules/enterprise/fields.ts';
import {
  enterpriseFlagOf,
  findTeamMembership,
  getCompanyBrand,
  getCompanySettings,
  listTeam,
  teamMemberAnswer,
} from '#modules/enterprise/index.ts';
import {
  companyConnectionAnswer,
  companyInvitationAnswer,
  readCompanyNetwork,
} from '#modules/network/index.ts';
import { answerOf, operation, staff, type Work, yesNo } from '#modules/platform/index.ts';
import { getSubject, userId } from '../user/subject.ts';
import { companyBillingAnswer, readBilling } from './billing.ts';
import { companyBrandAnswer } from './branding.ts';
import { listForCompany, packageAnswer } from './packages.ts';

/** BLOCKED: the person is in another company's team and has to leave it first (doc3 §4). */
export const enterpriseFlag = z.enum(['YES', 'NO', 'BLOCKED']);

const companyProfile = z.object({
  companyid: z.uuid(),
  company_name: z.string(),
  legal_business_name: z.string(),
  crm_id: z.string(),
  accounting_id: z.string(),
  quicksight_dashboard_enabled: yesNo,
  alert_dashboard_enabled: yesNo,
  team_management_enabled: yesNo,
  network_autoinvite: yesNo,
  network_requires_pdf: yesNo,
  shieldlink_enabled: yesNo,
  fullnetwork_shieldlink_id: z.string(),
  ...answerOf(companySettingsFields).shape,
  ...companyBrandAnswer.shape,
  branding_logo_path: z.string(),
  ...companyBillingAnswer.shape,
  packagelist: z.array(packageAnswer),
});

/** The Enterprise Profile of a person (doc3 §3, §7). */
export const getEnterpriseProfile = operation({
  name: 'admin.get-enterprise-profile',
  summary:
    "A person's company with its settings, brand, payments, packages and team and, on request, its newest 100 invitations and connections. For a person without a company, the profile has only the flag.",
  access: staff,
  kind: 'read',
  input: userId.extend({ includenetwork: yesNo.optional() }),
  output: z.object({
    profile: z.object({
      userid: z.uuid(),
      enterprise_enabled: enterpriseFlag,
      ...companyProfile.partial().shape,
    }),
    members: z.array(teamMemberAnswer),
    invitations: z.array(companyInvitationAnswer).nullable(),
    connections: z.array(companyConnectionAnswer).nullable(),
  }),
  async run(work, { userid, includenetwork }) {
    await getSubject(work, userid);
    const member = await findTeamMembership(work, userid);
    if (!member) {
      const profile = { userid, enterprise_enabled: 'NO' as const };
      return { profile, members: [], invitations: null, connections: null };
    }
    const { companyId, role } = member;
    const { enterprise_enabled, ...company } = await readCompany(work, companyId);
    return {
      profile: { userid, enterprise_enabled: enterpriseFlagOf(enterprise_enabled, role), ...company },
      members: await listTeam(work, companyId),
      ...(includenetwork
        ? await readCompanyNetwork(work, companyId)
        : { invitations: null, connections: null }),
    };
  },
});

async function readCompany(
  work: Work<unknown>,
  companyId: string,
): Promise<z.output<typeof companyProfile> & { enterprise_enabled: boolean }> {
  const flags = await work.db
    .selectFrom('company')
    .select([
      'id as companyid',
      'company_name',
      'legal_business_name',
      'crm_id',
      'accounting_id',
      'enterprise_enabled',
      'dashboard_enabled as quicksight_dashboard_enabled',
      'alert_dashboard_enabled',
      'team_management_enabled',
      'network_autoinvite',
      'network_requires_pdf',
      'shieldlink_enabled',
      'shieldlinkid as fullnetwork_shieldlink_id',
    ])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const { brand, branding_logo_path } = await getCompanyBrand(work, companyId);
  return {
    ...flags,
    ...(await getCompanySettings(work, companyId)),
    ...brand,
    branding_logo_path,
    ...(await readBilling(work, companyId)),
    packagelist: await listForCompany(work, companyId),
  };
}
