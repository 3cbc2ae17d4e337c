import { z } from 'zod';
import { isOneLine, isTimeZone } from '../browser.ts';
import { readEmailAddress } from './email.ts';
import type { AnyField, ChoiceField, Field, FieldKind, Fields, FieldValues, RowsField } from './field.ts';
import { readHostLabel } from './hosts.ts';
import { foldWidth } from './invisible.ts';
import { lengths } from './kinds.ts';
import { countCharacters, tooLong } from './length.ts';
import { isLatinName, isName } from './names.ts';
import {
  hasMorePhoneDigits,
  hasUsualYear,
  hasWrongAreaCode,
  looksLikeDate,
  plainly,
  readDate,
  readDateTime,
  readDigits,
  readMoney,
  readPhone,
  readPostalCode,
  readReference,
} from './reading.ts';
import { cleanTerm } from './search.ts';
import { hasSsn, ssnInText } from './ssn.ts';
import { stateCodes } from './states.ts';
import { atLeast, atMost, isStorable } from './text.ts';

/**
 * Makes zod schemas from fields. The same schemas are used by the form in the browser, by its parsing on the server,
 * and as the input of operations.
 */

/**
 * The input type of each kind of field. Each schema also accepts its own output, so that a parsed form can be passed to
 * an operation.
 */
type Typed<K extends FieldKind> = K extends 'tick' | 'agreement'
  ? boolean | 'YES' | 'NO' | 'true' | 'false'
  : K extends 'code'
    ? string | (string | undefined)[]
    : K extends 'number'
      ? number
      : string;

type Core<K extends FieldKind> = z.ZodType<FieldValues[K], Typed<K>>;

export type SchemaOf<F extends AnyField> =
  F extends RowsField<infer I>
    ? z.ZodDefault<z.ZodArray<z.ZodObject<ShapeOf<I>>>>
    : F extends { kind: 'many' }
      ? z.ZodDefault<z.ZodArray<z.ZodType<string, string>>>
      : F extends ChoiceField<infer V, infer R>
        ? R extends true
          ? z.ZodType<V, V>
          : z.ZodOptional<z.ZodType<V, V>>
        : F extends Field<infer K, infer R>
          ? K extends 'tick'
            ? z.ZodPrefault<Core<K>>
            : R extends true
              ? Core<K>
              : K extends 'number'
                ? z.ZodOptional<Core<K>>
                : z.ZodPrefault<Core<K>>
          : never;

export type ShapeOf<F extends Fields> = { [Name in keyof F]: SchemaOf<F[Name]> };

/** Fields that can be changed one by one. */
type Changeable = { [name: string]: Field | ChoiceField };

type ChangesOf<F extends Changeable> = {
  [Name in keyof F]: z.ZodOptional<
    F[Name] extends ChoiceField<infer V, infer R>
      ? z.ZodType<R extends true ? V : V | '', string>
      : F[Name] extends Field<infer K>
        ? Core<K>
        : never
  >;
};

/**
 * The schema of one field. A field that may be left empty accepts an empty text, which is also its value if it is not
 * sent.
 */
export function schemaOf<F extends AnyField>(field: F): SchemaOf<F>;
export function schemaOf(field: AnyField): z.ZodType {
  switch (field.kind) {
    case 'rows':
      return z
        .array(z.object(shapeOf(field.of)))
        .max(field.max)
        .default([]);
    case 'many':
      return z.array(coreOf(field.of)).max(field.max).default([]);
    case 'choice': {
      const one = z.enum(field.values, { error: field.missing }).meta(titleOf(field));
      return field.required ? one : one.optional();
    }
    case 'tick':
      return coreOf(field).prefault(false);
    default: {
      const core = coreOf(field);
      if (field.required) return core;
      return field.kind === 'number' ? core.optional() : core.prefault('');
    }
  }
}

/** The schemas of several fields, for `z.object`. */
function shapeOf<F extends Fields>(fields: F): ShapeOf<F>;
function shapeOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

/** The input of an operation that needs all of these fields, as a form sends them. */
export function inputOf<F extends Fields>(fields: F): z.ZodObject<ShapeOf<F>> {
  return z.object(shapeOf(fields));
}

/** The input of an operation that changes only the fields that are given. */
export function changesOf<F extends Changeable>(fields: F): z.ZodObject<ChangesOf<F>>;
export function changesOf(fields: Changeable): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, changeOf(field).optional()])),
  );
}

/** Allows an empty text for a choice that may be left empty, so that it can be cleared. */
function changeOf(field: Field | ChoiceField): z.ZodType {
  if (field.kind !== 'choice') return coreOf(field);
  return z
    .enum(field.required ? field.values : ['', ...field.values], { error: field.missing })
    .meta(titleOf(field));
}

