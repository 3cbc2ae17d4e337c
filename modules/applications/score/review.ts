import { writeFacts } from '#modules/identity/index.ts';
import { column, sql, statement, type Work } from '#modules/platform/index.ts';

const reviewSince = statement({
  name: 'applications.score-review-since',
  row: { since: column.instant.nullable() },
  sql: (accountId: string) => sql`
    select min(at) as since from (
      select change.created_at as at from score_change change
        join application on application.id = change.application_id
      where application.account_id = ${accountId}
        and application.status in ('monitorrequiresapproval', 'correctionrequest')
        and change.score_change_type = 'monitorupdate' and change.state in ('pending', 'disputed')
      union all
      select received_at from dispute
      where account_id = ${accountId} and resolved_at is null and opened_at_status = 'done') review`,
});

/**
 * Writes since when the person's active score is under review and shown to nobody else: a monitoring change waits for
 * them, or they reported an error in it (D116).
 */
export async function noteScoreReview(
  work: Pick<Work, 'db' | 'em' | 'row'>,
  accountId: string,
): Promise<void> {
  await work.em.flush();
  const found = await work.row(reviewSince(accountId));
  await writeFacts(work, accountId, { score_review_since: found?.since ?? null });
}
