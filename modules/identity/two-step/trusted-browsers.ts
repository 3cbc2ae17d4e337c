import { hashToken, newId, newToken, type Work } from '#modules/platform/index.ts';
import { identityTimings } from '../limits.ts';
import { browserCookie } from '../sessions/cookies.ts';

/** Remembers the browser of this visit for 30 days (doc1 §2). */
export async function rememberBrowser(
  work: Pick<Work, 'db' | 'visit' | 'now' | 'afterCommit'>,
  accountId: string,
): Promise<void> {
  const { db, visit, now } = work;
  const held = visit.cookies.get(browserCookie);
  if (held) await db.deleteFrom('trusted_browser').where('token_hash', '=', hashToken(held)).execute();
  const token = newToken();
  const lifetime = identityTimings['browser.remembered'];
  await db
    .insertInto('trusted_browser')
    .values({
      id: newId(),
      account_id: accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + lifetime),
      address: visit.address,
      agent: visit.agent.slice(0, 400),
      host: visit.host,
    })
    .execute();
  work.afterCommit(() => visit.cookies.set(browserCookie, token, { maxAge: lifetime }));
}

/** @returns the id of this visit's browser, or null if the account does not remember it */
export async function findTrustedBrowser(
  work: Pick<Work, 'db' | 'visit' | 'now'>,
  accountId: string,
): Promise<string | null> {
  const held = work.visit.cookies.get(browserCookie);
  if (!held) return null;
  const row = await work.db
    .selectFrom('trusted_browser')
    .select('id')
    .where('token_hash', '=', hashToken(held))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function touchTrustedBrowser({ db, now }: Pick<Work, 'db' | 'now'>, id: string): Promise<void> {
  await db.updateTable('trusted_browser').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** A new password makes the account forget every browser, so that the second step is asked for again. */
export async function forgetBrowsers({ db }: Pick<Work, 'db'>, accountId: string): Promise<void> {
  await db.deleteFrom('trusted_browser').where('account_id', '=', accountId).execute();
}
