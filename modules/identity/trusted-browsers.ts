import { hashToken, newId, newToken, sql, type Work } from '#modules/platform/index.ts';
import { browserCookie } from './cookies.ts';
import { TrustedBrowser } from './entities/session.ts';
import { identityTimings } from './limits.ts';

/** Remembers the browser of this visit for 30 days (doc1 §2). */
export async function rememberBrowser(
  work: Pick<Work, 'em' | 'rows' | 'visit' | 'now' | 'afterCommit'>,
  accountId: string,
): Promise<void> {
  const { visit, now } = work;
  const held = visit.cookies.get(browserCookie);
  if (held) await work.rows(sql`delete from trusted_browser where token_hash = ${hashToken(held)}`);
  const token = newToken();
  const lifetime = identityTimings['browser.remembered'];
  work.em.create(TrustedBrowser, {
    id: newId(),
    accountId,
    tokenHash: hashToken(token),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
    address: visit.address,
    agent: visit.agent.slice(0, 400),
  });
  await work.em.flush();
  work.afterCommit(() => visit.cookies.set(browserCookie, token, { maxAge: lifetime }));
}

/** The remembered browser of this visit, if it is one of the account's; its id. */
export async function findTrustedBrowser(
  work: Pick<Work, 'row' | 'visit' | 'now'>,
  accountId: string,
): Promise<string | null> {
  const held = work.visit.cookies.get(browserCookie);
  if (!held) return null;
  const row = await work.row(sql<{ id: string }>`
    select id from trusted_browser
    where token_hash = ${hashToken(held)} and account_id = ${accountId} and expires_at > ${work.now}`);
  return row?.id ?? null;
}

export async function touchTrustedBrowser(work: Pick<Work, 'rows' | 'now'>, id: string): Promise<void> {
  await work.rows(sql`update trusted_browser set last_used_at = ${work.now} where id = ${id}`);
}

/** After a new password every browser has to prove itself again. */
export async function forgetBrowsers(work: Pick<Work, 'rows'>, accountId: string): Promise<void> {
  await work.rows(sql`delete from trusted_browser where account_id = ${accountId}`);
}
