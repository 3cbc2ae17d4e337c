import { cleanHtml, newId, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { documentHash } from '../steps/consents.ts';
import { type PageType, type StepKey, stepOfDocument, stepPage } from '../steps/steps.ts';
import { describeChange } from './describe-change.ts';
import { type CatalogueConsent, type CatalogueFile, type CataloguePackage, catalogueFile } from './file.ts';
import { readCatalogue, type StoredCatalogue } from './read.ts';

/** The lock that everybody who changes the catalogue takes. */
export const catalogueLock = 'catalogue';

/** One difference between a file and the catalogue. */
export interface CatalogueChange {
  /** As `package 2/NATIONAL`. */
  what: string;
  change: 'added' | 'changed' | 'replaced' | 'withdrawn' | 'published' | 'moved' | 'removed' | 'kept';
  /** Each changed field as `base_price_cents: 7900 -> 8900`; or the reason why something is kept. */
  details: string[];
}

interface Plan extends CatalogueChange {
  /** Absent if nothing is written. */
  apply?: (work: Work) => Promise<unknown>;
}

/**
 * Makes the catalogue what a file says. A package's row keeps its price, term and steps forever, because what was sold
 * refers to it: a change makes a new row, and the old one is only taken off sale. A document with a changed text
 * becomes a new version. A package that is not in the file is taken off sale; providers and documents are kept.
 * @param options.dryRun writes nothing
 * @returns the differences
 * @throws ZodError for a file that contradicts itself
 */
export async function importCatalogue(
  work: Work,
  file: unknown,
  { dryRun = false } = {},
): Promise<CatalogueChange[]> {
  const wanted = catalogueFile.parse(file);
  await takeTransactionLock(work.db, catalogueLock);
  const stored = await readCatalogue(work);
  const plans = [
    ...planProviders(wanted, stored),
    ...planConsents(wanted, stored),
    ...planPackages(wanted, stored),
    ...(await planJurisdictions(work, wanted, stored)),
  ];
  const changes: CatalogueChange[] = [];
  for (const { apply, ...change } of plans) {
    changes.push(change);
    if (dryRun || !apply) continue;
    await apply(work);
    await work.audit({ action: applicationsAudit.catalogueChanged, detail: { ...change } });
  }
  return changes;
}

/** The fields of `wanted` that differ, one line for each. */
function differences<T extends object>(wanted: T, stored: T): string[] {
  return Object.keys(wanted).flatMap((name) => {
    const [now = '', then = ''] = [wanted[name as keyof T], stored[name as keyof T]].map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    return now === then ? [] : [`${name}: ${describeChange(then, now)}`];
  });
}

function planProviders(wanted: CatalogueFile, stored: StoredCatalogue): Plan[] {
  return wanted.providers.flatMap((row): Plan[] => {
    const what = `provider ${row.craid}`;
    const known = stored.providers.find(({ craid }) => craid === row.craid);
    if (!known) {
      const apply = ({ db }: Work) => db.insertInto('screening_provider').values(row).execute();
      return [{ what, change: 'added', details: [row.name], apply }];
    }
    const details = differences(row, known);
    const apply = ({ db }: Work) =>
      db.updateTable('screening_provider').set(row).where('craid', '=', row.craid).execute();
    return details.length === 0 ? [] : [{ what, change: 'changed', details, apply }];
  });
}

function planConsents(wanted: CatalogueFile, stored: StoredCatalogue): Plan[] {
  return wanted.consent_documents.flatMap((given): Plan[] => {
    const row: CatalogueConsent = { ...given, body: cleanHtml(given.body) };
    const known = stored.consent_documents.find(
      ({ craid, kind, state }) => craid === row.craid && kind === row.kind && state === row.state,
    );
    const details = known ? differences(row, { ...known }) : [row.title];
    if (details.length === 0) return [];
    const version = (known?.version ?? 0) + 1;
    return [
      {
        what: `document ${row.craid}/${stepOfDocument(row)}, version ${version}`,
        change: 'published',
        details,
        apply: ({ db, now }) =>
          db
            .insertInto('consent_document')
            .values({ id: newId(), ...row, version, content_hash: documentHash(row), in_force_from: now })
            .execute(),
      },
    ];
  });
}

function planPackages(wanted: CatalogueFile, stored: StoredCatalogue): Plan[] {
  const codeOf = (row: { craid: string; crapackageid: string }) => `${row.craid}/${row.crapackageid}`;
  const plans = wanted.packages.flatMap((row, at): Plan[] => {
    const what = `package ${codeOf(row)}`;
    const position = at + 1;
    const known = stored.packages.find((each) => codeOf(each) === codeOf(row));
    if (!known) {
      return [
        {
          what,
          change: 'added',
          details: [row.package_descrip],
          apply: (work) => insertPackage(work, row, position, 1),
        },
      ];
    }
    const details = differences<CataloguePackage>(row, known);
    const sold = details.filter((line) => !unsold.some((name) => line.startsWith(`${name}:`)));
    if (sold.length > 0) {
      const apply = async (work: Work) => {
        await withdraw(work, known.id);
        await insertPackage(work, row, position, known.version + 1);
      };
      return [{ what, change: 'replaced', details, apply }];
    }
    const { enabled, default_package } = row;
    const moved = known.position === position ? [] : [`position: ${known.position} -> ${position}`];
    if (details.length + moved.length === 0) return [];
    const apply = ({ db }: Work) =>
      db
        .updateTable('screening_package')
        .set({ position, active: enabled, default_package })
        .where('id', '=', known.id)
        .execute();
    return [
      { what, change: details.length > 0 ? 'changed' : 'moved', details: [...details, ...moved], apply },
    ];
  });
  const gone = stored.packages.filter(
    (row) => row.enabled && !wanted.packages.some((each) => codeOf(each) === codeOf(row)),
  );
  const withdrawn = gone.map(
    (row): Plan => ({
      what: `package ${codeOf(row)}`,
      change: 'withdrawn',
      details: [row.package_descrip],
      apply: (work) => withdraw(work, row.id),
    }),
  );
  const first = `package ${codeOf(wanted.packages.find((row) => row.default_package) ?? none)}`;
  // Withdrawn packages come first, so that a code is free for the package that takes it over. The package that is
  // offered first comes last, so that there are never two of them.
  return [
    ...withdrawn,
    ...plans.filter(({ what }) => what !== first),
    ...plans.filter(({ what }) => what === first),
  ];
}

/** What may change about a version that was already sold. */
const unsold: readonly (keyof CataloguePackage)[] = ['enabled', 'default_package'];
const none = { craid: '', crapackageid: '' };

async function withdraw({ db }: Work, packageId: string): Promise<void> {
  await db.updateTable('screening_package').set({ active: false }).where('id', '=', packageId).execute();
}

async function insertPackage(
  { db }: Work,
  given: CataloguePackage,
  position: number,
  version: number,
): Promise<void> {
  const { steps, enabled, ...row } = given;
  const id = newId();
  await db
    .insertInto('screening_package')
    .values({ id, ...row, active: enabled, position, version })
    .execute();
  await db
    .insertInto('package_step')
    .values(
      steps.map(({ step_key, title, states }, at) => ({
        package_id: id,
        position: at + 1,
        step_key,
        page_type: pageTypeOf(step_key, steps),
        consent_kind: stepPage(step_key).consentKind,
        states: states.join(','),
        title,
      })),
    )
    .execute();
}

/**
 * A package that accepts paper asks how the person wants to sign in the step that asks for the consent to sign
 * electronically (D42).
 */
function pageTypeOf(key: StepKey, steps: CataloguePackage['steps']): PageType {
  const takesPaper = steps.some(({ step_key }) => step_key === 'manual');
  return key === 'esign' && takesPaper ? 'digital_signature_choice' : stepPage(key).pageType;
}

async function planJurisdictions(
  work: Work,
  wanted: CatalogueFile,
  stored: StoredCatalogue,
): Promise<Plan[]> {
  const plans = wanted.jurisdictions.flatMap((row, at): Plan[] => {
    const what = `jurisdiction ${row.abbr}`;
    const placed = { ...row, position: at + 1 };
    const known = stored.jurisdictions.find(({ abbr }) => abbr === row.abbr);
    if (!known) {
      const apply = ({ db }: Work) => db.insertInto('jurisdiction').values(placed).execute();
      return [{ what, change: 'added', details: [row.description], apply }];
    }
    const details = differences(placed, known);
    const apply = ({ db }: Work) =>
      db.updateTable('jurisdiction').set(placed).where('abbr', '=', row.abbr).execute();
    return details.length === 0 ? [] : [{ what, change: 'changed', details, apply }];
  });
  const gone = stored.jurisdictions.filter(
    ({ abbr }) => !wanted.jurisdictions.some((row) => row.abbr === abbr),
  );
  if (gone.length === 0) return plans;
  const used = await work.db
    .selectFrom('application_jurisdiction')
    .select('abbr')
    .distinct()
    .where(
      'abbr',
      'in',
      gone.map(({ abbr }) => abbr),
    )
    .execute();
  const removed = gone.map(({ abbr }): Plan => {
    const what = `jurisdiction ${abbr}`;
    if (used.some((row) => row.abbr === abbr))
      return { what, change: 'kept', details: ['applications refer to it'] };
    const apply = ({ db }: Work) => db.deleteFrom('jurisdiction').where('abbr', '=', abbr).execute();
    return { what, change: 'removed', details: [], apply };
  });
  return [...plans, ...removed];
}
