import { z } from 'zod';
import { yesNo } from '../fields/text.ts';

/**
 * What a column of an answer holds: the types it has in the database, and the value that the driver makes of it. The
 * row type of a statement is inferred from its columns, and a test compares them with what PostgreSQL says.
 */
export interface Column<T> {
  /** Names in pg_type, any of which fits. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** The value in the answer of an operation. */
  readonly schema: z.ZodType<T>;
  /** Whether a value that is not null is what the type promises. */
  fits(value: unknown): boolean;
  /** Makes the value out of what the driver brings, where that is not yet the value. */
  readonly decode?: (value: unknown) => T;
  /** Makes what the driver brings out of what JSON carries, where the two differ. */
  readonly fromJson?: (value: unknown) => unknown;
  /** The same, but null is possible. */
  nullable(): Column<T | null>;
}

/** The columns of an answer by their names. */
export type Shape = Readonly<Record<string, Column<unknown>>>;

/** A row of these columns. */
export type StatementRow<S extends Shape> = {
  -readonly [K in keyof S]: S[K] extends Column<infer T> ? T : never;
};

function define<T>(
  types: readonly string[],
  schema: z.ZodType<T>,
  fits: (value: unknown) => boolean,
  more: Pick<Column<T>, 'decode' | 'fromJson'> = {},
): Column<T> {
  const column: Column<T> = {
    types,
    isNullable: false,
    schema,
    fits,
    ...more,
    nullable: () => {
      const nullable: Column<T | null> = {
        ...column,
        isNullable: true,
        schema: schema.nullable(),
        nullable: () => nullable,
      };
      return nullable;
    },
  };
  return column;
}

const isBoolean = (value: unknown) => typeof value === 'boolean';
const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const texts = ['text', 'varchar', 'citext', 'name'];

export const column = {
  uuid: define<string>(
    ['uuid'],
    z.uuid(),
    (value) => isString(value) && /^[0-9a-f-]{36}$/.test(String(value)),
  ),
  text: define<string>(texts, z.string(), isString),
  /** Text that is one of a list, as a CHECK of the database or the statement itself guarantees. */
  oneOf: <const T extends string>(values: readonly T[]) =>
    define<T>(texts, z.enum(values), (value) => values.some((one) => one === value)),
  boolean: define<boolean>(['bool'], z.boolean(), isBoolean),
  /** The same, but calls answer YES or NO. */
  yesNo: define<boolean>(['bool'], yesNo, isBoolean),
  /** Up to 32 bits. */
  integer: define<number>(['int2', 'int4'], z.number().int(), isNumber),
  /** 64 bits, as `count(*)` and sums answer: a number, exact up to 2^53. */
  count: define<number>(['int8'], z.number().int(), isNumber),
  /** A fraction, as `avg` of float8 or a ratio answers. */
  real: define<number>(['float4', 'float8'], z.number(), isNumber),
  /** yyyy-MM-dd, without a time zone. */
  date: define<string>(
    ['date'],
    z.iso.date(),
    (value) => isString(value) && /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  ),
  instant: define<Date>(['timestamptz'], z.date(), (value) => value instanceof Date, {
    fromJson: (value) => new Date(String(value)),
  }),
  bytes: define<Buffer>(['bytea'], z.instanceof(Buffer), (value) => Buffer.isBuffer(value), {
    fromJson: (value) => Buffer.from(String(value).replace(/^\\x/, ''), 'hex'),
  }),
  uuids: define<string[]>(
    ['_uuid'],
    z.array(z.uuid()),
    (value) => Array.isArray(value) && value.every(isString),
  ),
  textList: define<string[]>(
    ['_text'],
    z.array(z.string()),
    (value) => Array.isArray(value) && value.every(isString),
  ),
  /** A JSON value, checked by the schema whenever it is read; instants come as text, so `z.coerce.date()` reads them. */
  json: <T>(schema: z.ZodType<T>) =>
    define<T>(['json', 'jsonb'], schema, () => true, { decode: (value) => schema.parse(value) }),
};
