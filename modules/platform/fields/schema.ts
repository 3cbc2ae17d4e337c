import { z } from 'zod';
import { isOneLine } from '../browser.ts';
import type { AnyField, ChoiceField, Field, FieldKind, Fields, FieldValues, RowsField } from './field.ts';
import { lengths } from './kinds.ts';
import { stateCodes } from './states.ts';
import { emailPattern, isStorable } from './text.ts';

/** The zod schemas of fields: one for the form in the browser, its parse on the server, and the operation's input. */

/** What a field takes. Each schema also takes its own output, so that a form's value is an operation's input. */
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

/** The schema of one field. A field that may be left empty takes an empty text, and is one where it is not sent. */
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
      const one = z.enum(field.values, { error: field.missing });
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

/** An operation's input that is made of fields: all of them, as a form gives them. */
export function inputOf<F extends Fields>(fields: F): z.ZodObject<ShapeOf<F>> {
  return z.object(shapeOf(fields));
}

/** An operation's input that changes the fields that are given and leaves the others alone. */
export function changesOf<F extends Changeable>(fields: F): z.ZodObject<ChangesOf<F>>;
export function changesOf(fields: Changeable): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, changeOf(field).optional()])),
  );
}

/** A choice that may be left empty is emptied by an empty text. */
function changeOf(field: Field | ChoiceField): z.ZodType {
  if (field.kind !== 'choice') return coreOf(field);
  return z.enum(field.required ? field.values : ['', ...field.values], { error: field.missing });
}

/** The answer of an operation that gives the texts of fields. */
export function answerOf<F extends Fields>(fields: F): z.ZodObject<{ [Name in keyof F]: z.ZodString }>;
export function answerOf(fields: Fields): z.ZodObject {
  return z.object(Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])));
}

/** A text as it was typed, without white space around it. Empty only where the field may be left empty. */
function typed(field: Field) {
  const text = z
    .string({ error: field.missing })
    .trim()
    // What is too long is not looked at further: a pattern on a megabyte would hold everybody else up.
    .max(field.max, { error: `Use at most ${field.max} characters`, abort: true });
  return field.required ? text.min(1, field.missing) : text;
}

