import { z } from 'zod';
import {
  fingerprintOf,
  getSetting,
  setSetting,
  setting,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from './audit.ts';
import { Refusal } from './refusals.ts';

/**
 * The frames of the dashboards (D62): the portal's own pages of charts, or an outside tool in their place, whose
 * address is a setting. The address must begin with https://, so that its origin can be named in the content security
 * policy of the pages.
 */

/** Null for the portal's own charts. */
export interface DashboardAddresses {
  enterprise: string | null;
  admin: string | null;
}

const outside = z
  .url({ protocol: /^https$/ })
  .max(500)
  .nullable();
const addresses = setting({
  key: 'enterprise.dashboard-addresses',
  schema: z.strictObject({ enterprise: outside, admin: outside }),
  initial: { enterprise: null, admin: null },
});

/** The part of the address for companies that is replaced by the id of the company. */
const COMPANY_PLACE = '{companyid}';

/** The portal's own pages of charts. */
const own = { enterprise: '/user/dashboard/charts', admin: '/admin/charts' } as const;

/** The address for the frame with a company's dashboard. */
export async function enterpriseDashboardAddress(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<string> {
  const { enterprise } = await getSetting(db, addresses);
  return enterprise?.replaceAll(COMPANY_PLACE, companyId) ?? own.enterprise;
}

/** The address for the frame with the console's dashboard. */
export async function adminDashboardAddress({ db }: Pick<Work, 'db'>): Promise<string> {
  return (await getSetting(db, addresses)).admin ?? own.admin;
}

/** @returns the addresses, and their fingerprint, which saving must send back */
export async function readDashboardAddresses({
  db,
}: Pick<Work, 'db'>): Promise<DashboardAddresses & { seen: string }> {
  const stored = await getSetting(db, addresses);
  return { ...stored, seen: fingerprintOf(stored) };
}

/**
 * @param seen the fingerprint of what was shown; absent to overwrite whatever is stored
 * @throws Refusal enterprise.changed-meanwhile
 */
export async function saveDashboardAddresses(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  wanted: DashboardAddresses,
  seen?: string,
): Promise<void> {
  await takeTransactionLock(work.db, 'dashboard-addresses');
  const { seen: present, ...stored } = await readDashboardAddresses(work);
  if (seen && seen !== present) throw new Refusal('enterprise.changed-meanwhile');
  for (const dashboard of ['enterprise', 'admin'] as const) {
    if (wanted[dashboard] === stored[dashboard]) continue;
    await work.audit({
      action: enterpriseAudit.dashboardMoved,
      detail: { dashboard, from: stored[dashboard], to: wanted[dashboard] },
    });
  }
  await setSetting(work.db, addresses, wanted, work.now);
}
