import { hashToken, newId, newToken, type Work, writeWithoutWaiting } from '#modules/platform/index.ts';
import { identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { sessionCookie } from './cookies.ts';

export interface NewSession {
  accountId: string;
  /** When the person passed the second step; null if they have not yet. */
  twoStepAt: Date | null;
  /** The browser is a remembered one, which replaces the second step. */
  remembered?: boolean;
  /** That browser, if the account still remembers it. Forgetting the browser ends the session. */
  browserId?: string | null;
  /** The admin who acts in it as the person (D16). */
  admin?: { accountId: string; sessionId: string } | undefined;
  /** When it ends at the latest, if that is earlier than for other sessions. */
  expiresAt?: Date | undefined;
}

/**
 * Opens a session on the visit's host (D107) and sets its token as a cookie; the database keeps only the token's hash.
 * A session that the browser had before is deleted, so that the id changes at login, at the second step and at every change of privilege (D10).
 * @returns the session's id
 */
export async function openSession(
  work: Pick<Work, 'db' | 'visit' | 'now' | 'afterCommit'>,
  wanted: NewSession,
): Promise<string> {
  const held = work.visit.cookies.get(sessionCookie);
  if (held) await work.db.deleteFrom('session').where('token_hash', '=', hashToken(held)).execute();
  const { id, token } = await insertSession(work, wanted);
  handSession(work, token);
  return id;
}

/** Makes a session on the visit's host that no browser has yet. */
export async function insertSession(
  { db, visit, now }: Pick<Work, 'db' | 'visit' | 'now'>,
  wanted: NewSession,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = newId();
  await writeWithoutWaiting(
    db,
    db.insertInto('session').values({
      id,
      account_id: wanted.accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: wanted.expiresAt ?? new Date(now.getTime() + identityTimings['session.absolute']),
      two_step_at: wanted.twoStepAt,
      remembered: wanted.remembered ?? false,
      admin_account_id: wanted.admin?.accountId ?? null,
      admin_session_id: wanted.admin?.sessionId ?? null,
      trusted_browser_id: wanted.browserId ?? null,
      address: visit.address,
      agent: visit.agent.slice(0, 400),
      host: visit.host,
    }),
  );
  return { id, token };
}

/** Gives the browser the session, once the transaction has committed. */
export function handSession(
  { visit, afterCommit }: Pick<Work, 'visit' | 'afterCommit'>,
  token: string,
): void {
  afterCommit(() => {
    visit.cookies.set(sessionCookie, token);
    visit.forgetCaller();
  });
}

/**
 * Makes sure that the session with which a slow operation began still exists, and that nobody ends it before this
 * transaction does. It locks the account, because everything that ends all sessions of an account changes the account
 * first.
 * @returns how its second step was proven
 * @throws Refusal no-session if it ended in the meantime
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

/** Ends the session that the visit carries, if any. If staff act as a person in it, their own session ends with it. */
export async function endSession(work: Pick<Work, 'db' | 'visit' | 'afterCommit'>): Promise<void> {
  const { visit } = work;
  const held = visit.cookies.get(sessionCookie);
  if (!held) return;
  const tokenHash = hashToken(held);
  await work.db
    .deleteFrom('session')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('token_hash', '=', tokenHash),
        eb(
          'id',
          '=',
          selectFrom('session as acting')
            .select('admin_session_id')
            .where('acting.token_hash', '=', tokenHash),
        ),
      ]),
    )
    .execute();
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

/**
 * Gives an account whose privileges change a new session id (D10): the visit's own session gets a new token, if it is
 * the account's. Every other session of the account ends, because a new token cannot be sent to its browser now.
 */
export async function renewSessions(
  work: Pick<Work, 'db' | 'visit' | 'afterCommit'>,
  accountId: string,
): Promise<void> {
  const held = work.visit.cookies.get(sessionCookie);
  const token = newToken();
  const renewed =
    held &&
    (await work.db
      .updateTable('session')
      .set({ token_hash: hashToken(token) })
      .where('token_hash', '=', hashToken(held))
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst());
  await work.db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', hashToken(token))
    .execute();
  if (renewed) handSession(work, token);
}
