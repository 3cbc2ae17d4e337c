import { type AliasableExpression, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { PlatformTables } from '../entities.ts';

export { type RawBuilder, sql } from 'kysely';

/**
 * Every table of the portal by its name in the database, with its columns as the driver returns them. Each module adds
 * its own next to its entities (`declare module`), from which the types are inferred; a test compares the entities with
 * the migrated schema.
 */
export interface Tables extends PlatformTables {}

/** What runs SQL: the transaction of an operation, or a pool. */
export type Database = Kysely<Tables>;

/** A piece of SQL, for use in a statement or in a query of the builder. */
export type Fragment<T = unknown> = AliasableExpression<T>;

/** A value for a JSON column. Without this, the driver would send a list as a PostgreSQL array. */
export function toJson<T>(value: T): Fragment<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

/** PostgreSQL takes a list whose length it does not know for so many. */
const UNKNOWN_LENGTH = 10;

/**
 * A list of uuids to compare a column with: `where('id', '=', anyOf(ids))`. An empty list matches no row. PostgreSQL
 * plans a prepared statement again at each execution if that is cheaper than a plan for all values, as it is for few
 * values of a list. From a subquery, it does not know the length of the list either way, and takes the plan for all.
 */
export const anyOf = (ids: readonly string[]) =>
  ids.length > UNKNOWN_LENGTH
    ? sql<string>`any(${sql.val(ids)}::uuid[])`
    : sql<string>`any((select ${sql.val(ids)}::uuid[])::uuid[])`;

/** Runs SQL on a pool, each statement by itself. The owner of the pool still has to end it. */
export function openDatabase(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
