import { writeFacts } from '#modules/identity/index.ts';
import { lastEndedDay, sql, type Work } from '#modules/platform/index.ts';

/** What happens to a person's score while their account is disabled (D73). */

/** After an account was disabled: the active score expires at once. One that has already expired stays as it is. */
export async function suspendScore(work: Work, { accountId }: { accountId: string }): Promise<void> {
  const expired = await work.db
    .updateTable('shield_score')
    .set((row) => ({ previous_expiration: row.ref('expiration'), expiration: lastEndedDay(work.now) }))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expiration', '>', lastEndedDay(work.now))
    .returning('expiration')
    .executeTakeFirst();
  if (expired) await writeFacts(work, accountId, { certification_expiration: expired.expiration });
}

/** After an account was restored: the score gets its expiration back, if that is still in the future. */
export async function restoreScore(work: Work, { accountId }: { accountId: string }): Promise<void> {
  const restored = await work.db
    .updateTable('shield_score')
    .set((row) => ({
      expiration: sql<string>`greatest(${row.ref('expiration')}, case
        when ${row.ref('previous_expiration')} > ${lastEndedDay(work.now)}::date then ${row.ref('previous_expiration')} end)`,
      previous_expiration: null,
    }))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('expiration')
    .executeTakeFirst();
  if (restored) await writeFacts(work, accountId, { certification_expiration: restored.expiration });
}
