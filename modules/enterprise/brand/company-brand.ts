import { changedValues, fingerprintOf, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { requireFreeHostLabel } from './host-labels.ts';
import { followHostChange, requireConfirmedEnd } from './released-hosts.ts';

/** What staff can change about a company's brand: the section Branding of the console (doc3 §3, §5). */
export interface CompanyBrand {
  custom_branding_enabled: boolean;
  /** The label before the branded suffix; empty for none. */
  branding_hostname: string;
  primary_color: string;
  /** Empty: the primary color. */
  primary_button_background: string;
  /** Empty for black or white, whichever is readable. */
  primary_button_text: string;
  /** Where the purchase buttons of the host lead (D97); empty for the portal's own purchase pages. */
  custom_store_url: string;
  /** The key with which the card form on its host is loaded (D31); empty for the portal's own key. */
  stripe_publishable_key: string;
  support_email: string;
  help_url: string;
  business_footer: boolean;
  shieldhub_branding: boolean;
}

const columns = [
  'custom_branding_enabled',
  'branding_hostname',
  'primary_color',
  'primary_button_background',
  'primary_button_text',
  'custom_store_url',
  'stripe_publishable_key',
  'support_email',
  'help_url',
  'business_footer',
  'shieldhub_branding',
] as const;

/**
 * A company's brand, and its fingerprint, which saving must send back.
 * @throws Refusal not-found
 */
export async function getCompanyBrand(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<{ brand: CompanyBrand; seen: string; branding_logo_path: string; company_name: string }> {
  const row = await db
    .selectFrom('company')
    .select([...columns, 'branding_logo_path', 'company_name'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `company ${companyId}` });
  const { branding_logo_path, company_name, ...stored } = row;
  const brand = {
    ...stored,
    branding_hostname: stored.branding_hostname ?? '',
    primary_button_background: stored.primary_button_background ?? '',
    primary_button_text: stored.primary_button_text ?? '',
    custom_store_url: stored.custom_store_url ?? '',
  };
  return { brand, seen: fingerprintOf(brand), branding_logo_path, company_name };
}

/**
 * Changes a company's brand; every process shows it at once. Values that are not given stay the same.
 * @param shown the fingerprint of the brand that was shown, absent to overwrite whatever is stored; and the live host
 * whose end was confirmed
 * @throws Refusal enterprise.changed-meanwhile, enterprise.host-taken, enterprise.store-needs-portal,
 * enterprise.portal-needs-host, enterprise.host-ends
 */
export async function saveCompanyBrand(
  work: Work,
  companyId: string,
  changes: Partial<CompanyBrand>,
  { seen, endingHost }: { seen?: string | undefined; endingHost?: string | undefined } = {},
): Promise<void> {
  await work.db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute();
  const stored = await getCompanyBrand(work, companyId);
  if (seen && seen !== stored.seen) throw new Refusal('enterprise.changed-meanwhile');
  const next = { ...stored.brand, ...changes };
  next.branding_hostname = next.branding_hostname.toLowerCase();
  await requireSoundBrand(work, companyId, next, stored.brand);
  const changed = columns.filter((name) => next[name] !== stored.brand[name]);
  if (changed.length === 0) return;
  requireConfirmedEnd(work, stored.brand, next, endingHost);
  await work.db
    .updateTable('company')
    .set({
      ...next,
      branding_hostname: next.branding_hostname || null,
      primary_button_background: next.primary_button_background || null,
      primary_button_text: next.primary_button_text || null,
      custom_store_url: next.custom_store_url || null,
      updated_at: work.now,
    })
    .where('id', '=', companyId)
    .execute();
  await work.audit({
    action: enterpriseAudit.brandSaved,
    object: { type: 'company', id: companyId },
    detail: {
      company_name: stored.company_name,
      changed,
      values: changedValues(stored.brand, next, changed),
    },
  });
  await followHostChange(work, { companyId, company_name: stored.company_name }, stored.brand, next);
}

async function requireSoundBrand(
  work: Work,
  companyId: string,
  next: CompanyBrand,
  before: CompanyBrand,
): Promise<void> {
  if (next.custom_store_url && !next.branding_hostname) {
    throw new Refusal('enterprise.store-needs-portal', { field: 'custom_store_url' });
  }
  if (next.custom_branding_enabled && !next.branding_hostname) {
    throw new Refusal('enterprise.portal-needs-host', { field: 'branding_hostname' });
  }
  if (next.branding_hostname && next.branding_hostname !== before.branding_hostname) {
    await requireFreeHostLabel(work, next.branding_hostname, companyId);
  }
}
