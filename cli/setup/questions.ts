import { z } from 'zod';
import { catalogueFile } from '#modules/applications/index.ts';
import { portalBrandInput } from '#modules/enterprise/index.ts';
import type { Terminal } from '../terminal.ts';
import { type SetupFile, staffInput } from './portal-file.ts';
import { starterCatalogue } from './starter-catalogue.ts';
import { starterConsents } from './starter-consents.ts';
import { starterNotices } from './starter-notices.ts';
import { starterTerms } from './starter-terms.ts';
import { starterTexts } from './starter-texts.ts';

type Ask = NonNullable<Terminal['ask']>;

/** Asks until the answer matches the schema. */
async function answer<S extends z.ZodType>(
  { ask, terminal }: { ask: Ask; terminal: Terminal },
  question: string,
  schema: S,
  { initial = '' } = {},
): Promise<z.output<S>> {
  for (;;) {
    const typed = (await ask(`${question}${initial && ` [${initial}]`}: `)).trim() || initial;
    const parsed = schema.safeParse(typed);
    if (parsed.success) return parsed.data;
    terminal.err(`  ${parsed.error.issues.map(({ message }) => message).join('. ')}`);
  }
}

/** A price as it is typed, in cents. */
const dollars = z
  .string()
  .regex(/^\$?\d+(?:\.\d{1,2})?$/, 'Enter an amount in dollars, such as 79 or 79.50')
  .transform((typed) => Math.round(Number(typed.replace('$', '')) * 100));

/**
 * Makes the setup file from answers at the terminal: the brand, the first admin, one agency and one package. Legal
 * texts, documents and steps are the starter ones.
 */
export async function askForSetup(terminal: Terminal, ask: Ask): Promise<SetupFile> {
  const at = { ask, terminal };
  const { shape } = portalBrandInput;
  const provider = catalogueFile.shape.providers.element.shape;
  const offer = catalogueFile.shape.packages.element.shape;
  terminal.err('The company that runs the portal');
  const company_name = await answer(at, 'Name that people see', shape.company_name);
  const brand = {
    company_name,
    legal_name: await answer(at, 'Legal name', shape.legal_name, { initial: company_name }),
    company_address1: await answer(at, 'Street address', shape.company_address1),
    company_city: await answer(at, 'City', shape.company_city),
    company_state: await answer(at, 'State (two letters)', shape.company_state),
    company_postalcode: await answer(at, 'ZIP code', shape.company_postalcode),
    company_phone: await answer(at, 'Support phone', shape.company_phone),
    support_email: await answer(at, 'Support email', shape.support_email),
    sender_address: await answer(at, 'Address that emails come from', shape.sender_address),
    primary_color: await answer(at, 'Color', shape.primary_color, { initial: '#ED683C' }),
    time_zone: await answer(at, 'Time zone', shape.time_zone, { initial: 'America/New_York' }),
    ...starterTexts,
  };
  terminal.err('The first admin');
  const admin = {
    emailaddress: await answer(at, 'Email', staffInput.shape.emailaddress),
    firstname: await answer(at, 'First name', staffInput.shape.firstname),
    lastname: await answer(at, 'Last name', staffInput.shape.lastname),
  };
  terminal.err('The consumer reporting agency');
  const agency = {
    craid: await answer(at, 'ID', provider.craid, { initial: '2' }),
    name: await answer(at, 'Name', provider.name),
    support_phone: await answer(at, 'Phone', provider.support_phone),
    support_email: await answer(at, 'Email', provider.support_email),
    mail_address: await answer(at, 'Postal address on one line', provider.mail_address),
  };
  terminal.err('The background check on sale (`shield catalogue import` adds others)');
  const price = await answer(at, 'Price in dollars', dollars.pipe(offer.base_price_cents));
  const [example] = starterCatalogue.packages;
  if (!example) throw new Error('The starting catalog has no package');
  const sold = {
    ...example,
    craid: agency.craid,
    crapackageid: await answer(at, "The agency's code for it", offer.crapackageid),
    package_descrip: await answer(at, 'Name', offer.package_descrip, { initial: example.package_descrip }),
    base_price_cents: price,
    renewal_price_cents: price,
    exclusion_criteria: null,
  };
  return {
    brand,
    admin,
    terms: starterTerms,
    catalogue: {
      providers: [agency],
      packages: [sold],
      jurisdictions: starterCatalogue.jurisdictions,
      consent_documents: [...starterConsents(agency), ...starterNotices(agency)],
    },
  };
}
