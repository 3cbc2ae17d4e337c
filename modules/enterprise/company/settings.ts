import { z } from 'zod';
import {
  answerOf,
  changedValues,
  changesOf,
  HOUR,
  operation,
  sealedColumn,
  type Work,
} from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import { companySettingsFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { getCompany } from './companies.ts';

/**
 * What the owner of a company can change about it (D99). Staff can change the same, and also its flags, host and brand.
 */

type SettingName = keyof typeof companySettingsFields;

/** Texts, empty if nothing was given. */
export type CompanySettings = Record<SettingName, string>;

const settingNames = Object.keys(companySettingsFields) as SettingName[];
export const companySettingsAnswer = answerOf(companySettingsFields);

/** What the audit log, which is kept for good, names without its value: what is about a person, and the tax ID. */
const unwritten: ReadonlySet<SettingName> = new Set([
  'contact_firstname',
  'contact_lastname',
  'accounting_email',
  'accounting_phone',
  'tax_id',
]);

const sealedAt = sealedColumn({ table: 'company', column: 'tax_id_sealed' });

/**
 * A company's settings, with the tax ID masked, such as *****6789.
 * @throws Refusal not-found
 */
export async function getCompanySettings(
  work: Pick<Work, 'db' | 'portal'>,
  companyId: string,
): Promise<CompanySettings> {
  const { tax_id, ...settings } = await readSettings(work, companyId);
  return { ...settings, tax_id: tax_id && `*****${tax_id.slice(-4)}` };
}

/**
 * Changes the settings that are given and differ. An empty tax ID keeps the stored one.
 * @param seen what the page showed: a value that is the same as shown is not changed, and a value that somebody else
 * changed in the meantime is not overwritten
 * @throws Refusal not-found, enterprise.changed-meanwhile
 */
export async function saveCompanySettings(
  work: Work<unknown>,
  companyId: string,
  given: Partial<CompanySettings>,
  seen: Partial<CompanySettings> = {},
): Promise<void> {
  await work.db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute();
  const stored = await readSettings(work, companyId);
  const changed = settingNames.filter((name) => {
    const to = given[name];
    if (to === undefined || to === stored[name] || to === seen[name]) return false;
    return name !== 'tax_id' || to !== '';
  });
  if (changed.length === 0) return;
  if (changed.some((name) => seen[name] !== undefined && seen[name] !== stored[name])) {
    throw new Refusal('enterprise.changed-meanwhile');
  }
  const next = { ...stored, ...Object.fromEntries(changed.map((name) => [name, given[name]])) };
  await write(work, companyId, next);
  const { company_name } = await getCompany(work, companyId);
  await work.audit({
    action: enterpriseAudit.settingsSaved,
    object: { type: 'company', id: companyId },
    detail: {
      company_name,
      changed,
      values: changedValues(
        stored,
        next,
        changed.filter((name) => !unwritten.has(name)),
      ),
    },
  });
}

/** The settings with the full tax ID. */
async function readSettings(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  companyId: string,
): Promise<CompanySettings> {
  const row = await db
    .selectFrom('company')
    .select([
      'contact_firstname',
      'contact_lastname',
      'company_phone',
      'accounting_email',
      'accounting_phone',
      'company_address1',
      'company_address2',
      'company_city',
      'company_state',
      'company_postalcode',
      'time_zone',
      'daily_summary_hour',
      'permissible_purpose',
      'tax_id_sealed',
    ])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `company ${companyId}` });
  const { tax_id_sealed, daily_summary_hour, ...texts } = row;
  return {
    ...texts,
    daily_summary_hour: String(daily_summary_hour),
    tax_id: tax_id_sealed === null ? '' : portal.keys.decrypt(tax_id_sealed, sealedAt(companyId)),
  };
}

async function write(
  { db, now, portal }: Pick<Work, 'db' | 'now' | 'portal'>,
  companyId: string,
  { tax_id, daily_summary_hour, ...texts }: CompanySettings,
): Promise<void> {
  await db
    .updateTable('company')
    .set({
      ...texts,
      daily_summary_hour: Number(daily_summary_hour),
      tax_id_sealed: tax_id ? portal.keys.encrypt(tax_id, sealedAt(companyId)) : null,
      updated_at: now,
    })
    .where('id', '=', companyId)
    .execute();
}

const { tax_id: _hidden, ...shownFields } = companySettingsFields;

/** The owner changes their own company; any other company is answered not-found (D80). */
export const saveCompanyProfile = operation({
  name: 'enterprise.save-company-profile',
  summary: "Changes fields of the caller's company: contacts, address, time zone, purpose and tax ID.",
  access: companyMember('owner'),
  kind: 'write',
  input: changesOf(companySettingsFields).extend({
    companyid: z.uuid().optional(),
    /** What the page showed for these fields; without it, whatever is stored is overwritten. */
    seen: changesOf(shownFields).optional(),
  }),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, { companyid, seen, ...given }) {
    const { companyId } = work.caller;
    const { enterprise_enabled } = await getCompany(work, companyId);
    if (!enterprise_enabled || (companyid !== undefined && companyid !== companyId)) {
      throw new Refusal('not-found', { detail: `settings of company ${companyid}, asked by ${companyId}` });
    }
    await saveCompanySettings(work, companyId, given, seen);
    return {};
  },
});
