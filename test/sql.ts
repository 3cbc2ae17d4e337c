import pg from 'pg';
import type { Database, RawBuilder } from '#modules/platform/index.ts';

/**
 * Runs SQL that a test has written, in a transaction of the portal (`work`) or outside of one (`portal`).
 * @returns the rows
 */
export async function rowsOf<T>({ db }: { db: Database }, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** The first of them. */
export async function rowOf<T>(at: { db: Database }, query: RawBuilder<T>): Promise<T | undefined> {
  return (await rowsOf(at, query))[0];
}

/** Runs SQL with the role that owns the tables. The portal itself does not have that role. */
export async function runAsOwner({ ownerUrl }: { ownerUrl: string }, text: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(text);
  } finally {
    await owner.end();
  }
}
