import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import {
  actForCompany,
  companyNetworkGrid,
  companyNetworkSummary,
  readCompanyNetworkPage,
  readForStaff,
  staffActions,
  summarizeCompanyNetwork,
} from '#modules/network/index.ts';
import { operation, staff, yesNo } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

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

const connection = companyId.extend({ connectionid: z.uuid(), action: z.enum(staffActions) });

/** @throws Refusal not-found for a connection of another company */
export const getCompanyConnection = operation({
  name: 'admin.get-company-connection',
  summary: "Whom a row of a company's network is about, and whether an action on it is possible.",
  access: staff,
  kind: 'read',
  input: connection,
  output: z.object({
    company_name: z.string(),
    name: z.string(),
    accepted: z.boolean(),
    /** They ignored an invitation of the company: it can be extended, but is not mailed again. */
    ignored: z.boolean(),
    /** They get no mails about invitations. */
    withheld: z.boolean(),
    /** Why the action is not possible; null if it is. */
    reason: z.string().nullable(),
  }),
  async run(work, { companyid, connectionid, action }) {
    const { company_name } = await getCompany(work, companyid);
    return {
      company_name,
      ...(await readForStaff(work, { companyId: companyid, connectionId: connectionid, action })),
    };
  },
});

/**
 * Resends or withdraws an invitation, or removes a connection, on the company's behalf, with the mails and history of
 * the same act by its team.
 * @throws Refusal not-found for a connection of another company or a company that is off, network.not-in-this-state,
 * throttled
 */
export const changeCompanyConnection = operation({
  name: 'admin.change-company-connection',
  summary: "Resends or cancels an invitation of a company, or removes a connection, on the company's behalf.",
  access: staff,
  // Sendings are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  input: connection,
  output: z.object({ mail_sent: yesNo, mail_withheld: yesNo }),
  async run(work, { companyid, connectionid, action }) {
    const { enterprise_enabled } = await getCompany(work, companyid);
    if (!enterprise_enabled) throw new Refusal('not-found', { detail: `company ${companyid} is turned off` });
    return actForCompany(work, { companyId: companyid, connectionId: connectionid, action });
  },
});
