import { hashToken, newId, newToken, sql, type Work } from '#modules/platform/index.ts';
import { sessionCookie } from './cookies.ts';
import { identityTimings } from './limits.ts';
import { Refusal } from './refusals.ts';

export interface NewSession {
  accountId: string;
  /** The second step is behind it. */
  twoStepDone: boolean;
  /** The browser is a remembered one. */
  remembered: boolean;
}

/**
 * Opens a session and gives the browser its token, which is kept nowhere else. Whatever session the browser held ends:
 * the id changes at login, at the second step and at every change of privilege (D10).
 * @returns the session's id
 */
export async function openSession(
  work: Pick<Work, 'rows' | 'visit' | 'now' | 'afterCommit'>,
  wanted: NewSession,
): Promise<string> {
  const { visit, now } = work;
  const held = visit.cookies.get(sessionCookie);
  if (held) await work.rows(sql`delete from session where token_hash = ${hashToken(held)}`);
  const token = newToken();
  const id = newId();
  const expires = new Date(now.getTime() + identityTimings['session.absolute']);
  await work.rows(sql`
    insert into session (id, account_id, token_hash, created_at, last_used_at, expires_at, two_step_at, remembered,
      address, agent)
    values (${id}, ${wanted.accountId}, ${hashToken(token)}, ${now}, ${now}, ${expires},
      ${wanted.twoStepDone ? now : null}, ${wanted.remembered}, ${visit.address}, ${visit.agent.slice(0, 400)})`);
  work.afterCommit(() => {
    visit.cookies.set(sessionCookie, token);
    visit.forgetCaller();
  });
  return id;
}

/**
 * Sees to it that the session with which a slow operation began stands until its transaction ends. Whoever ends all
 * sessions of an account writes the account before, so that the one waits for the other.
 * @throws Refusal no-session
 */
export async function holdSession(
  work: Pick<Work, 'row' | 'rows'>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  await work.rows(sql`select 1 from account where id = ${accountId} for no key update`);
  const held = await work.row(sql`select 1 from session where id = ${sessionId}`);
  if (!held) throw new Refusal('no-session', { detail: 'ended meanwhile' });
}

/** Ends the session that the visit carries, if any. */
export async function endSession(work: Pick<Work, 'rows' | 'visit' | 'afterCommit'>): Promise<void> {
  const { visit } = work;
  const held = visit.cookies.get(sessionCookie);
  if (!held) return;
  await work.rows(sql`delete from session where token_hash = ${hashToken(held)}`);
  work.afterCommit(() => {
    visit.cookies.clear(sessionCookie);
    visit.forgetCaller();
  });
}

/** Ends every session of an account, also those in which an admin acts as it (D10). */
export async function endAllSessions(work: Pick<Work, 'rows'>, accountId: string): Promise<void> {
  await work.rows(
    sql`delete from session where account_id = ${accountId} or admin_account_id = ${accountId}`,
  );
}
