import type { Compilable } from 'kysely';
import { keepPrepared } from './client.ts';
import type { Database } from './sql.ts';

/**
 * Runs a query that each connection parses and plans only once, for all values. For queries that run often, always have
 * the same text, and find their rows by a key.
 */
export async function runPrepared<R>(db: Database, query: Compilable<R>): Promise<R[]> {
  const compiled = query.compile();
  keepPrepared(compiled.sql);
  const { rows } = await db.executeQuery(compiled);
  return rows;
}