/** What a mail program turns into a link: a scheme, `www.`, or a word, a dot and letters with no space between. */
const siteAddress = /:\/\/|\bwww\.|[\p{L}\p{N}-]{2}\.\p{L}{2,}(?=[\s/:?#]|$)/iu;
/** Characters without a shape of their own, and those that look like a space and are none. */
const hidden = /[\p{Cf}\p{Cc}\p{Co}\u115f\u1160\u3164\uffa0\u2800]/u;

/** Names stand in the mails that go to people who do not know who bears them (D109). */
function isName(value: string): boolean {
  return !siteAddress.test(value) && !hidden.test(value);
}

/** A text of one line: names and addresses stand in the subjects of mails, in tables and on terminals. */
function oneLine(field: Field) {
  return typed(field).refine(isOneLine, { message: 'Use one line of plain text', abort: true });
}

/** A text that is brought into one form, which must then be right; empty stays empty. */
function shaped(
  field: Field,
  read: (value: string) => string | null,
  wrong: string | ((value: string) => string),
) {
  return oneLine(field).transform((value, context) => {
    if (value === '') return value;
    const found = read(value);
    if (found !== null) return found;
    const words = typeof wrong === 'string' ? wrong : wrong(value);
    context.addIssue({ code: 'custom', message: field.wrong ?? words });
    return z.NEVER;
  });
}

const digitsOf = (value: string) => value.replace(/\D/g, '');
const digits = (count: number) => (value: string) => {
  const found = digitsOf(value);
  return found.length === count ? found : null;
};

const typedDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** A date as yyyy-MM-dd from MM/DD/YYYY or from yyyy-MM-dd; null when there is no such day. */
function readDate(value: string): string | null {
  const [, month = '', day = '', year] = typedDate.exec(value) ?? [];
  const date = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value;
  return z.iso.date().safeParse(date).success ? date : null;
}

const typedTime = /^(\S+?)(?:T|,?\s+)(\d{1,2}):([0-5]\d)(?:\s*([ap])m)?$/i;

/** yyyy-MM-ddTHH:mm from a date as `readDate` takes it and a time, of 24 hours or with AM or PM. */
function readDateTime(value: string): string | null {
  const [, day = '', hour = '', minute, half] = typedTime.exec(value) ?? [];
  const date = minute ? readDate(day) : null;
  const typed = Number(hour);
  if (date === null || typed > 23 || (half && (typed < 1 || typed > 12))) return null;
  const hours = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}`;
}

/** Said of what is no date: written otherwise, or a day that no calendar has. */
function notADate(value: string): string {
  const written = typedDate.test(value) || /^\d{4}-\d{2}-\d{2}$/.test(value);
  return written ? 'There is no such date. Check the month and the day' : 'Enter the date as MM/DD/YYYY';
}

/** Earliest date of birth, exclusive (doc2 §5, §9). That it is past is for the operation, which has the clock. */
const EARLIEST_BIRTH = '1900-01-01';

const flag = (missing?: string) =>
  z
    .union([z.boolean(), z.enum(['YES', 'NO', 'true', 'false'])], missing ? { error: missing } : {})
    .transform((value) => value === true || value === 'YES' || value === 'true');

/** Boxes of one code at most. */
const MOST_BOXES = 8;

/** An address of a site over https, without a password in it; null for any other text. */
const hostName = /^[a-z\d-]+(\.[a-z\d-]+)+$/;

function readSecureAddress(value: string): string | null {
  const url = URL.parse(value);
  // A host name may hold signs that mean something in a content security policy.
  const safe = url?.protocol === 'https:' && hostName.test(url.hostname) && !url.username && !url.password;
  return safe ? value : null;
}

/** #RRGGBB from six or three hexadecimal digits, with or without the sign. */
function readColor(value: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(value) ?? [];
  if (digits === '') return null;
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
  return `#${six.toUpperCase()}`;
}

const dollars = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/;

function readMoney(value: string): number | null {
  const [, whole, part = ''] = dollars.exec(value.replace(/,/g, '')) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

type Cores = { [K in FieldKind]: (field: Field) => z.ZodType };

const cores: Cores = {
  line: oneLine,
  name: (field) => oneLine(field).refine(isName, 'Enter a name without a web address or hidden characters'),
  note: (field) => longEnough(field, typed(field).refine(isStorable, 'Use letters and digits')),
  email: (field) =>
    shaped(
      field,
      (value) => (emailPattern.test(value) ? value.toLowerCase() : null),
      'Enter an email address like name@example.com',
    ),
  phone: (field) =>
    shaped({ ...field, max: 40 }, digits(lengths.phoneDigits), `Enter all ${lengths.phoneDigits} digits`),
  postalCode: (field) =>
    shaped(
      { ...field, max: 20 },
      (value) => (value.length === lengths.postalCode && /^\d+$/.test(value) ? value : null),
      `Enter the ${lengths.postalCode} digits of the ZIP code`,
    ),
  state: (field) =>
    shaped(
      { ...field, max: 20 },
      (value) => stateCodes.find((code) => code === value.toUpperCase()) ?? null,
      field.missing,
    ),
  date: (field) => shaped({ ...field, max: 40 }, readDate, notADate),
  dateTime: (field) =>
    shaped({ ...field, max: 40 }, readDateTime, 'Enter date and time as MM/DD/YYYY 2:00 AM'),
  birthDate: (field) =>
    shaped({ ...field, max: 40 }, readDate, notADate).refine(
      (date) => date === '' || date > EARLIEST_BIRTH,
      'Enter a date after 01/01/1900',
    ),
  ssn: (field) =>
    shaped(
      { ...field, max: 40 },
      (value) => (/^[\d\s-]+$/.test(value) ? digits(lengths.ssnDigits)(value) : null),
      `Enter all ${lengths.ssnDigits} digits`,
    ),
  taxId: (field) =>
    shaped(
      { ...field, max: 40 },
      (value) => (/^[\d\s-]+$/.test(value) ? digits(lengths.ssnDigits)(value) : null),
      `Enter all ${lengths.ssnDigits} digits`,
    ),
  ssnLastFour: (field) => shaped({ ...field, max: 20 }, digits(4), field.missing),
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
  color: (field) => shaped(field, readColor, 'Enter a color like #ED683C'),
  money: (field) =>
    oneLine(field).transform((value, context) => {
      const cents = readMoney(value);
      if (cents !== null) return cents;
      context.addIssue({ code: 'custom', message: 'Enter an amount like 49.50' });
      return z.NEVER;
    }),
  tick: () => flag(),
  agreement: ({ missing }) => flag(missing).pipe(z.literal(true, { error: missing })),
  id: ({ missing }) => z.uuid({ error: missing }),
  number: ({ missing }) => z.number({ error: missing }).int(),
  data: ({ max }) => z.string().max(max).refine(isStorable),
};

/** At least as long as the field asks for; one that may be left empty may also be empty. */
function longEnough({ min, required }: Field, text: z.ZodString): z.ZodType {
  if (min === undefined) return text;
  const words = `Use at least ${min} characters`;
  if (required) return text.min(min, words);
  return text.refine((value) => value === '' || value.length >= min, words);
}

/** Passwords keep their white space. */
function passwordText(field: Field) {
  const text = z
    .string({ error: field.missing })
    .max(field.max, `Use at most ${field.max} characters`)
    .refine(isStorable, 'Use letters and digits');
  return field.required ? text.min(1, field.missing) : text;
}

function coreOf(field: Field): z.ZodType {
  return cores[field.kind](field);
}