/** The output of an operation that returns the fields as texts. */
export function answerOf<F extends Fields>(fields: F): z.ZodObject<{ [Name in keyof F]: z.ZodString }>;
export function answerOf(fields: Fields): z.ZodObject {
  return z.object(Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])));
}

/** The text without white space around it. It may be empty only if the field may be left empty. */
function typed(field: Field) {
  const text = z.string({ error: field.missing }).trim();
  const limited = atMost(text, field.max, tooLong(field.max));
  return field.required ? limited.min(1, field.missing) : limited;
}

/** A text of one line, because names and addresses appear in mail subjects, tables and terminals. */
function oneLine(field: Field) {
  return typed(field).refine(isOneLine, { message: 'Use one line of plain text', abort: true });
}

type Read = (value: string) => string | null;
type Wrong = string | ((value: string) => string);

/** A text of one line that `reader` converts to its stored form, or refuses with null. An empty text stays empty. */
function shaped(field: Field, reader: Read, wrong: Wrong) {
  return read(oneLine(field), field, reader, wrong);
}

function read(text: z.ZodString, field: Field, reader: Read, wrong: Wrong) {
  return text.transform((value, context) => {
    if (value === '') return value;
    const found = reader(value);
    if (found !== null) return found;
    const words = typeof wrong === 'string' ? wrong : wrong(value);
    context.addIssue({ code: 'custom', message: field.wrong ?? words });
    return z.NEVER;
  });
}

function notAnEmail(value: string): string {
  const { emailAddress } = lengths;
  if (value.length > emailAddress) return `Use at most ${emailAddress} characters`;
  return 'Enter an email address like name@example.com';
}

/** An account may have an address that today's form refuses, so anything that looks like one is kept as typed. */
function readAccountEmail(value: string): string | null {
  const looksLikeOne = readEmailAddress(value) !== null || /^[^\s@]+@[^\s@]+$/.test(value);
  return looksLikeOne && isStorable(value) ? value : null;
}

/**
 * A text with a format of its own, whose stored form `read` finds in whatever was typed or pasted. It has no characters
 * of the typed text, so those are not checked.
 */
function formatted<T>(
  field: Field,
  read: (value: string) => T | null,
  wrong: string | ((value: string) => string),
) {
  const words = (value: string) => field.wrong ?? (typeof wrong === 'string' ? wrong : wrong(value));
  const text = z.string({ error: field.missing }).trim();
  const limited = atMost(text, lengths.formatted, ({ input }) =>
    words(String(input).slice(0, lengths.formatted)),
  );
  return (field.required ? limited.min(1, field.missing) : limited).transform((value, context) => {
    if (value === '' && !field.required) return '';
    const found = read(value);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: words(value) });
    return z.NEVER;
  });
}

function notAPhone(value: string): string {
  if (hasWrongAreaCode(value)) return 'Enter a US phone number. Area codes don’t begin with 0 or 1';
  return hasMorePhoneDigits(value)
    ? `Enter one US phone number of ${lengths.phoneDigits} digits`
    : `Enter all ${lengths.phoneDigits} digits`;
}

/** The message for a wrong date: one for a wrong format, another for a day that does not exist. */
function notADate(value: string): string {
  return looksLikeDate(value)
    ? 'There is no such date. Check the month and the day'
    : 'Enter the date as MM/DD/YYYY';
}

const isUsual = (date: string) => date === '' || hasUsualYear(date);
const wrongYear = 'Check the year';

/**
 * A date of birth must be after this date (doc2 §5, §9). The operation checks that it is in the past, because it has
 * the clock.
 */
const EARLIEST_BIRTH = '1900-01-01';

const flag = (missing?: string) =>
  z
    .union([z.boolean(), z.enum(['YES', 'NO', 'true', 'false'])], missing ? { error: missing } : {})
    .transform((value) => value === true || value === 'YES' || value === 'true');

/** The maximum number of boxes for one code. */
const MOST_BOXES = 8;

const hostName = /^[a-z\d-]+(\.[a-z\d-]+)+$/;

/** @returns the text if it is an https address without a user name or password; otherwise null */
function readSecureAddress(value: string): string | null {
  const url = URL.parse(value);
  // Other host names can contain characters with a meaning in a content security policy.
  const safe = url?.protocol === 'https:' && hostName.test(url.hostname) && !url.username && !url.password;
  return safe ? value : null;
}

/**
 * Accepts six or three hexadecimal digits, with or without `#`.
 * @returns #RRGGBB
 */
function readColor(value: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(value) ?? [];
  if (digits === '') return null;
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
  return `#${six.toUpperCase()}`;
}

const notLatin = 'Enter the name in Latin letters, as your driver’s license or other US ID prints it';

const wrongName = 'Enter a name without a web address, hidden characters or encoded text';

