import type { AppLoadContext } from '@remix-run/node';
import { type Brand, brandForHost, hasOwnColors } from '#modules/enterprise/index.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import type { BrandView } from '../../components/shell/types.ts';

/** The brand of the host that serves the visit, as the frame shows it, and its time zone. */
export async function loadBrand({ portal, visit }: Pick<AppLoadContext, 'portal' | 'visit'>) {
  const brand = await brandForHost(portal, visit.host);
  return { brand, view: viewOf(brand, portal.clock.now()) };
}

function viewOf(brand: Brand, now: Date): BrandView {
  const street = [brand.company_address1, brand.company_address2, brand.company_city];
  const region = [brand.company_state, brand.company_postalcode].filter(Boolean).join(' ');
  return {
    name: brand.company_name,
    logo: brand.branding_logo_path || null,
    address: [...street, region].filter(Boolean).join(', ') || null,
    phone: formatPhone(brand.company_phone) || null,
    businessFooter: brand.business_footer,
    vendor: brand.companyId && brand.shieldhub_branding ? brand.portalName : null,
    year: now.getUTCFullYear(),
    stylesheet: hasOwnColors(brand) ? `/brand.css?v=${brand.styleSheetVersion}` : null,
  };
}
