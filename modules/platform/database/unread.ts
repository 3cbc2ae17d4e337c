import type { Compilable } from 'kysely';
import { keepPrepared, sendWithNext } from './client.ts';
import type { Database } from './sql.ts';

/**
 * Writes in a transaction without waiting for the answer: the next statement takes it along, and that one or the commit
 * throws its error. For a write whose answer nobody needs and whose text is always the same.
 */
export async function writeUnread(db: Database, query: Compilable): Promise<void> {
  const compiled = query.compile();
  keepPrepared(compiled.sql);
  sendWithNext(compiled.sql);
  await db.executeQuery(compiled);
}
