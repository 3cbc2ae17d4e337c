import type { InferResult } from 'kysely';
import { z } from 'zod';
import { brandForHost, listPackageChoices, type PackageChoice } from '#modules/enterprise/index.ts';
import { type Database, operation, person, type Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';

function selectPackages(db: Database) {
  return db
    .selectFrom('screening_package as package')
    .innerJoin('screening_provider as provider', 'provider.craid', 'package.craid')
    .select([
      'package.id',
      'package.craid',
      'provider.name as provider',
      'provider.support_phone as provider_support_phone',
      'package.crapackageid',
      'package.customerid',
      'package.package_descrip',
      'package.full_package_descrip',
      'package.base_price_cents',
      'package.renewal_price_cents',
      'package.renewal_years',
      'package.selection_criteria',
      'package.exclusion_criteria',
      'package.default_package',
    ]);
}

/**
 * A package of the catalogue, as the modules that build on this one read it; its criteria look like `state=NY`, or are
 * null.
 */
export type ScreeningPackageRow = InferResult<ReturnType<typeof selectPackages>>[number];

/**
 * The packages that a company's host offers: those that it chose, or the whole catalogue if it chose none. The one to
 * be offered first is the first, the others are in the order of the catalogue.
 * @param companyId null for the portal's own host
 */
export async function listPackages(
  work: Pick<Work, 'db'>,
  companyId: string | null = null,
): Promise<ScreeningPackageRow[]> {
  const onSale = await selectPackages(work.db)
    .where('package.active', '=', true)
    .orderBy('package.position')
    .execute();
  const chosen = companyId === null ? [] : await listPackageChoices(work, companyId);
  const enabled = chosen.filter((choice) => choice.enabled);
  const offered = enabled.length === 0 ? onSale : onSale.flatMap((row) => asChosen(row, enabled));
  return [...offered.filter((row) => row.default_package), ...offered.filter((row) => !row.default_package)];
}

/**
 * The version of a package that a company's host offers now; undefined if it offers none.
 * @param packageId any version
 */
export async function findOfferedPackage(
  work: Pick<Work, 'db'>,
  companyId: string,
  packageId: string,
): Promise<ScreeningPackageRow | undefined> {
  const { craid, crapackageid } = await getPackage(work, packageId, { withdrawn: true });
  const offered = await listPackages(work, companyId);
  return offered.find((row) => row.craid === craid && row.crapackageid === crapackageid);
}

/** The package with the company's own settings for it; empty if the company did not choose it. */
function asChosen(row: ScreeningPackageRow, choices: readonly PackageChoice[]): ScreeningPackageRow[] {
  const choice = choices.find(
    ({ craid, crapackageid }) => craid === row.craid && crapackageid === row.crapackageid,
  );
  return choice ? [{ ...row, default_package: choice.default_package }] : [];
}

/** @throws Refusal not-found, including for a withdrawn package unless `withdrawn` is set */
export async function getPackage(
  work: Pick<Work, 'db'>,
  packageId: string,
  options: { withdrawn?: boolean } = {},
): Promise<ScreeningPackageRow> {
  const found = await selectPackages(work.db)
    .where('package.id', '=', packageId)
    .$if(!options.withdrawn, (query) => query.where('package.active', '=', true))
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `package ${packageId}` });
  return found;
}

/** The parts of the criteria `state=NY` or `state!=NY`. */
function readCriteria(criteria: string | null): { state: string; equal: boolean } | null {
  const parts = /^state(!?=)([A-Z]{2})$/.exec(criteria ?? '');
  return parts?.[2] ? { state: parts[2], equal: parts[1] === '=' } : null;
}

/** Whether the criteria `state=NY` or `state!=NY` match a state. Missing criteria match no state. */
export function meetsCriteria(criteria: string | null, state: string): boolean {
  const read = readCriteria(criteria);
  return read !== null && read.equal === (read.state === state.toUpperCase());
}

/** For people who have lived in a state, or for people who have not. */
export const residence = z.object({ state: z.string(), lived: z.boolean() });

/** Who a package is for, according to its criteria; null if it is for everybody. */
export function residenceFor(
  found: Pick<ScreeningPackageRow, 'selection_criteria' | 'exclusion_criteria'>,
): z.output<typeof residence> | null {
  const selected = readCriteria(found.selection_criteria);
  if (selected) return { state: selected.state, lived: selected.equal };
  const excluded = readCriteria(found.exclusion_criteria);
  return excluded && { state: excluded.state, lived: !excluded.equal };
}

const packageAnswer = z.object({
  id: z.uuid(),
  crapackageid: z.string(),
  craid: z.string(),
  provider: z.string(),
  package_descrip: z.string(),
  full_package_descrip: z.string(),
  /** Cents (D6). */
  base_price: z.number().int(),
  renewalfrequencyinyears: z.number().int(),
  selection_criteria: z.string().nullable(),
  exclusion_criteria: z.string().nullable(),
});

function presentPackage(row: ScreeningPackageRow): z.input<typeof packageAnswer> {
  return {
    id: row.id,
    crapackageid: row.crapackageid,
    craid: row.craid,
    provider: row.provider,
    package_descrip: row.package_descrip,
    full_package_descrip: row.full_package_descrip,
    base_price: row.base_price_cents,
    renewalfrequencyinyears: row.renewal_years,
    selection_criteria: row.selection_criteria,
    exclusion_criteria: row.exclusion_criteria,
  };
}

export const listPackagesForSale = operation({
  name: 'applications.list-packages',
  summary: 'The background checks for sale, with their price, their provider and who they are for.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ packages: z.array(packageAnswer) }),
  async run(work) {
    const { companyId } = await brandForHost(work.portal, work.visit.host);
    return { packages: (await listPackages(work, companyId)).map(presentPackage) };
  },
});
