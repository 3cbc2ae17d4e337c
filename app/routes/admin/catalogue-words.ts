import type { CatalogueRegion } from '#modules/admin/statuses.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { stateName } from '#modules/platform/fields/states.ts';

export const regionLabels: Record<CatalogueRegion, string> = {
  everybody: 'All states',
  'not-new-york': 'All states except New York',
  'new-york': 'New York',
};

/** The region that a package is for, from its criteria (doc2 §9). */
export function regionOf(row: {
  selection_criteria: string | null;
  exclusion_criteria: string | null;
}): CatalogueRegion {
  if (row.selection_criteria === 'state=NY') return 'new-york';
  return row.exclusion_criteria === 'state=NY' ? 'not-new-york' : 'everybody';
}

/** The page above the pages of the catalogue. */
export const catalogueTrail = [['Catalog', '/admin/catalogue']] as const;

const documentLabels = {
  esign: 'E-sign consent',
  disclosure: 'Disclosure',
  authorization: 'Authorization',
} as const;

interface DocumentName {
  kind: keyof typeof documentLabels | 'notice';
  state: string;
}

/** The name of a document for staff. */
export function documentLabel({ kind, state }: DocumentName): string {
  return kind === 'notice' ? `${stateName(state)} notice` : documentLabels[kind];
}

/** The address of a document's page. */
export function documentPath(craid: string, { kind, state }: DocumentName): string {
  const name = kind === 'notice' ? `notice-${state}` : kind;
  return `/admin/catalogue/documents/${encodeURIComponent(craid)}/${name}`;
}

export const years = (count: number) => formatCount(count, 'year');

/** A price in the form in which it is typed: 49.50. */
export const typedPrice = (cents: number) => (cents / 100).toFixed(2);

/** The address of a package's page. */
export function packagePath({ craid, crapackageid }: { craid: string; crapackageid: string }): string {
  return `/admin/catalogue/packages/${encodeURIComponent(craid)}/${encodeURIComponent(crapackageid)}`;
}

/** The names of the catalog's parts among the values whose last change is shown. */
export const catalogName = {
  package: (row: { craid: string; crapackageid: string }) =>
    `catalog.package ${row.craid}/${row.crapackageid}`,
  provider: (craid: string) => `catalog.provider ${craid}`,
  document: (craid: string, { kind, state }: DocumentName, version: number) =>
    `catalog.document ${craid}/${kind === 'notice' ? `notice-${state}` : kind}, version ${version}`,
  jurisdiction: (abbr: string) => `catalog.jurisdiction ${abbr}`,
};
