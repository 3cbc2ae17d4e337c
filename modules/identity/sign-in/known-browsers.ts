import { DAY, hashToken, newId, newToken, type Work } from '#modules/platform/index.ts';
import { sendNewBrowser } from '../jobs.ts';
import { knownCookie } from '../sessions/cookies.ts';

/** How long a browser stays known after its last sign-in: as long as browsers keep a cookie. */
export const browserKnown = 400 * DAY;

/**
 * Notes that somebody signed in to an account in this browser, with both steps. The owner is told of a browser that was
 * never used with the account, unless it is the first one (D95).
 * @param options.tell false if the owner was already told when the same browser signed in on another host
 */
export async function noteBrowser(
  work: Pick<Work, 'db' | 'visit' | 'now' | 'afterCommit' | 'enqueue'>,
  accountId: string,
  { tell = true }: { tell?: boolean } = {},
): Promise<void> {
  const { db, visit, now } = work;
  const held = visit.cookies.get(knownCookie);
  if (held) {
    const known = await db
      .updateTable('known_browser')
      .set({ last_at: now })
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hashToken(held))
      .returning('id')
      .executeTakeFirst();
    if (known) return;
  }
  // A browser that several people use has the same token for all of them; the hash reveals nothing about them.
  const token = held && held.length <= 64 ? held : newToken();
  const browserId = newId();
  const { others } = await db
    .insertInto('known_browser')
    .values({
      id: browserId,
      account_id: accountId,
      token_hash: hashToken(token),
      first_at: now,
      last_at: now,
      address: visit.address,
      agent: visit.agent.slice(0, 400),
    })
    // As it was before this statement, so that the new row does not count.
    .returning(({ exists, selectFrom }) =>
      exists(selectFrom('known_browser as other').select('other.id').where('account_id', '=', accountId))
        .$castTo<boolean>()
        .as('others'),
    )
    .executeTakeFirstOrThrow();
  if (others && tell) await work.enqueue(sendNewBrowser, { browserId });
  work.afterCommit(() => visit.cookies.set(knownCookie, token, { maxAge: browserKnown }));
}
