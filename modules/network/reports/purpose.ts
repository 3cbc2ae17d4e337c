import { z } from 'zod';
import { getCompanySettings, saveCompanySettings } from '#modules/enterprise/index.ts';
import { column, inputOf, newId, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { attestationFields } from '../fields.ts';
import { networkOwner, type Owner, ownerId } from '../owner.ts';
import { networkTexts } from '../texts.ts';

/**
 * What the owner of a network uses full reports for: one of the purposes that the law permits, attested by a person who
 * manages the network (15 U.S.C. 1681b). Reports are handed out only while a purpose is on record.
 */

/** The purpose on record. */
export const attestedPurpose = z.object({
  purpose: z.string(),
  /** The name of the person who attested it. */
  attested_by: z.string(),
  attested_at: z.date(),
});
export type AttestedPurpose = z.output<typeof attestedPurpose>;

const latestAttestation = statement({
  name: 'network.latest-attestation',
  row: { purpose: column.text, attested_by: column.text, attested_at: column.instant },
  sql: (owner: string) => sql`
    select purpose, trim(by.firstname || ' ' || by.lastname) as attested_by, attested_at
    from report_purpose join account by on by.id = attested_by_account_id
    where owner_id = ${owner} order by attested_at desc, report_purpose.id desc limit 1`,
});

/**
 * The purpose that is on record for the owner of a network; null without one. After the purpose in a company's settings
 * was changed, the new one has to be attested.
 */
export async function findPurpose(
  work: Pick<Work, 'db' | 'portal' | 'row'>,
  owner: Owner,
): Promise<AttestedPurpose | null> {
  const attested = await work.row(latestAttestation(ownerId(owner)));
  if (!attested) return null;
  return 'accountId' in owner || attested.purpose === (await companyPurpose(work, owner)) ? attested : null;
}

/** The purpose in the company's settings; empty if there is none, and for a person. */
export async function companyPurpose(work: Pick<Work, 'db' | 'portal'>, owner: Owner): Promise<string> {
  if ('accountId' in owner) return '';
  return (await getCompanySettings(work, owner.companyId)).permissible_purpose;
}

/** Puts the purpose of the caller's network on record. Staff who act for a person cannot attest for them. */
export const attestPurpose = operation({
  name: 'network.attest-purpose',
  summary: 'Records for which permissible purpose the caller’s network uses full reports.',
  access: networkOwner('admin'),
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(attestationFields),
  output: z.object({}),
  async run(work, { purpose }) {
    const { owner, accountId } = work.caller;
    if ('companyId' in owner)
      await saveCompanySettings(work, owner.companyId, { permissible_purpose: purpose });
    await work.db
      .insertInto('report_purpose')
      .values({
        id: newId(),
        owner_company_id: 'companyId' in owner ? owner.companyId : null,
        owner_account_id: 'accountId' in owner ? owner.accountId : null,
        purpose,
        words: networkTexts['report.attestation'],
        attested_by_account_id: accountId,
        attested_at: work.now,
      })
      .execute();
    await work.audit({
      action: networkAudit.purposeAttested,
      ...('companyId' in owner ? { object: { type: 'company', id: owner.companyId } } : {}),
      detail: { purpose },
    });
    return {};
  },
});
