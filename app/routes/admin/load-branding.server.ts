import type { LoaderFunctionArgs } from '@remix-run/node';
import { getCompanyBranding } from '#modules/admin/index.ts';
import { brandForCompany, brandForHost, logoAddress, postalAddress } from '#modules/enterprise/index.ts';
import { perform } from '../../door.server.ts';
import { brandReport } from './brand-report.server.ts';

/** The data for the Branding section of a company. */
export async function loadBranding(args: LoaderFunctionArgs, companyid: string) {
  const { portal } = args.context;
  const { brand, seen, company_name, branding_logo_path } = await perform(args, getCompanyBranding, {
    companyid,
  });
  const [shown, own] = await Promise.all([brandForCompany(portal, companyid), brandForHost(portal, null)]);
  return {
    brand,
    seen,
    company_name,
    logo: logoAddress(branding_logo_path) || null,
    address: shown.companyId === null ? null : postalAddress(shown),
    portalName: own.company_name,
    suffix: portal.config.brandedHostSuffix,
    baseHost: portal.config.baseHost,
    report: brandReport(brand),
  };
}
