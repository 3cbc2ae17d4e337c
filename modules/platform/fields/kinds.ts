import type { ChoiceField, Field, FieldKind, Fields, ManyField, RowsField } from './field.ts';

/**
 * The kinds of fields that forms consist of, with one function for each. Every field is required unless it is passed
 * through `optional`.
 */

interface Details {
  max?: number;
  min?: number;
  /** The message if it is left empty; 'Enter your …' by default. */
  missing?: string;
  wrong?: string;
  autoComplete?: string;
  secret?: boolean;
}

function field<K extends FieldKind>(
  kind: K,
  label: string,
  details: Details & { max: number },
): Field<K, true> {
  return {
    kind,
    label,
    required: true,
    missing: `Enter your ${label.toLowerCase()}`,
    secret: false,
    ...details,
  };
}

/** Lengths of texts, the same in the database and on the pages. */
export const lengths = {
  /** The most that is read for a value with a format, which may be pasted with text around it. */
  formatted: 200,
  personName: 60,
  nameSuffix: 10,
  businessName: 120,
  addressLine: 120,
  city: 80,
  emailAddress: 254,
  /** With the name and the brackets that a paste has around an address. */
  typedEmailAddress: 500,
  postalCode: 5,
  /** The most of a pasted message in which a code is looked for. */
  pasted: 2000,
  password: 128,
  newPassword: 8,
  phoneDigits: 10,
  ssnDigits: 9,
  topLevelDomain: [2, 24],
} as const;

export const line = (label: string, details: Details & { max: number }) => field('line', label, details);
export const key = (label: string, details: Details & { max: number }) => field('key', label, details);
/** @param details `max` counts the letters and digits */
export const reference = (label: string, details: Details & { max: number }) =>
  field('reference', label, details);
export const term = (label: string, details: Omit<Details, 'max'>) =>
  field('term', label, { max: lengths.typedEmailAddress, autoComplete: 'off', ...details });
export const note = (label: string, details: Details & { max: number }) => field('note', label, details);

export const personName = (label: string, details?: Details) =>
  field('name', label, { max: lengths.personName, ...details });
export const legalName = (label: string, details?: Details) =>
  field('legalName', label, { max: lengths.personName, ...details });
export const nameSuffix = (label = 'Suffix') =>
  field('name', label, { max: lengths.nameSuffix, autoComplete: 'honorific-suffix' });
export const businessName = (label = 'Business name') =>
  field('name', label, { max: lengths.businessName, autoComplete: 'organization' });
export const addressLine = (label: string, details?: Details) =>
  line(label, { max: lengths.addressLine, missing: 'Enter the street address', ...details });
export const city = (details?: Details) =>
  line('City', { max: lengths.city, missing: 'Enter the city', autoComplete: 'address-level2', ...details });

const emailDetails = {
  max: lengths.typedEmailAddress,
  missing: 'Enter your email address',
  autoComplete: 'username',
};
export const emailAddress = (label = 'Email', details?: Details) =>
  field('email', label, { ...emailDetails, ...details });
export const accountEmail = (label = 'Email') => field('accountEmail', label, emailDetails);
export const phone = (label: string, details?: Details) =>
  field('phone', label, {
    max: lengths.formatted,
    missing: `Enter your ${label.toLowerCase()} number`,
    autoComplete: 'tel-national',
    ...details,
  });
export const postalCode = (label: string, details?: Details) =>
  field('postalCode', label, {
    max: lengths.formatted,
    missing: `Enter the ${label}`,
    autoComplete: 'postal-code',
    ...details,
  });
export const state = (details?: Details) =>
  field('state', 'State', {
    max: lengths.formatted,
    missing: 'Choose the state',
    autoComplete: 'address-level1',
    ...details,
  });

export const date = (label: string, details?: Details) =>
  field('date', label, { max: lengths.formatted, ...details });
export const dateTime = (label: string, details?: Details) =>
  field('dateTime', label, { max: lengths.formatted, ...details });
export const birthDate = (label = 'Date of birth', details?: Details) =>
  field('birthDate', label, { max: lengths.formatted, autoComplete: 'bday', ...details });

export const ssn = (label = 'Social Security number', details?: Details) =>
  field('ssn', label, { max: lengths.formatted, autoComplete: 'off', secret: true, ...details });
export const ssnLastFour = (label: string) =>
  field('ssnLastFour', label, {
    max: lengths.formatted,
    missing: 'Enter the last four digits',
    autoComplete: 'off',
    secret: true,
  });

/** The number that identifies a business for taxes. That of a sole owner is their SSN. */
export const taxId = (label = 'Tax ID') =>
  field('taxId', label, {
    max: lengths.formatted,
    missing: 'Enter the tax ID',
    autoComplete: 'off',
    secret: true,
  });

export const password = (label: string, missing: string) =>
  field('password', label, {
    max: lengths.password,
    missing,
    autoComplete: 'current-password',
    secret: true,
  });
export const newPassword = (label: string, missing: string) =>
  field('newPassword', label, {
    min: lengths.newPassword,
    max: lengths.password,
    missing,
    autoComplete: 'new-password',
    secret: true,
  });
/** The repeated password: any text, which the form compares with the first one. */
export const passwordAgain = (label: string) => ({
  ...password(label, 'Enter the password again'),
  autoComplete: 'new-password',
});
/** A code, which operations find in what was typed or pasted with `findCode`. */
export const code = (label = 'Verification code') =>
  field('code', label, { max: lengths.pasted, autoComplete: 'one-time-code', secret: true });

export const webAddress = (label: string, details?: Details) =>
  field('webAddress', label, { max: 500, missing: 'Enter the address', autoComplete: 'off', ...details });
export const timeZone = (label = 'Time zone') =>
  field('timeZone', label, { max: 64, missing: 'Choose the time zone', autoComplete: 'off' });
/** A DNS label (RFC 1035 section 2.3.1). */
export const hostLabel = (label: string, details?: Details) =>
  field('hostLabel', label, { max: 63, missing: 'Enter the host name', autoComplete: 'off', ...details });
export const color = (label: string, details?: Details) =>
  field('color', label, {
    max: 16,
    missing: `Enter the ${label.toLowerCase()}`,
    autoComplete: 'off',
    ...details,
  });

export const money = (label: string, details?: Details) =>
  field('money', label, { max: lengths.formatted, missing: 'Enter the amount', ...details });

export const tick = (label: string) => field('tick', label, { max: 5 });
export const agreement = (label: string, missing: string) => field('agreement', label, { max: 5, missing });

export const id = (missing = 'Choose one of these') => field('id', '', { max: 36, missing });
export const number = (label = '') => field('number', label, { max: 16 });
export const data = (label: string, max: number) => field('data', label, { max, secret: true });

export function choice<const V extends string>(
  label: string,
  values: readonly V[],
  missing: string,
): ChoiceField<V, true> {
  return { kind: 'choice', label, required: true, values, missing, secret: false };
}

export function many(label: string, of: ManyField['of'], max: number): ManyField {
  return { kind: 'many', label, of, max, secret: false };
}

export function rows<F extends Fields>(label: string, of: F, max: number): RowsField<F> {
  return { kind: 'rows', label, of, max, secret: false };
}
