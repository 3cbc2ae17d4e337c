import { z } from 'zod';
import { anyOf, column, type Grade, grades, sql, statement, type Work } from '#modules/platform/index.ts';
import { type Owner, ownerId } from './owner.ts';

/** How many people of a company that shares its network have each score; NA also counts those without one (doc1 §3). */
export const scoreBoard = z.object(
  Object.fromEntries(grades.map((grade) => [grade, z.number().int()])) as Record<Grade, z.ZodNumber>,
);
export type ScoreBoard = z.output<typeof scoreBoard>;

export const emptyScoreBoard = () =>
  Object.fromEntries(grades.map((grade) => [grade, 0])) as Record<Grade, number>;

/** Each branch uses an index of its own, which has one row for each owner and person. */
const seenAs = (owner: string, type: 'EXTENDED' | 'INDIVIDUAL') => sql`
  select c.score from connection c
  where c.owner_id = ${owner} and c.account_id = shared.account_id and c.connection_type = ${sql.lit(type)}
    and c.accepted_at is not null and c.cancelled_at is null and c.removed_at is null`;

const countScores = statement({
  name: 'network.scoreboards',
  row: { connection_id: column.uuid, score: column.oneOf(grades), people: column.integer },
  examples: [['', []]],
  sql: (owner: string, connectionIds: readonly string[]) => sql`
    select link.id as connection_id, coalesce(seen.score, 'NA') as score, count(*)::int as people
    from connection link
      join connection shared on shared.owner_id = link.sharing_company_id and shared.connection_type = 'INDIVIDUAL'
        and shared.account_id is not null and shared.accepted_at is not null and shared.cancelled_at is null
        and shared.removed_at is null
      cross join lateral (${seenAs(owner, 'EXTENDED')} union all ${seenAs(owner, 'INDIVIDUAL')}) seen
    where link.id = ${anyOf(connectionIds)} and link.owner_id = ${owner} and link.connection_type = 'FULLNETWORK'
      and link.accepted_at is not null and link.removed_at is null
    group by 1, 2`,
});

/**
 * The ScoreBoards of companies that share their networks with this owner, by the ids of their connections, in one
 * query. They count what the owner sees of the companies' people, through ShieldLink or by connections of its own.
 */
export async function readScoreBoards(
  work: Pick<Work, 'rows'>,
  owner: Owner,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, ScoreBoard>> {
  const boards = new Map(connectionIds.map((id) => [id, emptyScoreBoard()]));
  if (connectionIds.length === 0) return boards;
  for (const { connection_id, score, people } of await work.rows(
    countScores(ownerId(owner), connectionIds),
  )) {
    const board = boards.get(connection_id);
    if (board) board[score] = people;
  }
  return boards;
}
