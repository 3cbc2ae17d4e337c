import { newId, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { passwordMatches } from './passwords.ts';

/** Former passwords, of which only the hashes are kept, so that a new one is none of them (D122). */

/** How many are kept, besides the current one. */
const KEPT = 5;

/**
 * Outside of a transaction, because each comparison is slow on purpose. They run one after the other, each in its turn
 * with everybody else's.
 * @throws Refusal identity.password-used for the current password and for one of the last five
 */
export async function requireUnusedPassword(
  { db, portal }: Pick<Work<unknown>, 'db' | 'portal'>,
  accountId: string,
  password: string,
  field: string,
): Promise<void> {
  const current = db.selectFrom('account').select('password_hash').where('id', '=', accountId);
  const former = db.selectFrom('former_password').select('password_hash').where('account_id', '=', accountId);
  for (const { password_hash: hash } of await current.unionAll(former).execute()) {
    if (await passwordMatches(portal.config, password, hash))
      throw new Refusal('identity.password-used', { field });
  }
}

/** Keeps the hash of the password that is being replaced, and deletes those before the last five. */
export async function keepFormerPassword(
  { db, now }: Pick<Work<unknown>, 'db' | 'now'>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('former_password')
    .values({ id: newId(), account_id: accountId, password_hash: passwordHash, replaced_at: now })
    .execute();
  await db
    .deleteFrom('former_password')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('former_password')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('replaced_at', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT),
    )
    .execute();
}