/** Letters with their accents as one character, as searches look for them, however a program writes them. */
const composed = (text: z.ZodString) => text.normalize('NFC');

/** The rule of every text that people write in their own words (D149). */
function withoutSsn(text: z.ZodString): z.ZodString {
  return text.refine((value) => !hasSsn(value), ssnInText);
}

type Cores = { [K in FieldKind]: (field: Field) => z.ZodType };

const cores: Cores = {
  line: (field) => withoutSsn(composed(oneLine(field))),
  key: oneLine,
  reference: (field) =>
    formatted(field, readReference(field.max), (value) =>
      plainly(value).length > field.max ? tooLong(field.max) : 'Use letters and digits',
    ),
  term: (field) => typed(field).overwrite(cleanTerm).refine(isOneLine, 'Use one line of plain text'),
  name: (field) => withoutSsn(composed(oneLine(field)).refine(isName, wrongName)),
  legalName: (field) =>
    withoutSsn(
      composed(oneLine(field)).overwrite(foldWidth).refine(isLatinName, notLatin).refine(isName, wrongName),
    ),
  note: (field) =>
    longEnough(field, withoutSsn(composed(typed(field)).refine(isStorable, 'Use letters and digits'))),
  email: (field) => read(typed(field), field, readEmailAddress, notAnEmail),
  accountEmail: (field) => read(typed(field), field, readAccountEmail, notAnEmail),
  phone: (field) => formatted(field, readPhone, notAPhone),
  postalCode: (field) =>
    formatted(field, readPostalCode, `Enter the ${lengths.postalCode} digits of the ZIP code`),
  state: (field) =>
    formatted(
      field,
      (value) => stateCodes.find((code) => code === plainly(value).toUpperCase()) ?? null,
      field.missing,
    ),
  date: (field) => formatted(field, readDate, notADate).refine(isUsual, wrongYear),
  dateTime: (field) =>
    formatted(field, readDateTime, 'Enter date and time as MM/DD/YYYY 2:00 AM').refine(isUsual, wrongYear),
  birthDate: (field) =>
    formatted(field, readDate, notADate)
      .refine((date) => date === '' || date > EARLIEST_BIRTH, 'Enter a date after 01/01/1900')
      .refine((date) => date < '9999', wrongYear),
  ssn: (field) => formatted(field, readDigits(lengths.ssnDigits), `Enter all ${lengths.ssnDigits} digits`),
  taxId: (field) => formatted(field, readDigits(lengths.ssnDigits), `Enter all ${lengths.ssnDigits} digits`),
  ssnLastFour: (field) => formatted(field, readDigits(4), field.missing),
  password: (field) => passwordText(field),
  newPassword: (field) => longEnough(field, passwordText(field)),
  code: ({ max, missing }) =>
    z
      .union([z.string().max(max), z.array(z.string().max(max).optional()).max(MOST_BOXES)], {
        error: missing,
      })
      .transform((typed) => [typed].flat().join('').trim())
      .pipe(z.string().max(max).refine(isStorable)),
  webAddress: (field) => shaped(field, readSecureAddress, 'Enter an address that begins with https://'),
  timeZone: (field) =>
    shaped(field, (value) => (isTimeZone(value) ? value : null), 'Enter a time zone like America/Chicago'),
  hostLabel: (field) => shaped(field, readHostLabel, 'Use letters, digits and hyphens'),
  color: (field) => shaped(field, readColor, 'Enter a color like #ED683C'),
  money: (field) => formatted(field, readMoney, 'Enter an amount like 49.50'),
  tick: () => flag(),
  agreement: ({ missing }) => flag(missing).pipe(z.literal(true, { error: missing })),
  id: ({ missing }) => z.uuid({ error: missing }),
  number: ({ missing }) => z.number({ error: missing }).int(),
  data: ({ max }) => z.string().max(max).refine(isStorable),
};

/** Checks the minimum length. A field that may be left empty may also be empty. */
function longEnough({ min, required }: Field, text: z.ZodString): z.ZodType {
  if (min === undefined) return text;
  const words = `Use at least ${min} characters`;
  if (required) return atLeast(text, min, words);
  return text.refine((value) => value === '' || countCharacters(value) >= min, words);
}

/** A password keeps the white space around it. */
function passwordText(field: Field) {
  const text = atMost(z.string({ error: field.missing }), field.max, tooLong(field.max)).refine(
    isStorable,
    'Use letters and digits',
  );
  return field.required ? text.min(1, field.missing) : text;
}

/** The kind and the label are for the reference of the calls. */
function coreOf(field: Field): z.ZodType {
  const { kind } = field;
  return cores[kind](field).meta({ ...titleOf(field), kind });
}

const titleOf = ({ label }: { label: string }) => (label ? { title: label } : {});
