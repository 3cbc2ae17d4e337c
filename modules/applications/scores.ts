import type { Grade } from '#modules/platform/browser.ts';
import { sql, type Work } from '#modules/platform/index.ts';

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

/** The score that the person accepted last, even if it has expired. */
export async function findActiveScore(
  work: Pick<Work, 'row'>,
  accountId: string,
): Promise<ActiveScore | undefined> {
  return work.row(sql<ActiveScore>`
    select account_id, shield_id_number as shield_id, score, expiration, activated_at, application_id
    from shield_score where account_id = ${accountId} and ended_at is null`);
}
