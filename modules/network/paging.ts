import { z } from 'zod';
import { plainText, type RawBuilder, sql } from '#modules/platform/index.ts';
import type { ConnectionSort } from './forms.ts';

/** Pages are numbered to the 10,000th row; beyond it a grid goes on from a row, by keyset (D85). */

const sortColumns: Record<ConnectionSort, { column: string; nullable: boolean; type: string }> = {
  name: { column: 'sort_name', nullable: false, type: 'text' },
  shieldid: { column: 'shieldid', nullable: true, type: 'text' },
  score: { column: 'score_rank', nullable: false, type: 'smallint' },
  status: { column: 'status', nullable: false, type: 'text' },
  shared: { column: 'shared_at', nullable: false, type: 'timestamptz' },
  expires: { column: 'expiration', nullable: true, type: 'date' },
};

/** A row's place in an order: the sort column's value as text, and the id. */
const place = z.object({ value: z.string().max(300).nullable(), id: z.uuid() });
type Place = z.output<typeof place>;

/** As it stands in an address. What cannot be read is no place: the first page then. */
export const cursor = plainText(800).transform((text): Place | null => {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
});

export function writeCursor(at: Place): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

export interface Order {
  sort: ConnectionSort;
  dir: 'asc' | 'desc';
}

/** The value by which a row stands where it does, as text that reads back as it was. */
export function placeSql(sort: ConnectionSort): RawBuilder<string | null> {
  const { column, type } = sortColumns[sort];
  const ref = sql.ref(`c.${column}`);
  // Text of a timestamptz depends on the session; microseconds since the epoch do not.
  if (type === 'timestamptz') return sql`((extract(epoch from ${ref}) * 1000000)::bigint)::text`;
  return sql`(${ref})::text`;
}

/** @param backwards from the row upwards: the rows come in the opposite order */
export function orderSql({ sort, dir }: Order, backwards = false): RawBuilder<unknown> {
  const direction = (dir === 'asc') !== backwards ? sql`asc` : sql`desc`;
  return sql`order by ${sql.ref(`c.${sortColumns[sort].column}`)} ${direction}, c.id ${direction}`;
}

/** The rows that come after a place in an order, in `asc` with nulls last as the indexes have them. */
export function beyondSql({ sort, dir }: Order, at: Place, backwards = false): RawBuilder<boolean> {
  const { column, nullable, type } = sortColumns[sort];
  const ref = sql.ref(`c.${column}`);
  const value =
    type === 'timestamptz'
      ? sql`(timestamptz 'epoch' + make_interval(secs => ${at.value}::bigint / 1000000.0))`
      : sql`${at.value}::${sql.raw(type)}`;
  const up = (dir === 'asc') !== backwards;
  const than = up ? sql`>` : sql`<`;
  if (!nullable) return sql`(${ref}, c.id) ${than} (${value}, ${at.id}::uuid)`;
  if (at.value === null) {
    const sameNull = sql<boolean>`(${ref} is null and c.id ${than} ${at.id}::uuid)`;
    return up ? sameNull : sql<boolean>`(${sameNull} or ${ref} is not null)`;
  }
  const beyond = sql<boolean>`(${ref} ${than} ${value} or (${ref} = ${value} and c.id ${than} ${at.id}::uuid))`;
  return up ? sql<boolean>`(${beyond} or ${ref} is null)` : beyond;
}
