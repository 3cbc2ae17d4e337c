import type { Config, Portal } from '#modules/platform/index.ts';
import { styleSheetVersion, type Theme, themeFor } from './theme.ts';

/** A host's look and the data of its footer. Terms are read separately: they are long, and few pages show them. */
export interface Brand {
  /** null: the portal's own brand. */
  companyId: string | null;
  /** Host with port, as a browser sends it. */
  host: string;
  /** Scheme and host for absolute links, without a slash at the end (D15). */
  origin: string;
  company_name: string;
  company_address1: string;
  company_address2: string;
  company_city: string;
  company_state: string;
  company_postalcode: string;
  company_country: string;
  company_phone: string;
  company_url: string;
  /** Ready for `src`; empty for the portal's own mark. */
  branding_logo_path: string;
  business_footer: boolean;
  shieldhub_branding: boolean;
  stripepublishablekey: string;
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
  /** The same colours as hex, for mail and PDF. */
  theme: Theme;
  /** Part of the style sheet's address: changes when the colours do. */
  styleSheetVersion: string;
  timeZone: string;
  /** Whoever registers here is invited by the company (D59). */
  networkAutoinvite: boolean;
}

interface BrandRow
  extends Omit<
    Brand,
    | 'companyId'
    | 'host'
    | 'origin'
    | 'stripepublishablekey'
    | 'theme'
    | 'styleSheetVersion'
    | 'timeZone'
    | 'networkAutoinvite'
  > {
  id: string;
  stripe_publishable_key: string;
  time_zone: string;
  network_autoinvite: boolean;
}

const brandColumns = [
  'id',
  'company_name',
  'company_address1',
  'company_address2',
  'company_city',
  'company_state',
  'company_postalcode',
  'company_country',
  'company_phone',
  'company_url',
  'branding_logo_path',
  'business_footer',
  'shieldhub_branding',
  'stripe_publishable_key',
  'primary_color',
  'primary_button_background',
  'primary_button_text',
  'time_zone',
  'network_autoinvite',
] as const;

const portalRow: Omit<BrandRow, 'id' | 'company_url'> = {
  company_name: 'ShieldHub',
  company_address1: '1200 Congress Avenue',
  company_address2: 'Suite 400',
  company_city: 'Austin',
  company_state: 'TX',
  company_postalcode: '78701',
  company_country: 'US',
  company_phone: '5125550142',
  branding_logo_path: '',
  business_footer: true,
  shieldhub_branding: true,
  stripe_publishable_key: '',
  primary_color: '#ED683C',
  primary_button_background: null,
  primary_button_text: '#FFFFFF',
  time_zone: 'America/Chicago',
  network_autoinvite: false,
};

/** The brand of the base host: of everybody who has no company with a brand of its own. */
export function defaultBrand(config: Config): Brand {
  const row = { ...portalRow, id: '', company_url: config.publicUrl };
  return { ...toBrand(row, config.baseHost, config.publicUrl), companyId: null };
}

/**
 * The brand that a host shows; null for a host that is neither the base host nor registered.
 * Kept in memory per host until any process changes a company. Reads on a connection for reading, which is held for one
 * statement only: a transaction may call it without risk of a deadlock between connections. Sees committed rows only.
 * @param host as a browser sends it, with its port
 */
export async function findBrandOfHost(portal: Portal, host: string): Promise<Brand | null> {
  const name = host.toLowerCase();
  if (name === portal.config.baseHost) return defaultBrand(portal.config);
  const label = labelOf(portal.config, name);
  return label === null ? null : findBranded(portal, label);
}

/** As `findBrandOfHost`, with the portal's own brand for a host that is not registered. */
export async function brandForHost(portal: Portal, host: string | null): Promise<Brand> {
  return (host && (await findBrandOfHost(portal, host))) || defaultBrand(portal.config);
}

/** A company's brand if it has a host of its own, else the portal's. Reads as `findBrandOfHost` does. */
export async function brandForCompany(portal: Portal, companyId: string | null): Promise<Brand> {
  if (!companyId) return defaultBrand(portal.config);
  const company = await portal.readingDb
    .selectFrom('company')
    .select('branding_hostname')
    .where('id', '=', companyId)
    .where('custom_branding_enabled', '=', true)
    .executeTakeFirst();
  const label = company?.branding_hostname;
  return (label && (await findBranded(portal, label))) || defaultBrand(portal.config);
}

/** Every host that the portal answers on: the base host first (D15). */
export async function listServedHosts(portal: Portal): Promise<string[]> {
  const rows = await portal.readingDb
    .selectFrom('company')
    .select('branding_hostname')
    .where('custom_branding_enabled', '=', true)
    .orderBy('branding_hostname')
    .execute();
  const labels = rows.flatMap(({ branding_hostname }) => branding_hostname ?? []);
  return [portal.config.baseHost, ...labels.map((label) => brandedHost(portal.config, label))];
}

/** Host with port of a company's label: the base host's port, the configured suffix. */
function brandedHost(config: Config, label: string): string {
  const port = new URL(config.publicUrl).port;
  return `${label}${config.brandedHostSuffix}${port && `:${port}`}`;
}

/** The label of a host under the branded suffix, on our own port; null for any other host. */
function labelOf(config: Config, host: string): string | null {
  const end = brandedHost(config, '');
  const label = host.endsWith(end) ? host.slice(0, -end.length) : '';
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) ? label : null;
}

/** What one process remembers. Unknown labels are remembered too, and the size is bounded: anybody may invent labels. */
class BrandCache {
  static readonly #byPortal = new WeakMap<Portal, Promise<BrandCache>>();
  static readonly LIMIT = 2000;
  readonly #brands = new Map<string, Brand | null>();
  #generation = 0;

  static of(portal: Portal): Promise<BrandCache> {
    let cache = BrandCache.#byPortal.get(portal);
    if (!cache) {
      cache = BrandCache.#open(portal);
      BrandCache.#byPortal.set(portal, cache);
    }
    return cache;
  }

  static async #open(portal: Portal): Promise<BrandCache> {
    const cache = new BrandCache();
    await portal.notifications.listen('brand_changed', () => cache.#forget());
    return cache;
  }

  #forget(): void {
    this.#generation += 1;
    this.#brands.clear();
  }

  async find(label: string, load: () => Promise<Brand | null>): Promise<Brand | null> {
    const known = this.#brands.get(label);
    if (known !== undefined) return known;
    const generation = this.#generation;
    const brand = await load();
    // What was read before a change must not outlive it.
    if (generation === this.#generation) {
      if (this.#brands.size >= BrandCache.LIMIT) this.#brands.clear();
      this.#brands.set(label, brand);
    }
    return brand;
  }
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
    const host = brandedHost(portal.config, label);
    return toBrand(row, host, `${new URL(portal.config.publicUrl).protocol}//${host}`);
  });
}

function toBrand(row: BrandRow, host: string, origin: string): Brand {
  const { id, stripe_publishable_key, time_zone, network_autoinvite, ...rest } = row;
  return {
    ...rest,
    companyId: id,
    host,
    origin,
    branding_logo_path: logoAddress(row.branding_logo_path),
    stripepublishablekey: stripe_publishable_key,
    theme: themeFor(row),
    styleSheetVersion: styleSheetVersion(row),
    timeZone: time_zone,
    networkAutoinvite: network_autoinvite,
  };
}

/** A path that does not begin with https is under /images/ (doc1 §3). */
function logoAddress(path: string): string {
  return path === '' || path.startsWith('https') ? path : `/images/${path.replace(/^\/+/, '')}`;
}
