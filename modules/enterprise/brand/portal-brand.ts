import { z } from 'zod';
import { ownTerms, publishTerms } from '#modules/identity/index.ts';
import { emailAddress, phone, postalCode, state } from '#modules/platform/fields/kinds.ts';
import {
  changedValues,
  fingerprintOf,
  freeText,
  isTimeZone,
  type Portal,
  schemaOf,
  trimmed,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { portalBrandFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { type Brand, toBrand } from './brand.ts';
import { BrandCache } from './cache.ts';

const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'A color as #ED683C');
const text = freeText(100_000, 1);
const httpsAddress = z.url({ protocol: /^https$/ }).max(500);

/** The portal's own brand, in the form in which the console gives it (D88). */
const brandInput = z.strictObject({
  company_name: schemaOf(portalBrandFields.company_name),
  legal_name: schemaOf(portalBrandFields.legal_name),
  company_address1: schemaOf(portalBrandFields.company_address1),
  company_address2: schemaOf(portalBrandFields.company_address2),
  company_city: schemaOf(portalBrandFields.company_city),
  company_state: schemaOf(state()),
  company_postalcode: schemaOf(postalCode('ZIP code')),
  company_phone: schemaOf(phone('Phone')),
  support_email: schemaOf(emailAddress()),
  help_url: z.union([z.literal(''), httpsAddress]).prefault(''),
  sender_address: schemaOf(emailAddress()),
  primary_color: color.prefault('#ED683C'),
  primary_button_background: color.nullable().prefault(null),
  primary_button_text: color.nullable().prefault(null),
  /** An https address, or a path under /images/; empty shows the product's mark with the name. */
  branding_logo_path: trimmed(500).prefault(''),
  time_zone: z.string().refine(isTimeZone, 'A time zone as America/Chicago'),
});
type BrandInput = z.input<typeof brandInput>;

/** The same with the texts that the footer links to, as `shield setup` gives it. Texts are HTML. */
export const portalBrandInput = brandInput.extend({
  disclaimer: text,
  privacy_policy: text,
  cookie_policy: text,
});
export type NewPortalBrand = z.input<typeof portalBrandInput>;

const storedColumns = [
  'company_name',
  'legal_name',
  'company_address1',
  'company_address2',
  'company_city',
  'company_state',
  'company_postalcode',
  'company_phone',
  'support_email',
  'help_url',
  'sender_address',
  'primary_color',
  'primary_button_background',
  'primary_button_text',
  'branding_logo_path',
  'time_zone',
] as const;

/** The stored brand of the portal, and its fingerprint, which saving must send back; null until it is set up. */
export async function findPortalBrand({ db }: Pick<Work, 'db'>) {
  const brand = await db.selectFrom('portal_brand').select(storedColumns).executeTakeFirst();
  return brand ? { brand, seen: fingerprintOf(brand) } : null;
}

/**
 * Writes the portal's own brand, and publishes its texts where they differ from those in force; every process shows it
 * at once.
 * @throws ZodError
 */
export async function savePortalBrand(work: Work, given: NewPortalBrand): Promise<void> {
  const { disclaimer, privacy_policy, cookie_policy, ...brand } = portalBrandInput.parse(given);
  await saveBrand(work, brand);
  await publishTerms(work, ownTerms('disclaimer'), disclaimer);
  await publishTerms(work, ownTerms('privacy-policy'), privacy_policy);
  await publishTerms(work, ownTerms('cookie-policy'), cookie_policy);
}

async function saveBrand(work: Work, given: BrandInput): Promise<void> {
  const row = brandInput.parse(given);
  const stored = await findPortalBrand(work);
  const changed = storedColumns.filter((name) => row[name] !== stored?.brand[name]);
  if (changed.length === 0) return;
  const values = { ...row, updated_at: work.now };
  await work.db
    .insertInto('portal_brand')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  await work.audit({
    action: enterpriseAudit.portalBrandSaved,
    detail: {
      company_name: row.company_name,
      changed,
      values: changedValues<typeof row>(stored?.brand ?? {}, row, changed),
    },
  });
}

/**
 * Changes the given parts of the portal's own brand.
 * @param seen the fingerprint of the brand that was shown; empty to overwrite whatever is stored
 * @throws Refusal enterprise.changed-meanwhile, not-found until the portal is set up; ZodError
 */
export async function editPortalBrand(work: Work, changes: Partial<BrandInput>, seen: string): Promise<void> {
  await work.db.selectFrom('portal_brand').select('id').forUpdate().execute();
  const stored = await findPortalBrand(work);
  if (!stored) throw new Refusal('not-found', { detail: 'the portal is not set up' });
  if (seen !== '' && seen !== stored.seen) throw new Refusal('enterprise.changed-meanwhile');
  await saveBrand(work, { ...stored.brand, ...changes });
}

const columns = [
  'company_name',
  'legal_name',
  'company_address1',
  'company_address2',
  'company_city',
  'company_state',
  'company_postalcode',
  'company_country',
  'company_phone',
  'support_email',
  'help_url',
  'sender_address as senderAddress',
  'branding_logo_path',
  'primary_color',
  'primary_button_background',
  'primary_button_text',
  'time_zone as timeZone',
] as const;

/** What is shown until the portal is set up: only the name of its host. */
const unset = {
  legal_name: '',
  company_address1: '',
  company_address2: '',
  company_city: '',
  company_state: '',
  company_postalcode: '',
  company_country: 'US',
  company_phone: '',
  support_email: '',
  help_url: '',
  senderAddress: '',
  branding_logo_path: '',
  primary_color: '#ED683C',
  primary_button_background: null,
  primary_button_text: null,
  timeZone: 'UTC',
};

/** No host has this label, so no company's brand can have this key. */
const ownKey = '';

/**
 * The brand of the base host, for everybody who has no company with a brand of its own. Cached in the same way as the
 * brands of companies.
 */
export async function getPortalBrand(portal: Portal): Promise<Brand> {
  const cache = await BrandCache.of(portal);
  return cache.find(ownKey, async () => {
    const row = await portal.readingDb.selectFrom('portal_brand').select(columns).executeTakeFirst();
    const { baseHost, publicUrl } = portal.config;
    const shown = row ?? { ...unset, company_name: baseHost };
    return toBrand({
      ...shown,
      companyId: null,
      host: baseHost,
      origin: publicUrl,
      company_url: publicUrl,
      portalName: shown.company_name,
      business_footer: true,
      shieldhub_branding: true,
      stripepublishablekey: '',
      storeUrl: '',
      networkAutoinvite: false,
    });
  });
}
