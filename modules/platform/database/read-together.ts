import { sql as kyselySql } from 'kysely';
import { preparedTexts } from './client.ts';
import type { Database } from './sql.ts';
import type { Query } from './statement.ts';

type Rows<P> = { [K in keyof P]: P[K] extends Query<infer R> ? R[] : never };

/**
 * Reads several declared statements with one query, for a page with many sections: each section has its own statement,
 * and the page still needs only one round trip. It stays prepared if all of the statements are declared so.
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
  const query = kyselySql<Record<string, unknown[]>>`select ${kyselySql.join(lists)}`.compile(db);
  if (Object.values(parts).every((part) => part.statement.prepared)) preparedTexts.keep(query.sql);
  else preparedTexts.planForValues(query.sql);
  const { rows } = await db.executeQuery(query);
  const [row = {}] = rows;
  const read = Object.entries(parts).map(([name, part]) => [name, part.readJson(row[name] ?? [])]);
  return Object.fromEntries(read);
}
