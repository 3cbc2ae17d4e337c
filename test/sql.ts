import pg from 'pg';
import type { Database, RawBuilder } from '#modules/platform/index.ts';

/** The rows of SQL that a test writes itself, run in a transaction of the portal (`work`) or outside any (`portal`). */
export async function rowsOf<T>({ db }: { db: Database }, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** The first of them. */
export async function rowOf<T>(at: { db: Database }, query: RawBuilder<T>): Promise<T | undefined> {
  return (await rowsOf(at, query))[0];
}

/** Runs SQL as the role that owns the tables, which the portal itself is not. */
export async function runAsOwner({ ownerUrl }: { ownerUrl: string }, text: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(text);
  } finally {
    await owner.end();
  }
}
