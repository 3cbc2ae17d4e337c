import type { Grade } from '#modules/platform/browser.ts';
import type { Work } from '#modules/platform/index.ts';

/** A person's active score. */
export interface ActiveScore {
  account_id: string;
  shield_id: string;
  score: Grade;
  /** yyyy-MM-dd, which means 11:00 UTC of that day (D5). */
  expiration: string;
  activated_at: Date;
  application_id: string;
  /** As submitted, or as corrected by an ID or staff (D98). */
  legal_firstname: string;
  legal_lastname: string;
}

/** The score that the person last accepted, even if it has expired since. */
export async function findActiveScore(
  work: Pick<Work, 'db'>,
  accountId: string,
): Promise<ActiveScore | undefined> {
  return work.db
    .selectFrom('shield_score')
    .select([
      'account_id',
      'shield_id_number as shield_id',
      'score',
      'expiration',
      'activated_at',
      'application_id',
      'legal_firstname',
      'legal_lastname',
    ])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}
