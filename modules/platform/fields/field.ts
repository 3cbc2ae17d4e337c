/**
 * The fields of forms as plain data. Does not import zod, so that a page can show its form before the validation is
 * loaded. `schema.ts` makes the schemas from these declarations.
 */

/** The type of each kind of field after it is parsed. */
export interface FieldValues {
  /** One line of free text, without an SSN (D149). */
  line: string;
  /** One line that identifies something: an id, a code, a host name, what the page showed. */
  key: string;
  /** An id or a code that the portal gave out: letters and digits, without the spaces and hyphens it is written with. */
  reference: string;
  /** What identifies somebody, as `cleanTerm` leaves it: an address, a ShieldID. `readSearchTerm` reads it. */
  term: string;
  /** The name of a person or a business: one line (D109). */
  name: string;
  /** A name as an American ID prints it, in Latin letters (D129). */
  legalName: string;
  /** Several lines of free text, without an SSN (D149). */
  note: string;
  /** In the one form of `readEmailAddress`. */
  email: string;
  /** The address of an account, as typed: an account may still have one that is not in the one form. */
  accountEmail: string;
  /** Ten digits. */
  phone: string;
  /** Five digits. */
  postalCode: string;
  /** Two letters. */
  state: string;
  /** yyyy-MM-dd, typed as MM/DD/YYYY. */
  date: string;
  /** yyyy-MM-ddTHH:mm in the page's time zone, typed as MM/DD/YYYY 2:00 AM. */
  dateTime: string;
  /** As date, after 1900-01-01. */
  birthDate: string;
  /** Nine digits. */
  ssn: string;
  ssnLastFour: string;
  /** Nine digits: an employer identification number, or the SSN of a sole owner. */
  taxId: string;
  /** Exactly as typed, to be compared with the stored hash. */
  password: string;
  /** A new password that the person chooses. */
  newPassword: string;
  /** A verification code: six boxes with the same name, or one text. */
  code: string;
  /** An https address of a website. */
  webAddress: string;
  /** The first part of a host name, in small letters. */
  hostLabel: string;
  /** An IANA name, such as America/Chicago. */
  timeZone: string;
  /** #RRGGBB in capitals. */
  color: string;
  /** Cents, typed as dollars. */
  money: number;
  /** On or off. */
  tick: boolean;
  /** A checkbox that must be checked. */
  agreement: true;
  /** A UUID in a hidden input of the page. */
  id: string;
  /** A whole number in a hidden input of the page. */
  number: number;
  /** Text that the page's script writes into a hidden input. */
  data: string;
}

export type FieldKind = keyof FieldValues;

/** One field, with everything that is needed for its label, its HTML and its schema. */
export interface Field<K extends FieldKind = FieldKind, R extends boolean = boolean> {
  readonly kind: K;
  readonly label: string;
  readonly required: R;
  /** The maximum number of typed characters. */
  readonly max: number;
  readonly min?: number;
  /** The message if it is left empty. */
  readonly missing: string;
  /** The message if it is wrong; by default that of the kind. */
  readonly wrong?: string;
  /** What the browser may fill in: a value of the HTML attribute `autocomplete`. */
  readonly autoComplete?: string;
  /** Whether its value must never be sent back to the page or logged. */
  readonly secret: boolean;
}

/** One of several values. */
export interface ChoiceField<V extends string = string, R extends boolean = boolean> {
  readonly kind: 'choice';
  readonly label: string;
  readonly required: R;
  readonly values: readonly V[];
  readonly missing: string;
  readonly secret: false;
}

/** Several values of a known set, sent under the same name. */
export interface ManyField {
  readonly kind: 'many';
  readonly label: string;
  readonly of: Field<'line' | 'key' | 'id', true>;
  /** Values at most. */
  readonly max: number;
  readonly secret: false;
}

/** Several rows, each with the same fields. */
export interface RowsField<F extends Fields = Fields> {
  readonly kind: 'rows';
  readonly label: string;
  readonly of: F;
  /** Rows at most. */
  readonly max: number;
  readonly secret: false;
}

export type AnyField = Field | ChoiceField | ManyField | RowsField;

/** The fields of a form by their names. */
export interface Fields {
  readonly [name: string]: AnyField;
}

/** Declares the fields of a form, in a way that lets bundlers drop them from pages that do not use them. */
export function fields<F extends Fields>(declared: F): F {
  return declared;
}

/** A field with its name in the form, as a component needs it to show the field. */
export interface Bound<F extends AnyField = AnyField> {
  /** In the notation of conform, such as `addresses[0].city` in a row. */
  readonly name: string;
  readonly field: F;
}

export type BoundFields<F extends Fields> = { readonly [Name in keyof F]: Bound<F[Name]> };

/**
 * The fields of a form for the page that shows it: `<TextInput field={join.firstname} />`.
 * @param prefix the beginning of the names, for a row of a list
 */
export function bind<F extends Fields>(declared: F, prefix?: string): BoundFields<F>;
export function bind(declared: Fields, prefix = ''): BoundFields<Fields> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [name, { name: `${prefix}${name}`, field }]),
  );
}

/** The same field, but it may be left empty. Its value is then an empty text. */
export function optional<F extends { required: boolean }>(
  field: F,
): Omit<F, 'required'> & { required: false } {
  return { ...field, required: false };
}

/** The same field with another label, and another message if it is left empty. */
export function renamed<F extends AnyField>(field: F, label: string, missing?: string): F {
  return { ...field, label, ...(missing === undefined ? {} : { missing }) };
}

/** The same fields, but the browser does not fill them in. For data of another person. */
export function withoutAutofill<F extends Readonly<Record<string, Field>>>(declared: F): F;
export function withoutAutofill(declared: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [name, { ...field, autoComplete: 'off' }]),
  );
}
