import { z } from 'zod';
import { catalogueFile, importCatalogue } from '#modules/applications/index.ts';
import { portalBrandInput, savePortalBrand } from '#modules/enterprise/index.ts';
import { ownTerms, publishTerms, termsKinds } from '#modules/identity/index.ts';
import { emailAddress, personName } from '#modules/platform/fields/kinds.ts';
import { plainText, schemaOf, type Work } from '#modules/platform/index.ts';

const terms = plainText(100_000, 1);

/** What a portal needs before anybody has an account: its brand, the texts that people agree to, and what it sells. */
const portalFile = z.strictObject({
  brand: portalBrandInput,
  /** HTML, by the purpose of the terms. */
  terms: z.strictObject({ portal: terms, purchase: terms, score: terms }),
  catalogue: catalogueFile,
});
export type PortalFile = z.input<typeof portalFile>;

export const staffInput = z.strictObject({
  emailaddress: schemaOf(emailAddress()),
  firstname: schemaOf(personName('First name')),
  lastname: schemaOf(personName('Last name')),
});

/** The file that `shield setup --from` reads. */
export const setupFile = portalFile.extend({ admin: staffInput });
export type SetupFile = z.input<typeof setupFile>;

/** Writes it to the database. What already exists with the same content is not changed. */
export async function setUpPortal(work: Work, { brand, terms, catalogue }: PortalFile): Promise<void> {
  await savePortalBrand(work, brand);
  for (const kind of termsKinds) await publishTerms(work, ownTerms(kind), terms[kind]);
  await importCatalogue(work, catalogue);
}
