import { describe, expect, test } from 'vitest';
import { starterCatalogue } from '#cli/setup/starter-catalogue.ts';
import { catalogueFile } from '#modules/applications/index.ts';
import { stateCodes } from '#modules/platform/fields/states.ts';

/** What a catalogue may say, as a file (D89). */

type File = typeof starterCatalogue;
type Provider = File['providers'][number];
type Package = File['packages'][number];
type Consent = File['consent_documents'][number];

const text = (length: number) => 'x'.repeat(length);
const [provider, ...otherProviders] = starterCatalogue.providers as [Provider, ...Provider[]];
const [sold, ...otherPackages] = starterCatalogue.packages as [Package, ...Package[]];
const [consent, ...otherConsents] = starterCatalogue.consent_documents as [Consent, ...Consent[]];
const [jurisdiction] = starterCatalogue.jurisdictions;

const withProvider = (changes: object) => ({ providers: [{ ...provider, ...changes }, ...otherProviders] });
const withPackage = (changes: object) => ({ packages: [{ ...sold, ...changes }, ...otherPackages] });
const withConsent = (changes: object) => ({
  consent_documents: [{ ...consent, ...changes }, ...otherConsents],
});
const withStep = (changes: object) =>
  withPackage({ steps: sold.steps.map((step, at) => (at === 0 ? { ...step, ...changes } : step)) });
const many = <T>(length: number, each: (at: number) => T) => Array.from({ length }, (_, at) => each(at));

const problemsOf = (changes: object) =>
  catalogueFile.safeParse({ ...starterCatalogue, ...changes }).error?.issues.map(({ message }) => message) ??
  [];

test.each<[string, number, (length: number) => object, number?]>([
  ['the name of a provider', 120, (length) => withProvider({ name: text(length) }), 1],
  ['the mail address of a provider', 300, (length) => withProvider({ mail_address: text(length) }), 1],
  ['the title of a step', 80, (length) => withStep({ title: text(length) }), 1],
  ['the name of a package', 120, (length) => withPackage({ package_descrip: text(length) }), 1],
  ['the description of a package', 500, (length) => withPackage({ full_package_descrip: text(length) }), 1],
  ['the account number at the provider', 60, (length) => withPackage({ customerid: text(length) })],
  ['the years of a score', 10, (years) => withPackage({ renewal_years: years }), 1],
  ['a price', 10_000_00, (cents) => withPackage({ base_price_cents: cents })],
  ['the title of a document', 200, (length) => withConsent({ title: text(length) }), 1],
  ['the text of a document', 100_000, (length) => withConsent({ body: text(length) }), 1],
  ['what is confirmed', 500, (length) => withConsent({ acknowledgement_text: text(length) }), 1],
  [
    'the name of a jurisdiction',
    80,
    (length) => ({ jurisdictions: [{ ...jurisdiction, description: text(length) }] }),
    1,
  ],
  [
    'the list of providers',
    20,
    (length) => ({
      providers: [
        ...starterCatalogue.providers,
        ...many(length, (at) => ({ ...provider, craid: `p${at}` })),
      ].slice(0, length),
    }),
  ],
  [
    'the list of packages',
    200,
    (length) => ({ packages: many(length, (at) => ({ ...sold, crapackageid: `P${at}` })) }),
    1,
  ],
  [
    'the list of documents',
    200,
    (length) => ({
      providers: [...starterCatalogue.providers, ...many(18, (at) => ({ ...provider, craid: `p${at}` }))],
      consent_documents: [
        ...starterCatalogue.consent_documents,
        ...many(length, (at) => ({
          ...consent,
          craid: `p${at % 18}`,
          kind: 'notice',
          state: stateCodes[Math.floor(at / 18)],
        })),
      ].slice(0, length),
    }),
  ],
])('%s has at most %i', (_what, most, at, least) => {
  const isTaken = (length: number) => problemsOf(at(length)).length === 0;
  expect([isTaken(most), isTaken(most + 1)]).toEqual([true, false]);
  if (least !== undefined) expect([isTaken(least), isTaken(least - 1)]).toEqual([true, false]);
});

test('a package is on sale and not offered first, and a step is for everyone, unless the file says so', () => {
  const { default_package: _first, enabled: _sold, customerid: _none, ...left } = sold;
  const file = { ...starterCatalogue, packages: [left, ...otherPackages] };
  expect(catalogueFile.parse(file).packages[0]).toEqual({
    ...left,
    customerid: '',
    default_package: false,
    enabled: true,
  });
});

test('a package that is no longer on sale may be offered first beside another one', () => {
  const packages = starterCatalogue.packages.map((row) => ({ ...row, default_package: true }));
  const [first, ...others] = packages;
  expect(problemsOf({ packages: [{ ...first, enabled: false }, ...others] })).toEqual([]);
  expect(problemsOf({ packages })).toEqual(['Only one package can be offered first']);
});

describe('a file is refused', () => {
  const without = (left: (row: Consent) => boolean) => ({
    consent_documents: starterCatalogue.consent_documents.filter((row) => !left(row)),
  });
  const states = [...new Set(starterCatalogue.consent_documents.map(({ state }) => state))].filter(Boolean);
  const [some = '', other = ''] = states;
  test.each<[string, object, string]>([
    [
      'without the document of one kind',
      without((row) => row.craid === '2' && row.kind === 'disclosure'),
      'Provider 2 has no document for the step disclosure',
    ],
    [
      'without the notice of one state',
      without((row) => row.craid === '2' && row.state === some),
      `Provider 2 has no document for the step notice-${some}`,
    ],
    [
      'without the notice of another state',
      without((row) => row.craid === '2' && row.state === other),
      `Provider 2 has no document for the step notice-${other}`,
    ],
    [
      'with the documents of another provider alone',
      without((row) => row.craid === '2'),
      'Provider 2 has no document for the step esign',
    ],
    [
      'with a notice for no state',
      {
        consent_documents: [...starterCatalogue.consent_documents, { ...consent, kind: 'notice', state: '' }],
      },
      'A notice, and nothing else, is for a state',
    ],
    [
      'with a document twice',
      { consent_documents: [...starterCatalogue.consent_documents, consent] },
      `${consent.craid}/${consent.kind} is in the list twice`,
    ],
    ['without a provider', { providers: [] }, ''],
    ['with a price of half a cent', withPackage({ base_price_cents: 7900.5 }), ''],
    ['with another criterion', withPackage({ selection_criteria: 'city=NY' }), 'Expected state=NY'],
    ['with an id that is no id', withProvider({ craid: 'a b' }), 'A provider’s id has letters'],
    ['with a code that is no code', withPackage({ crapackageid: 'a/b' }), 'A product code has letters'],
  ])('%s', (_what, changes, says) => {
    expect(problemsOf(changes)).toContainEqual(expect.stringContaining(says));
  });
});
