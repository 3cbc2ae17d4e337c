import { z } from 'zod';
import { dashboardFields } from '#modules/enterprise/fields.ts';
import {
  adminDashboardAddress,
  readDashboardAddresses,
  saveDashboardAddresses,
} from '#modules/enterprise/index.ts';
import { inputOf, operation, staff, staffOrTerminal } from '#modules/platform/index.ts';

/** The frame of the console's dashboard, and the addresses of both dashboards (D62). */

export const getDashboardEmbed = operation({
  name: 'admin.get-dashboard-embed',
  summary:
    "The address of the console's dashboard, for a frame: a path of the portal, or an https address of an outside tool.",
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ dashboardurl: z.string() }),
  async run(work) {
    return { dashboardurl: await adminDashboardAddress(work) };
  },
});

export const getDashboardSettings = operation({
  name: 'admin.get-dashboard-settings',
  summary: "Where the dashboards lead: empty for the portal's own charts.",
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({ enterprise: z.string(), admin: z.string(), seen: z.string() }),
  async run(work) {
    const { enterprise, admin, seen } = await readDashboardAddresses(work);
    return { enterprise: enterprise ?? '', admin: admin ?? '', seen };
  },
});

/** @throws Refusal enterprise.changed-meanwhile */
export const saveDashboardSettings = operation({
  name: 'admin.save-dashboard-settings',
  summary: "Changes where the dashboards lead: to an outside tool, or to the portal's own charts.",
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(dashboardFields),
  output: z.object({}),
  async run(work, { enterprise, admin, seen }) {
    await saveDashboardAddresses(work, { enterprise: enterprise || null, admin: admin || null }, seen);
    return {};
  },
});
