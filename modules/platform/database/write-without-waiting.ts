import type { Compilable } from 'kysely';
import { sendWithNext } from './client.ts';
import type { Database } from './sql.ts';

/**
 * Writes in a transaction without waiting for the result. It is sent together with the next statement, and an error is
 * thrown by that statement or by the commit. For a write whose result nobody needs and whose text is always the same.
 */
export async function writeWithoutWaiting(db: Database, query: Compilable): Promise<void> {
  const compiled = query.compile();
  sendWithNext(compiled.sql);
  await db.executeQuery(compiled);
}
