import type { Config, Portal } from '#modules/platform/index.ts';
import { type Brand, toBrand } from './brand.ts';
import { BrandCache } from './cache.ts';
import { getPortalBrand } from './portal-brand.ts';

const brandColumns = [
  'id as companyId',
  'company_name',
  'legal_business_name as legal_name',
  'company_address1',
  'company_address2',
  'company_city',
  'company_state',
  'company_postalcode',
  'company_country',
  'company_phone',
  'company_url',
  'support_email',
  'help_url',
  'branding_logo_path',
  'business_footer',
  'shieldhub_branding',
  'stripe_publishable_key as stripepublishablekey',
  'primary_color',
  'primary_button_background',
  'primary_button_text',
  'time_zone as timeZone',
  'custom_store_url as storeUrl',
  'network_autoinvite as networkAutoinvite',
] as const;

/**
 * The brand that a host shows; null for a host that is neither the base host nor registered. Kept in memory for each
 * host until any process changes a brand. It reads with a separate connection, which is held for one statement only, so
 * that a transaction may call it without the risk of a deadlock between connections. It sees only committed rows.
 * @param host in the form in which a browser sends it, with its port
 */
export async function findBrandOfHost(portal: Portal, host: string): Promise<Brand | null> {
  const name = host.toLowerCase();
  if (name === portal.config.baseHost) return getPortalBrand(portal);
  const label = labelOf(portal.config, name);
  return label === null ? null : findBranded(portal, label);
}

/** Like `findBrandOfHost`, but returns the portal's own brand for a host that is not registered. */
export async function brandForHost(portal: Portal, host: string | null): Promise<Brand> {
  return (host && (await findBrandOfHost(portal, host))) || getPortalBrand(portal);
}

/** A company's brand if it has a host of its own, or else the portal's. Reads in the same way as `findBrandOfHost`. */
export async function brandForCompany(portal: Portal, companyId: string | null): Promise<Brand> {
  if (!companyId) return getPortalBrand(portal);
  const company = await portal.readingDb
    .selectFrom('company')
    .select('branding_hostname')
    .where('id', '=', companyId)
    .where('custom_branding_enabled', '=', true)
    .executeTakeFirst();
  const label = company?.branding_hostname;
  return (label && (await findBranded(portal, label))) || getPortalBrand(portal);
}

/** Every host that the portal answers on, with the name that it shows: the base host first, then by name (D15). */
export async function listServedBrands(portal: Portal): Promise<{ host: string; name: string }[]> {
  const own = await brandForHost(portal, null);
  const rows = await portal.readingDb
    .selectFrom('company')
    .select(['branding_hostname', 'company_name'])
    .where('custom_branding_enabled', '=', true)
    .orderBy('company_name')
    .orderBy('branding_hostname')
    .execute();
  const companies = rows.flatMap(({ branding_hostname: label, company_name: name }) =>
    label === null ? [] : [{ host: brandedHost(portal.config, label), name }],
  );
  return [{ host: portal.config.baseHost, name: own.company_name }, ...companies];
}

/** Host with port for a company's label: the configured suffix, and the port of the base host. */
export function brandedHost(config: Config, label: string): string {
  const port = new URL(config.publicUrl).port;
  return `${label}${config.brandedHostSuffix}${port && `:${port}`}`;
}

/** The label of a host under the branded suffix, on our own port; null for any other host. */
function labelOf(config: Config, host: string): string | null {
  const end = brandedHost(config, '');
  const label = host.endsWith(end) ? host.slice(0, -end.length) : '';
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) ? label : null;
}

async function findBranded(portal: Portal, label: string): Promise<Brand | null> {
  const cache = await BrandCache.of(portal);
  return cache.find(label, async () => {
    const row = await portal.readingDb
      .selectFrom('company')
      .select(brandColumns)
      .where('branding_hostname', '=', label)
      .where('custom_branding_enabled', '=', true)
      .executeTakeFirst();
    if (!row) return null;
    const own = await getPortalBrand(portal);
    const host = brandedHost(portal.config, label);
    return toBrand({
      ...row,
      host,
      origin: `${new URL(portal.config.publicUrl).protocol}//${host}`,
      support_email: row.support_email || own.support_email,
      storeUrl: row.storeUrl ?? '',
      senderAddress: own.senderAddress,
      portalName: own.company_name,
    });
  });
}
