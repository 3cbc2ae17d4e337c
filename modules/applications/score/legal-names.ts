import { findLegalName, type LegalName, type Names, writeFacts } from '#modules/identity/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { fullName } from '../steps/details.ts';

/** The legal names of an application and of a score: as submitted, unless an ID or staff have corrected them (D98). */

export interface ProvenNames extends Names {
  source: 'application' | LegalName['source'];
  /** Null if the names are those that were submitted. */
  provenAt: Date | null;
}

/** The names under which a check with these submitted details is made. */
export async function legalNamesFor(
  work: Pick<Work, 'db'>,
  accountId: string,
  submitted: Names,
): Promise<ProvenNames> {
  const { firstname, middlename, lastname, namesuffix } = submitted;
  return (
    (await findLegalName(work, accountId)) ?? {
      firstname,
      middlename,
      lastname,
      namesuffix,
      source: 'application',
      provenAt: null,
    }
  );
}

/** The same, as columns of `shield_score`. */
export const scoreNames = (names: ProvenNames) => ({
  legal_firstname: names.firstname,
  legal_middlename: names.middlename,
  legal_lastname: names.lastname,
  legal_namesuffix: names.namesuffix,
  legal_source: names.source,
  legal_at: names.provenAt,
});

interface Alias {
  firstname: string;
  middlename: string;
  lastname: string;
}

/**
 * The other names to search under: those that the person gave, and the submitted name if the legal name is different.
 */
export function aliasesOf(submitted: Names & { aliases: readonly Alias[] }, legal: Names): Alias[] {
  const { firstname, middlename, lastname } = submitted;
  const differs = firstname !== legal.firstname || lastname !== legal.lastname;
  const known = submitted.aliases.some(
    (alias) => alias.firstname === firstname && alias.lastname === lastname,
  );
  return differs && !known
    ? [...submitted.aliases, { firstname, middlename, lastname }]
    : [...submitted.aliases];
}

/** Gives the active score of a person a legal name that was proven after the score was made. */
export async function correctScoreNames(work: Work<unknown>, accountId: string): Promise<void> {
  const legal = await findLegalName(work, accountId);
  const score = await work.db
    .selectFrom('shield_score')
    .select(['id', 'legal_firstname', 'legal_middlename', 'legal_lastname', 'legal_namesuffix'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!legal || !score) return;
  const names = scoreNames(legal);
  const changed = (
    ['legal_firstname', 'legal_middlename', 'legal_lastname', 'legal_namesuffix'] as const
  ).filter((part) => names[part] !== score[part]);
  await work.db.updateTable('shield_score').set(names).where('id', '=', score.id).execute();
  await writeFacts(work, accountId, { certification_name: fullName(legal) });
  await work.audit({
    action: applicationsAudit.scoreNamesProven,
    about: accountId,
    object: { type: 'shield_score', id: score.id },
    detail: { source: legal.source, changed },
  });
}
