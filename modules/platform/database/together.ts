import { sql as kyselySql } from 'kysely';
import type { Database } from './sql.ts';
import type { Query } from './statement.ts';

type Rows<P> = { [K in keyof P]: P[K] extends Query<infer R> ? R[] : never };

/**
 * Reads several declared statements with one query, for a page with many sections: each section has its own statement,
 * and the page still needs only one round trip.
 * @returns the rows of each statement, in the order of the statements
 */
export async function readTogether<P extends Readonly<Record<string, Query<unknown>>>>(
  db: Database,
  parts: P,
): Promise<Rows<P>> {
  const lists = Object.entries(parts).map(
    ([name, part]) =>
      kyselySql`(select coalesce(json_agg(part), '[]') from (${part}) part) as ${kyselySql.id(name)}`,
  );
  const { rows } = await kyselySql<Record<string, unknown[]>>`select ${kyselySql.join(lists)}`.execute(db);
  const [row = {}] = rows;
  const read = Object.entries(parts).map(([name, part]) => [name, part.readJson(row[name] ?? [])]);
  return Object.fromEntries(read);
}
