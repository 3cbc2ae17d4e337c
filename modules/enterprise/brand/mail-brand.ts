import type { MailBrand, Portal } from '#modules/platform/index.ts';
import type { Brand } from './brand.ts';
import { brandForHost } from './brands.ts';

/** The brand of a host, for mails. Implements platform's `mailBrandFor`. */
export async function mailBrandFor(portal: Portal, host: string | null): Promise<MailBrand> {
  const brand = await brandForHost(portal, host);
  const logo = brand.branding_logo_path;
  return {
    name: brand.company_name,
    url: brand.origin,
    logoUrl: logo === '' ? null : new URL(logo, brand.origin).href,
    timeZone: brand.timeZone,
    color: brand.theme.button,
    senderAddress: brand.senderAddress,
    supportEmail: brand.support_email || null,
    postalAddress: postalAddress(brand),
  };
}

/** The postal address as one line; null if the company doesn't show its own (business_footer NO). */
export function postalAddress(brand: Brand): string | null {
  if (!brand.business_footer) return null;
  const street = [brand.company_address1, brand.company_address2].filter(Boolean).join(', ');
  const cityLine = [brand.company_city, `${brand.company_state} ${brand.company_postalcode}`.trim()]
    .filter(Boolean)
    .join(', ');
  return [brand.legal_name || brand.company_name, street, cityLine].filter(Boolean).join(', ');
}
