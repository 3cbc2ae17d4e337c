import type { Grade } from '#modules/platform/browser.ts';
import { sql, type Work } from '#modules/platform/index.ts';
import type { ScoreChangeType } from './entities/score.ts';

/** The scores that stand, and the ones that wait. */

/** A person's active score. */
export interface ActiveScore {
  account_id: string;
  shield_id: string;
  score: Grade;
  /** yyyy-MM-dd, read at 11:00 UTC (D5). */
  expiration: string;
  activated_at: Date;
  application_id: string;
}

/** The score that the person accepted last, also when it has lapsed since. */
export async function findActiveScore(
  work: Pick<Work, 'row'>,
  accountId: string,
): Promise<ActiveScore | undefined> {
  return work.row(sql<ActiveScore>`
    select account_id, shield_id_number as shield_id, score, expiration, activated_at, application_id
    from shield_score where account_id = ${accountId} and ended_at is null`);
}

/** What an application gave: its accepted score, or the type of the one that waits. */
export interface ScoreOfApplication {
  application_id: string;
  score: Grade | null;
  expiration: string | null;
  profile_number: string | null;
  pending_type: ScoreChangeType | null;
}

/** By application id, for the lists; one query. */
export async function listScoresOfApplications(
  work: Pick<Work, 'rows'>,
  accountId: string,
): Promise<Map<string, ScoreOfApplication>> {
  const rows = await work.rows(sql<ScoreOfApplication>`
    select application.id as application_id, score.score, score.expiration, placed.profile_number,
      pending.score_change_type as pending_type
    from application
    left join lateral (
      select score, expiration from shield_score
      where application_id = application.id order by activated_at desc limit 1
    ) score on true
    left join lateral (
      select profile_number from cra_order where application_id = application.id order by attempt desc limit 1
    ) placed on true
    left join lateral (
      select score_change_type from score_change where application_id = application.id and state = 'pending'
    ) pending on true
    where application.account_id = ${accountId}`);
  return new Map(rows.map((row) => [row.application_id, row]));
}
