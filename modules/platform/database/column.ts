import { z } from 'zod';
import { yesNo } from '../fields/text.ts';

/**
 * A column of a result: its possible types in the database, and the value that the driver makes of it. The row type of
 * a statement is inferred from its columns, and a test compares them with the types that PostgreSQL reports.
 */
export interface Column<T> {
  /** Names in pg_type; the column has one of them. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** The value in the answer of an operation. */
  readonly schema: z.ZodType<T>;
  /** Whether a value that is not null has the declared type. */
  fits(value: unknown): boolean;
  /** Converts the driver's value, if it is not yet the final value. */
  readonly decode?: (value: unknown) => T;
  /** Converts a value from JSON to the one that the driver would return, if they differ. */
  readonly fromJson?: (value: unknown) => unknown;
  /** The same column, but it can be null. */
  nullable(): Column<T | null>;
}

/** The columns of a result by their names. */
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
  /** Text from a fixed list, as a CHECK of the database or the statement itself guarantees. */
  oneOf: <const T extends string>(values: readonly T[]) =>
    define<T>(texts, z.enum(values), (value) => values.some((one) => one === value)),
  boolean: define<boolean>(['bool'], z.boolean(), isBoolean),
  /** The same, but calls return YES or NO. */
  yesNo: define<boolean>(['bool'], yesNo, isBoolean),
  /** Up to 32 bits. */
  integer: define<number>(['int2', 'int4'], z.number().int(), isNumber),
  /** A 64-bit number, as `count(*)` and sums return it. Exact up to 2^53. */
  count: define<number>(['int8'], z.number().int(), isNumber),
  /** A floating-point number, as `avg` of float8 or a ratio returns it. */
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
  /**
   * A JSON value, checked by the schema each time it is read. Instants are texts in it, so use `z.coerce.date()` for
   * them.
   */
  json: <T>(schema: z.ZodType<T>) =>
    define<T>(['json', 'jsonb'], schema, () => true, { decode: (value) => schema.parse(value) }),
};
