import { z } from 'zod';
import {
  type CatalogueFile,
  catalogueFile,
  editCatalogue,
  exportCatalogue,
  readCatalogueForStaff,
} from '#modules/applications/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import {
  cataloguePackageFields,
  catalogueProviderFields,
  catalogueStepsFields,
  jurisdictionFields,
} from '../fields.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogueRegion } from '../statuses.ts';

/** The catalogue as staff change it (D89). Each change is an import of the whole file, by the same rules. */

type Package = CatalogueFile['packages'][number];

const codeOf = ({ craid, crapackageid }: Pick<Package, 'craid' | 'crapackageid'>) =>
  `${craid}/${crapackageid}`;

/** Who a package is for, in the words of its criteria (doc2 §9). */
const criteriaOf: Record<CatalogueRegion, Pick<Package, 'selection_criteria' | 'exclusion_criteria'>> = {
  everybody: { selection_criteria: null, exclusion_criteria: null },
  'not-new-york': { selection_criteria: null, exclusion_criteria: 'state=NY' },
  'new-york': { selection_criteria: 'state=NY', exclusion_criteria: null },
};

const packageShape = catalogueFile.shape.packages.element.shape;

export const getCatalogue = operation({
  name: 'admin.get-catalogue',
  summary: 'The current providers, packages, jurisdictions and documents.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    providers: z.array(
      z.object({
        craid: z.string(),
        name: z.string(),
        support_phone: z.string(),
        support_email: z.string(),
        mail_address: z.string(),
        seen: z.string(),
      }),
    ),
    packages: z.array(
      z.object({
        id: z.uuid(),
        version: z.number(),
        craid: z.string(),
        crapackageid: z.string(),
        package_descrip: z.string(),
        full_package_descrip: z.string(),
        base_price_cents: z.number(),
        renewal_price_cents: z.number(),
        renewal_years: z.number(),
        selection_criteria: z.string().nullable(),
        exclusion_criteria: z.string().nullable(),
        customerid: z.string(),
        default_package: z.boolean(),
        enabled: z.boolean(),
        steps: z.array(packageShape.steps.element),
        seen: z.string(),
      }),
    ),
    jurisdictions: z.array(z.object({ abbr: z.string(), description: z.string() })),
    documents: z.array(
      z.object({
        craid: z.string(),
        kind: catalogueFile.shape.consent_documents.element.shape.kind,
        state: z.string(),
        title: z.string(),
        version: z.number(),
        hasDraft: z.boolean(),
      }),
    ),
  }),
  run: (work) => readCatalogueForStaff(work),
});

export const exportCatalogueFile = operation({
  name: 'admin.export-catalogue',
  summary: 'The catalog as a file for `shield catalogue import`.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ file: z.unknown() }),
  async run(work) {
    return { file: await exportCatalogue(work) };
  },
});

/** A new package, or changes to one: a version that was sold stays as it is. */
export const saveCataloguePackage = operation({
  name: 'admin.save-catalogue-package',
  summary: 'Adds a package to the catalog, or a new version of one.',
  access: staff,
  kind: 'write',
  input: inputOf(cataloguePackageFields),
  output: z.object({}),
  async run(work, { seen, region, renewal_years, price, renewal_price, ...given }) {
    await editCatalogue(
      work,
      (file) => file.packages.find((row) => codeOf(row) === codeOf(given)),
      seen,
      (file) => {
        const known = file.packages.find((row) => codeOf(row) === codeOf(given));
        if (!known && seen) throw new Refusal('not-found', { detail: `package ${codeOf(given)}` });
        if (known && !seen) throw new Refusal('admin.package-exists', { field: 'crapackageid' });
        const changed = {
          ...given,
          base_price_cents: price,
          renewal_price_cents: renewal_price,
          renewal_years: Number(renewal_years),
          ...criteriaOf[region],
          steps: known?.steps ?? file.packages[0]?.steps ?? [],
        };
        const others = file.packages.map((row) =>
          codeOf(row) === codeOf(given)
            ? changed
            : { ...row, default_package: row.default_package && !given.default_package },
        );
        return { ...file, packages: known ? others : [...others, changed] };
      },
    );
    return {};
  },
});

