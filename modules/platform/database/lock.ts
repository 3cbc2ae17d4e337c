import { type Database, sql } from './sql.ts';
import { statement } from './statement.ts';

const takeLock = statement({
  name: 'platform.take-lock',
  prepared: true,
  row: {},
  sql: (name: string) => sql`select from pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`,
});

/**
 * Makes transactions that name the same thing run one after the other, where there is no row yet that they could lock.
 * Waits for the one that holds the lock; the lock ends with the transaction.
 * @param name what is locked and whose, as `purchase:<account id>`
 */
export async function takeTransactionLock(db: Database, name: string): Promise<void> {
  await takeLock(name).execute(db);
}
