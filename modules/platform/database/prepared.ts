import type { Compilable } from 'kysely';
import { keepPrepared } from './client.ts';
import type { Database } from './sql.ts';

/**
 * Runs a query of the builder that each connection parses and plans once, for all values: for what runs often, always
 * has the same text, and finds its rows by a key.
 */
export async function runPrepared<R>(db: Database, query: Compilable<R>): Promise<R[]> {
  const compiled = query.compile();
  keepPrepared(compiled.sql);
  const { rows } = await db.executeQuery(compiled);
  return rows;
}
