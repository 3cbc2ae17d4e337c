import { expiresAt, sql, type Work } from '#modules/platform/index.ts';
import { recordHistory } from './history.ts';

/** Open, not lapsed, and for a person: what may be accepted in one go, of `c`. */
const acceptableSql = (now: Date) => sql<boolean>`(
  c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null and c.removed_at is null
  and c.connection_type = 'INDIVIDUAL' and c.invite_expires_at > ${now}::timestamptz)`;

/** The person of `c` has a score that may be shared: 4 to 5 characters, so not NA, and not lapsed (doc1 §5). */
const hasScoreSql = (now: Date) => sql<boolean>`exists (
  select 1 from shield_score s
  where s.account_id = c.account_id and s.ended_at is null and length(s.score) between 4 and 5
    and (s.expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz)`;

/**
 * Accepts for those who chose 'Auto Accept Network Invites' (doc2 §2.4). Never where accepting shares the report too:
 * that is said before, to a person who then decides (D59).
 */
export async function acceptAutomatically(
  work: Pick<Work, 'rows' | 'now'>,
  scope: { connectionIds: readonly string[] } | { accountId: string },
): Promise<void> {
  const which =
    'accountId' in scope
      ? sql`c.account_id = ${scope.accountId}`
      : sql`c.id = any(${sql.val([...scope.connectionIds])}::uuid[])`;
  const accepted = await work.rows(sql<{ id: string }>`
    update connection c set accepted_at = ${work.now}
    from account a
    where a.id = c.account_id and a.network_autoacceptinvite and a.network_sharing_master and ${which}
      and ${acceptableSql(work.now)} and ${hasScoreSql(work.now)}
      and not exists (select 1 from company o where o.id = c.owner_company_id and o.network_requires_pdf)
    returning c.id`);
  await recordHistory(
    work,
    'accepted',
    accepted.map((row) => row.id),
    null,
  );
}

/**
 * Accepts the open invitations that a person chose with their score (doc2 §4.5, step 8). Ids that are not theirs, or
 * not open any more, are passed over: the choice was made on a page that may be old.
 */
export async function acceptChosen(
  work: Pick<Work, 'rows' | 'now'>,
  accountId: string,
  inviteIds: readonly string[],
): Promise<void> {
  const accepted = await work.rows(sql<{ id: string }>`
    update connection c set accepted_at = ${work.now}, report_shared = c.report_shared
        or coalesce((select o.network_requires_pdf from company o where o.id = c.owner_company_id), false)
    where c.account_id = ${accountId} and c.id = any(${sql.val([...inviteIds])}::uuid[])
      and ${acceptableSql(work.now)} and ${hasScoreSql(work.now)}
    returning c.id`);
  await recordHistory(
    work,
    'accepted',
    accepted.map((row) => row.id),
    accountId,
  );
}

/** Whether a score may be shared as an individual: 4 to 5 characters, not lapsed (doc1 §5). */
export function isShareable(score: string | null, expiration: string | null, now: Date): boolean {
  if (score === null || expiration === null) return false;
  return score.length >= 4 && score.length <= 5 && expiresAt(expiration) > now;
}
