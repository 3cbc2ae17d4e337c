import { z } from 'zod';
import { type RawBuilder, sql } from '../database/sql.ts';
import { hasUsualYear } from '../fields/reading.ts';

/** The types of columns that a grid can be sorted by, each with the schema of its value as text. */
const placeTypes = {
  text: z.string().max(300),
  smallint: z.string().regex(/^-?\d{1,5}$/),
  integer: z.string().regex(/^-?\d{1,10}$/),
  /** Microseconds since the epoch: the text of a timestamptz depends on the session. */
  timestamptz: z.string().regex(/^-?\d{1,18}$/),
  date: z.iso.date().refine(hasUsualYear),
  uuid: z.uuid(),
};

/** An order that a grid can have. */
export interface Sort<N extends string = string> {
  /** In the address, and in the operation's input. */
  name: N;
  /** The column or expression, written as in its index. */
  by: string | RawBuilder<unknown>;
  type: keyof typeof placeTypes;
  nullable?: boolean;
}

/** The value by which a row is sorted. */
export const bySql = (by: Sort['by']) => (typeof by === 'string' ? sql.ref(by) : by);

export type Direction = 'asc' | 'desc';

/** A row's place in an order: the sort column's value as text, and the row's id. */
export interface Place {
  value: string | null;
  id: string;
}

const cursorSchema = z.object({ sort: z.string(), value: z.string().nullable(), id: z.uuid() });

/** Encodes a place for an address. */
export function writeCursor({ name }: Sort, { value, id }: Place): string {
  return Buffer.from(JSON.stringify({ sort: name, value, id })).toString('base64url');
}

/** @returns null for a cursor that is malformed or belongs to another order; the first page is shown for it */
export function readCursor(sort: Sort, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  const found = cursorSchema.safeParse(parsed);
  if (!found.success || found.data.sort !== sort.name) return null;
  const { value, id } = found.data;
  const readable = value === null ? sort.nullable : placeTypes[sort.type].safeParse(value).success;
  return readable ? { value, id } : null;
}

/** The value by which a row is sorted, as text that `beyondSql` converts back without loss. */
export function placeSql({ by, type }: Sort): RawBuilder<string | null> {
  if (type === 'timestamptz') return sql`((extract(epoch from ${bySql(by)}) * 1000000)::bigint)::text`;
  return sql`(${bySql(by)})::text`;
}

/** @param backwards for the page before a place: the rows come in the opposite order */
export function orderSql(sort: Sort, id: string, dir: Direction, backwards = false): RawBuilder<unknown> {
  const direction = (dir === 'asc') !== backwards ? sql`asc` : sql`desc`;
  return sql`order by ${bySql(sort.by)} ${direction}, ${sql.ref(id)} ${direction}`;
}

/** The condition for rows after a place in an order. Nulls are last in `asc`, as in the indexes. */
export function beyondSql(
  sort: Sort,
  id: string,
  dir: Direction,
  at: Place,
  backwards = false,
): RawBuilder<boolean> {
  const [by, key] = [bySql(sort.by), sql.ref(id)];
  const value =
    sort.type === 'timestamptz'
      ? sql`(timestamptz 'epoch' + make_interval(secs => ${at.value}::bigint / 1000000.0))`
      : sql`${at.value}::${sql.raw(sort.type)}`;
  const up = (dir === 'asc') !== backwards;
  const than = up ? sql`>` : sql`<`;
  if (!sort.nullable) return sql`(${by}, ${key}) ${than} (${value}, ${at.id}::uuid)`;
  if (at.value === null) {
    const sameNull = sql<boolean>`(${by} is null and ${key} ${than} ${at.id}::uuid)`;
    return up ? sameNull : sql<boolean>`(${sameNull} or ${by} is not null)`;
  }
  const beyond = sql<boolean>`(${by} ${than} ${value} or (${by} = ${value} and ${key} ${than} ${at.id}::uuid))`;
  return up ? sql<boolean>`(${beyond} or ${by} is null)` : beyond;
}
