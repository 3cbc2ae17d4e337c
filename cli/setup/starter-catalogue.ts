import type { CatalogueFile } from '#modules/applications/index.ts';
import { starterConsents } from './starter-consents.ts';
import { noticeSteps, starterNotices } from './starter-notices.ts';

const providers: CatalogueFile['providers'] = [
  {
    craid: '2',
    name: 'Ridgeline Screening, Inc.',
    support_phone: '8005550177',
    support_email: 'consumers@ridgeline-screening.example',
    mail_address: 'Ridgeline Screening, Inc., Consumer Desk, 410 Cannery Row, Suite 12, Duluth, MN 55802',
  },
  {
    craid: '4',
    name: 'Harbor Vale Screening, LLC',
    support_phone: '8005550144',
    support_email: 'consumers@harborvale.example',
    mail_address: 'Harbor Vale Screening, LLC, Consumer Desk, 77 Wharf Street, Portland, ME 04101',
  },
];

type Step = CatalogueFile['packages'][number]['steps'][number];

const step = (step_key: Step['step_key'], title: string): Step => ({ step_key, title, states: [] });

const steps: Step[] = [
  step('esign', 'E-sign consent'),
  step('disclosure', 'Disclosure'),
  step('authorization', 'Authorization'),
  step('jurisdictions', 'Jurisdictions'),
  step('name', 'Your name'),
  step('address', 'Your addresses'),
  ...noticeSteps,
  step('idverification', 'ID verification'),
  step('submit', 'Review and submit'),
  step('manual', 'Sign on paper'),
  step('review', 'In progress'),
];

/** Two invented agencies, two packages (D6), and the jurisdictions that need their own answers. */
export const starterCatalogue: CatalogueFile = {
  providers,
  packages: [
    {
      craid: '2',
      crapackageid: 'NATIONAL',
      package_descrip: 'National Background Check',
      full_package_descrip:
        'Identity and SSN trace, county and federal criminal records, and nationwide sex offender registries and watch lists',
      base_price_cents: 79_00,
      renewal_price_cents: 79_00,
      renewal_years: 1,
      selection_criteria: null,
      exclusion_criteria: 'state=NY',
      customerid: '',
      default_package: false,
      enabled: true,
      steps,
    },
    {
      craid: '2',
      crapackageid: 'NEWYORK',
      package_descrip: 'New York Background Check',
      full_package_descrip:
        'Everything in the national check, plus a statewide search of the New York courts',
      base_price_cents: 99_00,
      renewal_price_cents: 99_00,
      renewal_years: 1,
      selection_criteria: 'state=NY',
      exclusion_criteria: null,
      customerid: '',
      default_package: false,
      enabled: true,
      steps,
    },
  ],
  jurisdictions: [
    { abbr: 'CA', description: 'California' },
    { abbr: 'ME', description: 'Maine' },
    { abbr: 'MA', description: 'Massachusetts' },
    { abbr: 'MN', description: 'Minnesota' },
    { abbr: 'NJ', description: 'New Jersey' },
    { abbr: 'NY', description: 'New York' },
    { abbr: 'OK', description: 'Oklahoma' },
    { abbr: 'WA', description: 'Washington' },
  ],
  consent_documents: providers.flatMap((provider) => [
    ...starterConsents(provider),
    ...starterNotices(provider),
  ]),
};