/** Which steps a package has and in which order, depending on its provider and the people it is for. */
export const saveCatalogueSteps = operation({
  name: 'admin.save-catalogue-steps',
  summary: 'Changes the steps of a package by adding a new version of it.',
  access: staff,
  kind: 'write',
  input: inputOf(catalogueStepsFields),
  output: z.object({}),
  async run(work, { seen, craid, crapackageid, steps }) {
    const isIt = (row: Package) => codeOf(row) === codeOf({ craid, crapackageid });
    await editCatalogue(
      work,
      (file) => file.packages.find(isIt),
      seen,
      (file) => {
        const known = file.packages.find(isIt);
        if (!known) throw new Refusal('not-found', { detail: `package ${craid}/${crapackageid}` });
        const sorted = steps
          .filter(({ position }) => position !== '')
          .sort((one, other) => Number(one.position) - Number(other.position))
          .map(({ step_key, title, states }) => ({
            step_key,
            title,
            states: states.toUpperCase().match(/[^\s,]+/g) ?? [],
          }));
        return {
          ...file,
          packages: file.packages.map((row) => (isIt(row) ? { ...row, steps: sorted } : row)),
        };
      },
    );
    return {};
  },
});

export const saveCatalogueProvider = operation({
  name: 'admin.save-catalogue-provider',
  summary: 'Adds a provider to the catalog, or changes one.',
  access: staff,
  kind: 'write',
  input: inputOf(catalogueProviderFields),
  output: z.object({}),
  async run(work, { seen, ...provider }) {
    const isIt = ({ craid }: { craid: string }) => craid === provider.craid;
    await editCatalogue(
      work,
      (file) => file.providers.find(isIt),
      seen,
      (file) => {
        const known = file.providers.some(isIt);
        if (!known && seen) throw new Refusal('not-found', { detail: `provider ${provider.craid}` });
        if (known && !seen) throw new Refusal('admin.provider-exists', { field: 'craid' });
        if (known) return { ...file, providers: file.providers.map((row) => (isIt(row) ? provider : row)) };
        // A new provider starts with copies of the first provider's documents, because its packages need them.
        const [model] = file.providers;
        const documents = file.consent_documents.filter(({ craid }) => craid === model?.craid);
        return {
          ...file,
          providers: [...file.providers, provider],
          consent_documents: [
            ...file.consent_documents,
            ...documents.map((row) => ({ ...row, craid: provider.craid })),
          ],
        };
      },
    );
    return {};
  },
});

export const saveJurisdiction = operation({
  name: 'admin.save-jurisdiction',
  summary: 'Adds a jurisdiction that applicants are asked about.',
  access: staff,
  kind: 'write',
  input: inputOf(jurisdictionFields),
  output: z.object({}),
  async run(work, { abbr, description }) {
    await editCatalogue(
      work,
      () => undefined,
      '',
      (file) => ({
        ...file,
        jurisdictions: [...file.jurisdictions.filter((row) => row.abbr !== abbr), { abbr, description }].sort(
          (one, other) => (one.description < other.description ? -1 : 1),
        ),
      }),
    );
    return {};
  },
});

/** A jurisdiction that applications refer to is not deleted. */
export const removeJurisdiction = operation({
  name: 'admin.remove-jurisdiction',
  summary: 'Removes a jurisdiction that applicants are asked about.',
  access: staff,
  kind: 'write',
  input: inputOf({ abbr: jurisdictionFields.abbr }),
  output: z.object({ removed: z.boolean() }),
  async run(work, { abbr }) {
    await editCatalogue(
      work,
      () => undefined,
      '',
      (file) => ({ ...file, jurisdictions: file.jurisdictions.filter((row) => row.abbr !== abbr) }),
    );
    const { jurisdictions } = await exportCatalogue(work);
    return { removed: !jurisdictions.some((row) => row.abbr === abbr) };
  },
});
