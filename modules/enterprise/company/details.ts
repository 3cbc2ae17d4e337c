import { changedValues, fingerprintOf, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { writeTeamFacts } from './companies.ts';
import { type CompanySettings, getCompanySettings, saveCompanySettings } from './settings.ts';

/**
 * The section Company of the console: only staff can change the names and the ids; the owner can change the other
 * settings too (D99).
 */

const nameColumns = ['company_name', 'legal_business_name'] as const;
type NameColumn = (typeof nameColumns)[number];
/** What the operator's own systems call the company. */
const idColumns = ['crm_id', 'accounting_id'] as const;
type IdColumn = (typeof idColumns)[number];

/** Texts, empty if nothing was given; the tax ID is masked. */
export type CompanyDetails = Record<NameColumn | IdColumn, string> &
  Omit<CompanySettings, 'permissible_purpose'>;

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
    .select([...nameColumns, ...idColumns])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!names) throw new Refusal('not-found', { detail: `company ${companyId}` });
  const { permissible_purpose: _, ...settings } = await getCompanySettings(work, companyId);
  const details = { ...names, ...settings };
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
  {
    company_name,
    legal_business_name,
    crm_id,
    accounting_id,
    ...settings
  }: Partial<CompanyDetails & CompanySettings>,
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
  await saveIds(work, companyId, stored.details, {
    crm_id: crm_id ?? stored.details.crm_id,
    accounting_id: accounting_id ?? stored.details.accounting_id,
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

async function saveIds(
  work: Work,
  companyId: string,
  stored: Record<IdColumn | 'company_name', string>,
  next: Record<IdColumn, string>,
): Promise<void> {
  const changed = idColumns.filter((column) => next[column] !== stored[column]);
  if (changed.length === 0) return;
  await work.db
    .updateTable('company')
    .set({ ...next, updated_at: work.now })
    .where('id', '=', companyId)
    .execute();
  await work.audit({
    action: enterpriseAudit.settingsSaved,
    object: { type: 'company', id: companyId },
    detail: {
      company_name: stored.company_name,
      changed,
      values: changedValues(stored, next, changed),
    },
  });
}
