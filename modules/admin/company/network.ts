import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import {
  companyNetworkGrid,
  companyNetworkSummary,
  readCompanyNetworkPage,
  summarizeCompanyNetwork,
} from '#modules/network/index.ts';
import { operation, staff, yesNo } from '#modules/platform/index.ts';

/** The network management of a company's Enterprise Profile (doc3 §2, §3). */

const companyId = z.object({ companyid: z.uuid() });

export const getNetworkManagement = operation({
  name: 'admin.get-network-management',
  summary:
    "A company's network for staff: its switches, its size, and the companies it is connected with by ShieldLink.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({
    company_name: z.string(),
    fullnetwork_shieldlink_id: z.string(),
    switches: z.object({
      network_autoinvite: yesNo,
      network_requires_pdf: yesNo,
      shieldlink_enabled: yesNo,
    }),
    network: companyNetworkSummary,
  }),
  async run(work, { companyid }) {
    const company = await getCompany(work, companyid);
    return {
      company_name: company.company_name,
      fullnetwork_shieldlink_id: company.shieldlinkid,
      switches: {
        network_autoinvite: company.network_autoinvite,
        network_requires_pdf: company.network_requires_pdf,
        shieldlink_enabled: company.shieldlink_enabled,
      },
      network: await summarizeCompanyNetwork(work, companyid),
    };
  },
});

export const listCompanyNetwork = operation({
  name: 'admin.list-company-network',
  summary: "One page of a company's invitations and connections, for staff.",
  access: staff,
  kind: 'read',
  mayLag: true,
  input: companyNetworkGrid.input.extend(companyId.shape),
  output: companyNetworkGrid.output,
  async run(work, { companyid, ...input }) {
    await getCompany(work, companyid);
    return readCompanyNetworkPage(work, companyid, input);
  },
});
