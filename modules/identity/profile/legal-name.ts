import type { Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { personChanged } from '../events.ts';
import type { LegalSource } from '../rules.ts';

/** A person's legal name. It is separate from the name in the profile, which the person chooses (D98). */

export const nameParts = ['firstname', 'middlename', 'lastname', 'namesuffix'] as const;
export type Names = Record<(typeof nameParts)[number], string>;

export interface LegalName extends Names {
  /** What proves it. */
  source: LegalSource;
  provenAt: Date;
}

export const legalColumns = [
  'legal_firstname',
  'legal_middlename',
  'legal_lastname',
  'legal_namesuffix',
  'legal_source',
  'legal_at',
] as const;
export type LegalColumns = Record<
  Exclude<(typeof legalColumns)[number], 'legal_source' | 'legal_at'>,
  string | null
> & {
  legal_source: LegalSource | null;
  legal_at: Date | null;
};

export function legalNameOf(row: LegalColumns): LegalName | null {
  if (!row.legal_source || !row.legal_at) return null;
  return {
    firstname: row.legal_firstname ?? '',
    middlename: row.legal_middlename ?? '',
    lastname: row.legal_lastname ?? '',
    namesuffix: row.legal_namesuffix ?? '',
    source: row.legal_source,
    provenAt: row.legal_at,
  };
}

/** The legal name, if an ID or staff have proven it; null if only the person's own entry is known. */
export async function findLegalName(work: Pick<Work, 'db'>, accountId: string): Promise<LegalName | null> {
  const row = await work.db
    .selectFrom('account')
    .select(legalColumns)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ? legalNameOf(row) : null;
}

/**
 * Stores a proven legal name with its source and time; the profile's own name stays the same.
 * @returns the parts in which it differs from the profile's
 */
export async function keepLegalName(
  work: Pick<Work, 'db' | 'now' | 'audit' | 'publish'>,
  accountId: string,
  names: Names,
  source: LegalSource,
): Promise<string[]> {
  const account = await work.db
    .selectFrom('account')
    .select(nameParts)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await work.db
    .updateTable('account')
    .set({
      legal_firstname: names.firstname,
      legal_middlename: names.middlename,
      legal_lastname: names.lastname,
      legal_namesuffix: names.namesuffix,
      legal_source: source,
      legal_at: work.now,
    })
    .where('id', '=', accountId)
    .execute();
  const corrected = nameParts.filter((part) => names[part] !== account[part]);
  await work.audit({
    action: identityAudit.legalNameKept,
    about: accountId,
    detail: { source, corrected },
  });
  await work.publish(personChanged, { accountId });
  return corrected;
}

/**
 * Gives an account the legal name that another account of the same person has proven, with its source and time. If the
 * account already has one, that stays.
 */
export async function handOverLegalName(
  work: Pick<Work, 'db' | 'audit' | 'publish'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const proven = await work.db
    .selectFrom('account')
    .select(legalColumns)
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  if (!proven.legal_source) return;
  const given = await work.db
    .updateTable('account')
    .set(proven)
    .where('id', '=', to)
    .where('legal_source', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!given) return;
  await work.audit({
    action: identityAudit.legalNameKept,
    about: to,
    detail: { source: proven.legal_source, corrected: [] },
  });
  await work.publish(personChanged, { accountId: to });
}
