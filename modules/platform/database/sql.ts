import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

export { type RawBuilder, sql } from 'kysely';

/** What runs SQL: the transaction of an operation, or the pool. Plain SQL through the tag, so no table types. */
export type Database = Kysely<Record<string, never>>;

/** Runs SQL on a pool, each statement by itself. Ending the pool stays with its owner. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
