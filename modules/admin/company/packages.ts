import { z } from 'zod';
import {
  getPackage,
  listPackages,
  residence,
  residenceFor,
  type ScreeningPackageRow,
} from '#modules/applications/index.ts';
import {
  getCompany,
  listPackageChoices,
  lockPackageChoices,
  savePackageChoices,
} from '#modules/enterprise/index.ts';
import {
  fingerprintOf,
  operation,
  readSearchTerm,
  searchText,
  staff,
  trimmed,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** Which packages the host of a company offers (doc3 §3, §7). */

const companyId = z.object({ companyid: z.uuid() });

export const packageAnswer = z.object({
  id: z.uuid(),
  craid: z.string(),
  crapackageid: z.string(),
  craname: z.string(),
  /** The portal's account at the provider. */
  customerid: z.string(),
  full_package_descrip: z.string(),
  package_descrip: z.string(),
  selection_criteria: z.string().nullable(),
  exclusion_criteria: z.string().nullable(),
  residence: residence.nullable(),
  /** Cents. */
  base_price: z.number().int(),
  /** Years. */
  renewalterm: z.number().int(),
  enabled: yesNo,
  /** Whether it costs something. */
  paid: yesNo,
  default_package: yesNo,
  /** Always NO: a package that was removed is not listed. Saving takes YES. */
  delete_flag: yesNo,
});

/** The packages on sale, and which of them the company's host offers. @throws Refusal not-found */
export async function listForCompany(work: Work<unknown>, companyid: string) {
  await getCompany(work, companyid);
  const choices = await listPackageChoices(work, companyid);
  return (await listPackages(work)).map((row) => ({
    ...present(row),
    enabled: choices.some((choice) => choice.enabled && isOf(row)(choice)),
    default_package: choices.some((choice) => choice.default_package && isOf(row)(choice)),
  }));
}

interface Code {
  craid: string;
  crapackageid: string;
}

const isOf = (one: Code) => (other: Code) =>
  one.craid === other.craid && one.crapackageid === other.crapackageid;

/**
 * An id may be that of a former version, which has the codes of the version on sale.
 * @throws Refusal not-found for the id of a package with other codes
 */
async function requireCodeOf(work: Pick<Work, 'db'>, id: string, code: Code): Promise<void> {
  if (isOf(await getPackage(work, id, { withdrawn: true }))(code)) return;
  throw new Refusal('not-found', { detail: `package ${id} is not ${code.craid}/${code.crapackageid}` });
}

function present(row: ScreeningPackageRow) {
  return {
    id: row.id,
    craid: row.craid,
    crapackageid: row.crapackageid,
    craname: row.provider,
    full_package_descrip: row.full_package_descrip,
    package_descrip: row.package_descrip,
    selection_criteria: row.selection_criteria,
    exclusion_criteria: row.exclusion_criteria,
    residence: residenceFor(row),
    base_price: row.base_price_cents,
    renewalterm: row.renewal_years,
    customerid: row.customerid,
    paid: row.base_price_cents > 0,
    delete_flag: false,
  };
}

export const getCompanyPackages = operation({
  name: 'admin.get-company-packages',
  summary: "The packages for sale, and which of them a company's host offers.",
  access: staff,
  kind: 'read',
  input: companyId,
  output: z.object({ packagelist: z.array(packageAnswer), seen: z.string() }),
  async run(work, { companyid }) {
    const packagelist = await listForCompany(work, companyid);
    return { packagelist, seen: fingerprintOf(await listPackageChoices(work, companyid)) };
  },
});

export const searchPackages = operation({
  name: 'admin.search-packages',
  summary: 'Finds packages for sale by part of their name, code or provider.',
  access: staff,
  kind: 'read',
  input: companyId.extend({ searchterm: searchText(3) }),
  output: z.object({ packagelist: z.array(packageAnswer) }),
  async run(work, { companyid, searchterm }) {
    const { words } = readSearchTerm(searchterm);
    const found = (await listForCompany(work, companyid)).filter((row) =>
      [row.package_descrip, row.full_package_descrip, row.crapackageid, row.craname].some((text) =>
        words.every((word) => text.toLowerCase().includes(word)),
      ),
    );
    return { packagelist: found };
  },
});

/**
 * If no package is enabled, the host offers the whole catalogue.
 * @throws Refusal not-found, invalid-input, admin.changed-meanwhile
 */
export const saveCompanyPackages = operation({
  name: 'admin.save-company-packages',
  summary: "Sets which packages a company's host offers.",
  access: staff,
  kind: 'write',
  input: companyId.extend({
    packages: z
      .array(
        z.object({
          id: z.uuid().optional(),
          craid: trimmed(20, 1),
          crapackageid: trimmed(60, 1),
          enabled: yesNo.optional(),
          default_package: yesNo.optional(),
          delete_flag: yesNo.optional(),
        }),
      )
      .max(200),
    seen: trimmed(64).optional(),
  }),
  output: z.object({}),
  async run(work, { companyid, packages, seen }) {
    await lockPackageChoices(work, companyid);
    if (seen && seen !== fingerprintOf(await listPackageChoices(work, companyid)))
      throw new Refusal('admin.changed-meanwhile');
    const onSale = await listPackages(work);
    const kept = packages.filter(({ delete_flag }) => !delete_flag);
    const unknown = kept.find((choice) => !onSale.some(isOf(choice)));
    if (unknown)
      throw new Refusal('not-found', { detail: `package ${unknown.craid}/${unknown.crapackageid}` });
    for (const { id, ...code } of packages) if (id) await requireCodeOf(work, id, code);
    const twice = kept.some((choice, at) => kept.findIndex(isOf(choice)) !== at);
    if (twice || kept.filter((choice) => choice.default_package).length > 1)
      throw new Refusal('invalid-input', { field: 'packages' });
    await savePackageChoices(
      work,
      companyid,
      kept.map(({ craid, crapackageid, enabled, default_package }) => ({
        craid,
        crapackageid,
        enabled: enabled ?? true,
        default_package: default_package ?? false,
      })),
    );
    return {};
  },
});
