import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  getCompanyBilling,
  getCompanyPackages,
  getLastChanges,
  getNetworkManagement,
  getRecordHead,
  getUserCompany,
  listCompanyTeam,
} from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';
import { loadBranding } from './load-branding.server.ts';

/** A person's company with everything that its page shows; without one, who the person is. */
export async function loadCompany(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const { brandedHostSuffix } = args.context.portal.config;
  const now = args.context.portal.clock.now();
  const head = await perform(args, getRecordHead, { userid });
  const found = { head, ...(await perform(args, getUserCompany, { userid })) };
  const { changes: lastChanges } = found.company
    ? await perform(args, getLastChanges, { of: 'company', id: found.company.companyid })
    : { changes: {} };
  const shown = { userid, now, brandedHostSuffix, lastChanges, ...found };
  if (!found.company || found.enterprise_enabled !== 'YES')
    return { ...shown, branding: null, billing: null, offered: [], management: null, team: null };
  const { companyid } = found.company;
  const [branding, billing, { packagelist }, management, team] = await Promise.all([
    loadBranding(args, companyid),
    perform(args, getCompanyBilling, { companyid }),
    perform(args, getCompanyPackages, { companyid }),
    perform(args, getNetworkManagement, { companyid }),
    perform(args, listCompanyTeam, { companyid }),
  ]);
  const offered = packagelist.filter(({ enabled }) => enabled).map((row) => row.package_descrip);
  return { ...shown, branding, billing, offered, management, team };
}
