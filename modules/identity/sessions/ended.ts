import { hashToken, sql, type Work } from '#modules/platform/index.ts';
import { endedSessionKept, identityTimings } from '../limits.ts';
import { sessionCookie } from './cookies.ts';

/**
 * Whose session the visit's cookie named, if it ended by time alone, at most 12 hours ago. One that somebody ended, by
 * logging out or by a change of the password, has no row any more; one in which staff act as a person does not count.
 * @returns the account's id; null if there is none
 */
export async function findEndedSession({
  db,
  now,
  visit,
}: Pick<Work, 'db' | 'now' | 'visit'>): Promise<string | null> {
  const token = visit.cookies.get(sessionCookie);
  if (!token) return null;
  const since = now.getTime() - endedSessionKept;
  const found = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.account_id')
    .where('session.token_hash', '=', hashToken(token))
    .where('session.host', '=', visit.host)
    .where('session.admin_account_id', 'is', null)
    .where('session.expires_at', '>', new Date(since))
    .where('session.last_used_at', '>', new Date(since - identityTimings['session.idle']))
    .where('account.active', '=', sql.lit(true))
    .executeTakeFirst();
  return found?.account_id ?? null;
}
