import { z } from 'zod';
import { companyFeatures } from '#modules/enterprise/fields.ts';
import { enterpriseAudit, getCompany } from '#modules/enterprise/index.ts';
import {
  companyNetworkGrid,
  companyNetworkSummary,
  readCompanyNetworkPage,
  summarizeCompanyNetwork,
} from '#modules/network/index.ts';
import { column, operation, sql, staff, statement, yesNo } from '#modules/platform/index.ts';

/** The network management of a company's Enterprise Profile (doc3 §2, §3). */

const companyId = z.object({ companyid: z.uuid() });

const lastSwitched = statement({
  name: 'admin.features-last-switched',
  row: { feature: column.oneOf(companyFeatures), at: column.instant, by: column.text.nullable() },
  sql: (companyid: string) => sql`
    select distinct on (feature) entry.detail ->> 'feature' as feature, entry.at,
      actor.firstname || ' ' || actor.lastname as by
    from audit_entry entry left join account actor on actor.id = entry.actor_id
    where entry.object_type = 'company' and entry.object_id = ${companyid}
      and entry.action = ${enterpriseAudit.featureSwitched.name}
    order by feature, entry.at desc, entry.id desc`,
});

/** A switch, with who last changed it; null if nobody has since the company was made. */
const switched = z.object({
  on: yesNo,
  changed: z.object({ at: z.date(), by: z.string().nullable() }).nullable(),
});

export const getNetworkManagement = operation({
  name: 'admin.get-network-management',
  summary:
    "A company's network for staff: its switches with who changed them last, its size, and the companies it is connected with by ShieldLink.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({
    company_name: z.string(),
    fullnetwork_shieldlink_id: z.string(),
    switches: z.object({
      network_autoinvite: switched,
      network_requires_pdf: switched,
      shieldlink_enabled: switched,
    }),
    network: companyNetworkSummary,
  }),
  async run(work, { companyid }) {
    const company = await getCompany(work, companyid);
    const changes = await work.rows(lastSwitched(companyid));
    const stateOf = (feature: 'network_autoinvite' | 'network_requires_pdf' | 'shieldlink_enabled') => {
      const last = changes.find((change) => change.feature === feature);
      return { on: company[feature], changed: last ? { at: last.at, by: last.by } : null };
    };
    return {
      company_name: company.company_name,
      fullnetwork_shieldlink_id: company.shieldlinkid,
      switches: {
        network_autoinvite: stateOf('network_autoinvite'),
        network_requires_pdf: stateOf('network_requires_pdf'),
        shieldlink_enabled: stateOf('shieldlink_enabled'),
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
  input: companyNetworkGrid.input.extend(companyId.shape),
  output: companyNetworkGrid.output,
  async run(work, { companyid, ...input }) {
    await getCompany(work, companyid);
    return readCompanyNetworkPage(work, companyid, input);
  },
});
