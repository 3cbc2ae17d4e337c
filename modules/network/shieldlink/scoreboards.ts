import { z } from 'zod';
import {
  anyOf,
  column,
  type Grade,
  grades,
  type RawBuilder,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { type Owner, ownerId } from '../owner.ts';

/** How many people of a company that shares its network have each score; NA also counts those without one (doc1 §3). */
export const scoreBoard = z.object(
  Object.fromEntries(grades.map((grade) => [grade, z.number().int()])) as Record<Grade, z.ZodNumber>,
);
export type ScoreBoard = z.output<typeof scoreBoard>;

export const emptyScoreBoard = () =>
  Object.fromEntries(grades.map((grade) => [grade, 0])) as Record<Grade, number>;

const sharing = (alias: 'c' | 'shared') => {
  const row = sql.raw(alias);
  return sql<boolean>`(${row}.account_id is not null and ${row}.accepted_at is not null and ${row}.cancelled_at is null
    and ${row}.removed_at is null)`;
};

/**
 * The condition on `c` that it is a person of the network of a sharing company as the owner sees them: through ShieldLink
 * or by a connection of its own. connection_people_idx contains everything that it reads. The people are joined and not
 * compared with an array, which PostgreSQL may read to its end for each row.
 */
export const isShared = (owner: string, sharingId: RawBuilder<unknown>) => sql<boolean>`(
  c.owner_id = ${owner} and ${sharing('c')}
  and c.account_id in (select shared.account_id from connection shared
    where shared.owner_id = ${sharingId} and shared.connection_type = 'INDIVIDUAL' and ${sharing('shared')}))`;

const countedGrades = Object.fromEntries(grades.map((grade) => [grade, column.integer])) as Record<
  Grade,
  typeof column.integer
>;
const countGrade = (grade: Grade) =>
  sql`(count(*) filter (where coalesce(c.score, 'NA') = ${sql.lit(grade)}))::int as ${sql.ref(grade)}`;

const countScores = statement({
  name: 'network.scoreboards',
  row: { connection_id: column.uuid, ...countedGrades },
  examples: [['', []]],
  sql: (owner: string, connectionIds: readonly string[]) => sql`
    select link.id as connection_id, board.*
    from connection link
      cross join lateral (select ${sql.join(grades.map(countGrade))}
        from connection c where ${isShared(owner, sql`link.sharing_company_id`)}) board
    where link.id = ${anyOf(connectionIds)} and link.owner_id = ${owner} and link.connection_type = 'FULLNETWORK'
      and link.accepted_at is not null and link.removed_at is null`,
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
  for (const { connection_id, ...board } of await work.rows(countScores(ownerId(owner), connectionIds))) {
    boards.set(connection_id, board);
  }
  return boards;
}
