import { takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { getCompany } from './companies.ts';

/** A package of the catalogue that a company chose for its host. */
export interface PackageChoice {
  craid: string;
  /** The provider's product code, which all versions of the package share. */
  crapackageid: string;
  /** Whether it is enabled. The host offers the enabled packages; if there are none, it offers the whole catalogue. */
  enabled: boolean;
  /** Whether the host offers it first; at most one package is. */
  default_package: boolean;
}

export function listPackageChoices({ db }: Pick<Work, 'db'>, companyId: string): Promise<PackageChoice[]> {
  return db
    .selectFrom('company_package')
    .select(['craid', 'crapackageid', 'enabled', 'default_package'])
    .where('company_id', '=', companyId)
    .orderBy('craid')
    .orderBy('crapackageid')
    .execute();
}

/** Saves of one company's choices wait for each other, until the transaction ends. */
export const lockPackageChoices = ({ db }: Pick<Work, 'db'>, companyId: string): Promise<void> =>
  takeTransactionLock(db, `company-packages:${companyId}`);

/**
 * Replaces what a company chose. Call `lockPackageChoices` first.
 * @throws Refusal not-found for an unknown company
 */
export async function savePackageChoices(
  work: Work<unknown>,
  companyId: string,
  choices: readonly PackageChoice[],
): Promise<void> {
  const { company_name } = await getCompany(work, companyId);
  await work.db.deleteFrom('company_package').where('company_id', '=', companyId).execute();
  if (choices.length > 0) {
    await work.db
      .insertInto('company_package')
      .values(choices.map((choice) => ({ company_id: companyId, ...choice })))
      .execute();
  }
  const enabled = choices.filter((choice) => choice.enabled);
  await work.audit({
    action: enterpriseAudit.packagesChosen,
    object: { type: 'company', id: companyId },
    detail: { company_name, packages: enabled.map(({ craid, crapackageid }) => `${craid}/${crapackageid}`) },
  });
}
