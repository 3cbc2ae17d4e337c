import { z } from 'zod';
import {
  companyMember,
  companySettingsAnswer,
  enterpriseFlagOf,
  getCompany,
  getCompanySettings,
  roleAtLeast,
} from '#modules/enterprise/index.ts';
import { operation, Refusal, yesNo } from '#modules/platform/index.ts';
import { listSharedWithMe } from './connections/connections.ts';
import { connectionGrid } from './connections/grid.ts';
import { networkOwner } from './owner.ts';
import { attestedPurpose, findPurpose } from './reports/purpose.ts';

/**
 * The caller's company (doc2 §3, §7): the caller's role in its team, its settings (for its owner), and on request the
 * first page of its network. Any other company is answered not-found (D80).
 */
export const getEnterpriseProfile = operation({
  name: 'network.get-enterprise-profile',
  summary: "The caller's company, with its settings for its owner and, on request, its network.",
  access: companyMember('viewer'),
  kind: 'read',
  input: z.object({ companyid: z.uuid().optional(), includenetwork: yesNo.optional() }),
  output: z.object({
    profile: z.object({
      companyid: z.uuid(),
      company_name: z.string(),
      team_management_enabled: yesNo,
      user_role: z.enum(['owner', 'admin', 'viewer']),
      can_manage_team: yesNo,
      enable_payments: yesNo,
      /** YES for the owner, BLOCKED for the rest of the team, NO if staff have turned the company off (doc3 §4). */
      enterprise_enabled: z.enum(['YES', 'NO', 'BLOCKED']),
      /** Only for the owner; the tax ID is masked. */
      settings: companySettingsAnswer.nullable(),
      /** Who attested the permissible purpose, shown to the owner; null until somebody has. */
      purpose_attested: attestedPurpose.nullable(),
    }),
    connections: z.array(connectionGrid.row).nullable(),
  }),
  async run(work, { companyid, includenetwork }) {
    const { companyId, teamRole } = work.caller;
    if (companyid !== undefined && companyid !== companyId) {
      throw new Refusal('not-found', { detail: `company ${companyid}` });
    }
    const company = await getCompany(work, companyId);
    const enterprise_enabled = enterpriseFlagOf(company.enterprise_enabled, teamRole);
    const { company_name, team_management_enabled, enable_payments } = company;
    return {
      profile: {
        companyid: companyId,
        company_name,
        team_management_enabled,
        user_role: teamRole,
        can_manage_team: team_management_enabled && roleAtLeast(teamRole, 'admin'),
        enable_payments,
        enterprise_enabled,
        settings: enterprise_enabled === 'YES' ? await getCompanySettings(work, companyId) : null,
        purpose_attested: enterprise_enabled === 'YES' ? await findPurpose(work, { companyId }) : null,
      },
      connections: includenetwork
        ? (
            await listSharedWithMe.run(
              work.as(networkOwner('viewer').admit(work.caller)),
              connectionGrid.input.parse({}),
            )
          ).rows
        : null,
    };
  },
});
