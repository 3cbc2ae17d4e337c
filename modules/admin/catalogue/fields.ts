import { fields, optional } from '#modules/platform/fields/field.ts';
import {
  choice,
  emailAddress,
  key,
  line,
  money,
  note,
  personName,
  phone,
  rows,
  state,
  tick,
} from '#modules/platform/fields/kinds.ts';
import { seen } from '../fields.ts';

/** The fields of the catalog's forms, as plain data. */

/** Who a package of the catalogue is for (doc2 §9). */
export const catalogueRegions = ['everybody', 'not-new-york', 'new-york'] as const;
export type CatalogueRegion = (typeof catalogueRegions)[number];

const craid = key('Provider ID', { max: 20, missing: 'Enter the provider’s ID', autoComplete: 'off' });
const crapackageid = key('Product code', {
  max: 60,
  missing: 'Enter the product code',
  autoComplete: 'off',
});

/** A package of the catalogue (D89). */
export const cataloguePackageFields = fields({
  craid,
  crapackageid,
  package_descrip: personName('Name', { max: 120, missing: 'Enter the name', autoComplete: 'off' }),
  full_package_descrip: note('What is searched', { max: 500, missing: 'Say what is searched' }),
  price: money('Price'),
  renewal_price: money('Renewal price'),
  renewal_years: choice('Term', ['1', '2', '3', '5'], 'Choose the term'),
  region: choice('For whom', catalogueRegions, 'Choose who it’s for'),
  customerid: optional(key('Account number at the provider', { max: 60, autoComplete: 'off' })),
  default_package: tick('Offered first'),
  enabled: tick('On sale'),
  seen,
});

/**
 * The order of the steps of a package, and the states to whose applicants a step is limited, such as `CA, NY`. A step
 * without a number is left out.
 */
export const catalogueStepsFields = fields({
  craid,
  crapackageid,
  steps: rows(
    'Steps',
    fields({
      step_key: key('', { max: 20 }),
      title: line('Title', { max: 80, missing: 'Enter the title', autoComplete: 'off' }),
      position: optional(key('Number', { max: 2, autoComplete: 'off' })),
      states: optional(key('Only for these states', { max: 300, autoComplete: 'off' })),
    }),
    80,
  ),
  seen,
});

/** A consumer reporting agency of the catalogue. */
export const catalogueProviderFields = fields({
  craid,
  name: personName('Name', { max: 120, missing: 'Enter the name', autoComplete: 'off' }),
  support_phone: phone('Phone', { autoComplete: 'off' }),
  support_email: emailAddress('Email', { autoComplete: 'off' }),
  mail_address: line('Postal address', {
    max: 300,
    missing: 'Enter the postal address',
    autoComplete: 'off',
  }),
  seen,
});

/** A state that applicants are asked about. */
export const jurisdictionFields = fields({
  abbr: state({ autoComplete: 'off' }),
  description: personName('Name', { max: 80, missing: 'Enter the name', autoComplete: 'off' }),
});

/** A consent document that is being written; the text is HTML. */
export const consentDraftFields = fields({
  title: line('Title', { max: 200, missing: 'Enter the title', autoComplete: 'off' }),
  body: note('Text', { max: 100_000, missing: 'Write the text' }),
  acknowledgement_text: optional(note('What the applicant confirms', { max: 500 })),
  requires_signature: tick('Needs a signature'),
  seen,
});
