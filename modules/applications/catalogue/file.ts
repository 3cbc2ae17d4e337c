import { z } from 'zod';
import { formatMoney, LEAST_CHARGE } from '#modules/platform/browser.ts';
import { emailAddress, phone, state } from '#modules/platform/fields/kinds.ts';
import { stateCodes } from '#modules/platform/fields/states.ts';
import { freeLine, freeText, schemaOf, trimmed } from '#modules/platform/index.ts';
import {
  consentKinds,
  documentOfStep,
  mayHaveStates,
  type StepKey,
  stepKeys,
  stepOfDocument,
} from '../steps/steps.ts';

/** The catalogue as a JSON file (D89): what `shield catalogue export` writes and `import` reads. */

const craid = z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, 'A provider’s id has letters, digits, _ and - only');
const criteria = z
  .string()
  .regex(/^state!?=[A-Z]{2}$/, 'Expected state=NY or state!=NY')
  .nullable()
  .prefault(null);
const price = z
  .int()
  .min(LEAST_CHARGE, `A price is at least ${formatMoney(LEAST_CHARGE)}`)
  .max(10_000_00);

const provider = z.strictObject({
  craid,
  name: freeLine(120, 1),
  support_phone: schemaOf(phone('Phone')),
  support_email: schemaOf(emailAddress()),
  mail_address: freeLine(300, 1),
});

const stateCode = z.enum(stateCodes);

const step = z.strictObject({
  step_key: z.enum(stepKeys),
  title: freeLine(80, 1),
  /** Only for applicants who named one of these states; empty for everyone. */
  states: z.array(stateCode).max(stateCodes.length).prefault([]),
});

const screeningPackage = z.strictObject({
  craid,
  /** The provider's product code. */
  crapackageid: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,60}$/, 'A product code has letters, digits, dots, _ and - only'),
  package_descrip: freeLine(120, 1),
  full_package_descrip: freeLine(500, 1),
  /** Cents. */
  base_price_cents: price,
  renewal_price_cents: price,
  renewal_years: z.int().min(1).max(10),
  selection_criteria: criteria,
  exclusion_criteria: criteria,
  /** The account number at the provider (D102). */
  customerid: trimmed(60).prefault(''),
  /** Whether it is offered first. */
  default_package: z.boolean().prefault(false),
  /** Whether it is on sale. */
  enabled: z.boolean().prefault(true),
  steps: z.array(step).max(stepKeys.length),
});

const consent = z.strictObject({
  craid,
  kind: z.enum(consentKinds),
  /** For a notice; empty for any other document. */
  state: z.union([z.literal(''), stateCode]).prefault(''),
  title: freeLine(200, 1),
  /** HTML of headings, paragraphs and lists. */
  body: freeText(100_000, 1),
  acknowledgement_text: freeText(500, 1).nullable(),
  requires_signature: z.boolean(),
});

const jurisdiction = z.strictObject({ abbr: schemaOf(state()), description: freeLine(80, 1) });

/**
 * All lists are in the order in which people see them. The provider of a package and the documents of its steps must be
 * in the file.
 */
export const catalogueFile = z
  .strictObject({
    providers: z.array(provider).min(1).max(20),
    packages: z.array(screeningPackage).min(1).max(200),
    jurisdictions: z.array(jurisdiction).max(60),
    consent_documents: z.array(consent).max(200),
  })
  .superRefine((file, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const twice = (name: string, keys: string[]) =>
      keys.forEach((key, at) => {
        if (keys.indexOf(key) !== at) fault([name, at], `${key} is in the list twice`);
      });
    twice(
      'providers',
      file.providers.map((row) => row.craid),
    );
    twice(
      'packages',
      file.packages.map((row) => `${row.craid}/${row.crapackageid}`),
    );
    twice(
      'jurisdictions',
      file.jurisdictions.map((row) => row.abbr),
    );
    twice(
      'consent_documents',
      file.consent_documents.map((row) => `${row.craid}/${stepOfDocument(row)}`),
    );
    if (file.packages.filter((row) => row.default_package && row.enabled).length > 1)
      fault(['packages'], 'Only one package can be offered first');
    file.consent_documents.forEach((row, at) => {
      if (!file.providers.some((known) => known.craid === row.craid))
        fault(['consent_documents', at, 'craid'], `There is no provider ${row.craid}`);
      if ((row.kind === 'notice') !== (row.state !== ''))
        fault(['consent_documents', at, 'state'], 'A notice, and nothing else, is for a state');
    });
    file.packages.forEach((row, at) => {
      if (!file.providers.some((known) => known.craid === row.craid))
        fault(['packages', at, 'craid'], `There is no provider ${row.craid}`);
      for (const problem of [
        ...stepProblems(row.steps.map(({ step_key }) => step_key)),
        ...row.steps.flatMap(stateProblems),
      ])
        fault(['packages', at, 'steps'], problem);
      for (const { step_key } of row.steps) {
        const name = documentOfStep(step_key);
        const known = file.consent_documents.some(
          ({ craid, kind, state }) => craid === row.craid && kind === name?.kind && state === name.state,
        );
        if (name && !known)
          fault(['packages', at, 'steps'], `Provider ${row.craid} has no document for the step ${step_key}`);
      }
    });
  });

export type CatalogueFile = z.output<typeof catalogueFile>;
export type CataloguePackage = CatalogueFile['packages'][number];
export type CatalogueConsent = CatalogueFile['consent_documents'][number];

/** A notice is for some states, and a step that everyone has to pass is for all of them. */
function stateProblems({ step_key, states }: CatalogueFile['packages'][number]['steps'][number]): string[] {
  if (states.length > 0 && !mayHaveStates(step_key)) return [`The step ${step_key} is for all states`];
  if (states.length === 0 && documentOfStep(step_key)?.kind === 'notice')
    return [`The step ${step_key} needs the states that it is for`];
  return new Set(states).size === states.length ? [] : [`The step ${step_key} names a state twice`];
}

/** Steps that every application needs. */
const needed = [
  { key: 'esign', what: 'The e-sign consent' },
  { key: 'disclosure', what: 'The disclosure' },
  { key: 'authorization', what: 'The authorization' },
  { key: 'name', what: 'The step with the name' },
  { key: 'address', what: 'The step with the addresses' },
] as const;

/**
 * Every application has consents, a step for the person's name, and at the end the submission and its review; the
 * consent to e-sign comes first (D42).
 */
function stepProblems(keys: readonly StepKey[]): string[] {
  const problems: string[] = [];
  if (new Set(keys).size !== keys.length) problems.push('A step is in the list twice');
  const end = keys.slice(keys.indexOf('submit')).join(' ');
  if (!['submit review', 'submit manual review'].includes(end))
    problems.push(
      'The last steps are the submission (submit), paper if it is accepted (manual), and the review (review)',
    );
  for (const { key, what } of needed) if (!keys.includes(key)) problems.push(`${what} (${key}) is needed`);
  if (keys.includes('esign') && keys[0] !== 'esign') problems.push('The e-sign consent (esign) comes first');
  if (keys.includes('idverification') && keys.indexOf('idverification') < keys.indexOf('name'))
    problems.push('The name comes before the ID verification');
  if (keys.indexOf('disclosure') > keys.indexOf('authorization'))
    problems.push('The disclosure comes before the authorization');
  return problems;
}
