/**
 * What the fields of forms are, as plain data: no zod here, so that a page shows its form before the check is loaded.
 * `schema.ts` makes the schemas of these declarations.
 */

/** The value of each kind of field once it is parsed. */
export interface FieldValues {
  /** One line of text. */
  line: string;
  /** The name of a person or a business: one line (D109). */
  name: string;
  /** Several lines of text. */
  note: string;
  email: string;
  /** Ten digits. */
  phone: string;
  /** Five digits. */
  postalCode: string;
  /** Two letters. */
  state: string;
  /** yyyy-MM-dd, typed as MM/DD/YYYY. */
  date: string;
  /** yyyy-MM-ddTHH:mm on the clocks of the page's time zone, typed as MM/DD/YYYY 2:00 AM. */
  dateTime: string;
  /** As date, after 1900-01-01. */
  birthDate: string;
  /** Nine digits. */
  ssn: string;
  ssnLastFour: string;
  /** Nine digits: an employer identification number, or the SSN of a sole owner. */
  taxId: string;
  /** As it was typed, for comparing with what is stored. */
  password: string;
  /** A password that is being chosen. */
  newPassword: string;
  /** A verification code: six boxes of one name, or one text. */
  code: string;
  /** An https address of a site. */
  webAddress: string;
  /** #RRGGBB in capitals. */
  color: string;
  /** Cents, typed as dollars. */
  money: number;
  /** On or off. */
  tick: boolean;
  /** A box that has to be ticked. */
  agreement: true;
  /** A UUID that the page carries. */
  id: string;
  /** A whole number that the page carries. */
  number: number;
  /** Text that a part of the page writes by script. */
  data: string;
}

export type FieldKind = keyof FieldValues;

/** One field: everything that its label, its HTML and its schema need. */
export interface Field<K extends FieldKind = FieldKind, R extends boolean = boolean> {
  readonly kind: K;
  readonly label: string;
  readonly required: R;
  /** Characters at most, as they are typed. */
  readonly max: number;
  readonly min?: number;
  /** Said when it is left empty. */
  readonly missing: string;
  /** Said when it is not right, in place of the kind's own words. */
  readonly wrong?: string;
  /** What the browser may fill in: the HTML attribute's words. */
  readonly autoComplete?: string;
  /** Never sent back to the page that asked for it, never logged. */
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

/** Several values of a known set, sent under one name. */
export interface ManyField {
  readonly kind: 'many';
  readonly label: string;
  readonly of: Field<'line' | 'id', true>;
  /** Values at most. */
  readonly max: number;
  readonly secret: false;
}

/** Rows of the same fields. */
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

/** Declares the fields of a form; a page that shows none of them does not carry them. */
export function fields<F extends Fields>(declared: F): F {
  return declared;
}

/** A field with its name in a form: what a part of the page needs to show it. */
export interface Bound<F extends AnyField = AnyField> {
  /** As conform writes it: `addresses[0].city` in a row. */
  readonly name: string;
  readonly field: F;
}

export type BoundFields<F extends Fields> = { readonly [Name in keyof F]: Bound<F[Name]> };

/**
 * The fields of a form for the page that shows it: `<TextInput field={join.firstname} />`.
 * @param prefix of the names, in a row of a list
 */
export function bind<F extends Fields>(declared: F, prefix?: string): BoundFields<F>;
export function bind(declared: Fields, prefix = ''): BoundFields<Fields> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [name, { name: `${prefix}${name}`, field }]),
  );
}

/** The same field, which may be left empty: its value is then an empty text. */
export function optional<F extends { required: boolean }>(
  field: F,
): Omit<F, 'required'> & { required: false } {
  return { ...field, required: false };
}

/** The same field under another label, or said to be missing in other words. */
export function renamed<F extends AnyField>(field: F, label: string, missing?: string): F {
  return { ...field, label, ...(missing === undefined ? {} : { missing }) };
}

/** The same fields, which the browser does not fill in: with another person's data. */
export function withoutAutofill<F extends Readonly<Record<string, Field>>>(declared: F): F;
export function withoutAutofill(declared: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [name, { ...field, autoComplete: 'off' }]),
  );
}
