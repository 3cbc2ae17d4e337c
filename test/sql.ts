import type { Database, RawBuilder } from '#modules/platform/index.ts';

/** The rows of SQL that a test writes itself, run in a transaction of the portal (`work`) or outside any (`portal`). */
export async function rowsOf<T>({ db }: { db: Database }, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** The first of them. */
export async function rowOf<T>(at: { db: Database }, query: RawBuilder<T>): Promise<T | undefined> {
  return (await rowsOf(at, query))[0];
}
