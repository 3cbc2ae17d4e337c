import { type Database, sql } from './sql.ts';
import { statement } from './statement.ts';

const takeLock = statement({
  name: 'platform.take-lock',
  prepared: true,
  row: {},
  sql: (name: string) => sql`select from pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`,
});

/**
 * Makes transactions with the same name run one after the other, for cases in which there is no row yet that they could
 * lock. Waits for the transaction that holds the lock. The lock ends with the transaction.
 * @param name what is locked and for whom, such as `purchase:<account id>`
 */
export async function takeTransactionLock(db: Database, name: string): Promise<void> {
  await takeLock(name).execute(db);
}
