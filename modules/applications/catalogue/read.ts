import { type StateCode, stateCodes } from '#modules/platform/fields/states.ts';
import type { Work } from '#modules/platform/index.ts';
import type { CatalogueFile } from './file.ts';

/** The newest version of a package, with its id. */
type StoredPackage = CatalogueFile['packages'][number] & { id: string; position: number; version: number };
/** The newest version of a document. */
type StoredConsent = CatalogueFile['consent_documents'][number] & { version: number };

export interface StoredCatalogue {
  providers: CatalogueFile['providers'];
  packages: StoredPackage[];
  jurisdictions: (CatalogueFile['jurisdictions'][number] & { position: number })[];
  consent_documents: StoredConsent[];
}

/** The codes in a text such as `CA,NY`. */
function codesIn(text: string): StateCode[] {
  const given = text.split(',');
  return stateCodes.filter((code) => given.includes(code));
}

/** The current catalogue: the newest version of each package and document. */
export async function readCatalogue({ db }: Pick<Work, 'db'>): Promise<StoredCatalogue> {
  const packages = await db
    .selectFrom('screening_package')
    .distinctOn(['craid', 'crapackageid'])
    .select([
      'id',
      'position',
      'craid',
      'crapackageid',
      'package_descrip',
      'full_package_descrip',
      'base_price_cents',
      'renewal_price_cents',
      'renewal_years',
      'selection_criteria',
      'exclusion_criteria',
      'version',
      'customerid',
      'default_package',
      'active as enabled',
    ])
    .orderBy('craid')
    .orderBy('crapackageid')
    .orderBy('version', 'desc')
    .execute();
  const steps = await db
    .selectFrom('package_step')
    .innerJoin('screening_package as package', 'package.id', 'package_step.package_id')
    .select(['package_id', 'step_key', 'title', 'states'])
    .orderBy('package_step.position')
    .execute();
  const stepsOf = Map.groupBy(steps, ({ package_id }) => package_id);
  return {
    providers: await db
      .selectFrom('screening_provider')
      .select(['craid', 'name', 'support_phone', 'support_email', 'mail_address'])
      .orderBy('craid')
      .execute(),
    packages: packages
      .sort((one, other) => one.position - other.position)
      .map((row) => ({
        ...row,
        steps: (stepsOf.get(row.id) ?? []).map(({ step_key, title, states }) => ({
          step_key,
          title,
          states: codesIn(states),
        })),
      })),
    jurisdictions: await db
      .selectFrom('jurisdiction')
      .select(['abbr', 'description', 'position'])
      .orderBy('position')
      .execute(),
    consent_documents: await db
      .selectFrom('consent_document')
      .distinctOn(['craid', 'kind', 'state'])
      .select([
        'craid',
        'kind',
        'state',
        'title',
        'body',
        'acknowledgement_text',
        'requires_signature',
        'version',
      ])
      .orderBy('craid')
      .orderBy('kind')
      .orderBy('state')
      .orderBy('version', 'desc')
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, state: codesIn(row.state)[0] ?? ('' as const) }))),
  };
}

/** The catalogue as a file that `importCatalogue` can read back without any change. */
export async function exportCatalogue(work: Pick<Work, 'db'>): Promise<CatalogueFile> {
  const { providers, packages, jurisdictions, consent_documents } = await readCatalogue(work);
  return {
    providers,
    packages: packages.map(({ id: _id, position: _position, version: _version, ...row }) => row),
    jurisdictions: jurisdictions.map(({ position: _position, ...row }) => row),
    consent_documents: consent_documents.map(({ version: _version, ...row }) => row),
  };
}
