import { fingerprintOf, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { writeTeamFacts } from './companies.ts';
import { type CompanySettings, getCompanySettings, saveCompanySettings } from './settings.ts';

/**
 * The section Company of the console: only staff can change the names; the owner can change phone and address too
 * (D99).
 */

const nameColumns = ['company_name', 'legal_business_name'] as const;
type NameColumn = (typeof nameColumns)[number];

type SettingColumn =
  | 'company_phone'
  | 'company_address1'
  | 'company_address2'
  | 'company_city'
  | 'company_state'
  | 'company_postalcode';

/** Texts, empty if nothing was given. */
export type CompanyDetails = Record<NameColumn | SettingColumn, string>;

/**
 * A company's details, and their fingerprint, which saving must send back.
 * @throws Refusal not-found
 */
export async function getCompanyDetails(
  work: Pick<Work, 'db' | 'portal'>,
  companyId: string,
): Promise<{ details: CompanyDetails; seen: string }> {
  const names = await work.db
    .selectFrom('company')
    .select(nameColumns)
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!names) throw new Refusal('not-found', { detail: `company ${companyId}` });
  const {
    company_phone,
    company_address1,
    company_address2,
    company_city,
    company_state,
    company_postalcode,
  } = await getCompanySettings(work, companyId);
  const details = {
    ...names,
    company_phone,
    company_address1,
    company_address2,
    company_city,
    company_state,
    company_postalcode,
  };
  return { details, seen: fingerprintOf(details) };
}

/**
 * Changes a company's names and settings; values that are not given stay the same. Every process and the sessions of
 * its team get a new name at once. An empty legal name means that it is the same as the company's name.
 * @param seen the fingerprint of the details that were shown; absent to overwrite whatever is stored
 * @throws Refusal not-found, enterprise.changed-meanwhile
 */
export async function saveCompanyDetails(
  work: Work,
  companyId: string,
  { company_name, legal_business_name, ...settings }: Partial<CompanyDetails & CompanySettings>,
  seen?: string,
): Promise<void> {
  await work.db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute();
  const stored = await getCompanyDetails(work, companyId);
  if (seen && seen !== stored.seen) throw new Refusal('enterprise.changed-meanwhile');
  const name = company_name ?? stored.details.company_name;
  await saveNames(work, companyId, stored.details, {
    company_name: name,
    legal_business_name: (legal_business_name ?? stored.details.legal_business_name) || name,
  });
  await saveCompanySettings(work, companyId, settings);
}

async function saveNames(
  work: Work,
  companyId: string,
  stored: Record<NameColumn, string>,
  next: Record<NameColumn, string>,
): Promise<void> {
  const changed = nameColumns.filter((column) => next[column] !== stored[column]);
  if (changed.length === 0) return;
  await work.db
    .updateTable('company')
    .set({ ...next, updated_at: work.now })
    .where('id', '=', companyId)
    .execute();
  await writeTeamFacts(work, companyId);
  for (const name of changed) {
    await work.audit({
      action: enterpriseAudit.companyRenamed,
      object: { type: 'company', id: companyId },
      detail: { name, from: stored[name], to: next[name] },
    });
  }
}
