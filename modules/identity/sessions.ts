import { hashToken, newId, newToken, type Work } from '#modules/platform/index.ts';
import { lockAccount } from './account-lock.ts';
import { sessionCookie } from './cookies.ts';
import { identityTimings } from './limits.ts';
import { Refusal } from './refusals.ts';

export interface NewSession {
  accountId: string;
  /** When the person passed the second step; null before. */
  twoStepAt: Date | null;
  /** The browser is a remembered one, which stands for the second step. */
  remembered?: boolean;
  /** That browser, if the account still remembers it: forgetting it ends the session. */
  browserId?: string | null;
}

/**
 * Opens a session on the visit's host (D107) and sets its token as a cookie; the database keeps only the token's hash. A session that the browser
 * had before is deleted, so that the id changes at login, at the second step and at every change of privilege (D10).
 * @returns the session's id
 */
export async function openSession(
  work: Pick<Work, 'db' | 'visit' | 'now' | 'afterCommit'>,
  wanted: NewSession,
): Promise<string> {
  const { db, visit, now } = work;
  const held = visit.cookies.get(sessionCookie);
  if (held) await db.deleteFrom('session').where('token_hash', '=', hashToken(held)).execute();
  const token = newToken();
  const id = newId();
  await db
    .insertInto('session')
    .values({
      id,
      account_id: wanted.accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + identityTimings['session.absolute']),
      two_step_at: wanted.twoStepAt,
      remembered: wanted.remembered ?? false,
      trusted_browser_id: wanted.browserId ?? null,
      address: visit.address,
      agent: visit.agent.slice(0, 400),
      host: visit.host,
    })
    .execute();
  work.afterCommit(() => {
    visit.cookies.set(sessionCookie, token);
    visit.forgetCaller();
  });
  return id;
}

/**
 * Makes sure that the session with which a slow operation began still exists, and that nobody ends it before this
 * transaction does. It locks the account: everything that ends all sessions of an account changes the account first.
 * @returns how its second step was proven
 * @throws Refusal no-session when it ended in the meantime
 */
export async function holdSession(
  work: Pick<Work, 'db'>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<Omit<NewSession, 'accountId'>> {
  await lockAccount(work, accountId);
  const held = await work.db
    .selectFrom('session')
    .select(['two_step_at as twoStepAt', 'remembered', 'trusted_browser_id as browserId'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!held) throw new Refusal('no-session', { detail: 'ended meanwhile' });
  return held;
}

/** Ends the session that the visit carries, if any. */
export async function endSession(work: Pick<Work, 'db' | 'visit' | 'afterCommit'>): Promise<void> {
  const { visit } = work;
  const held = visit.cookies.get(sessionCookie);
  if (!held) return;
  await work.db.deleteFrom('session').where('token_hash', '=', hashToken(held)).execute();
  work.afterCommit(() => {
    visit.cookies.clear(sessionCookie);
    visit.forgetCaller();
  });
}

/** Ends every session of an account, also those in which an admin acts as it (D10). */
export async function endAllSessions({ db }: Pick<Work, 'db'>, accountId: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where(({ eb, or }) => or([eb('account_id', '=', accountId), eb('admin_account_id', '=', accountId)]))
    .execute();
}
