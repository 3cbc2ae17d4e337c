import { hashToken, newId, newToken, purge, type Sweep, sql, type Work } from '#modules/platform/index.ts';
import { identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import type { PasskeyPurpose } from '../rules.ts';

interface Wanted {
  purpose: PasskeyPurpose;
  /** The account whose passkey has to answer; null at a sign-in, where the passkey identifies its owner. */
  accountId: string | null;
}

/** The host name that the passkeys of this visit belong to, without the port (WebAuthn §5.1.2). */
export function passkeyHost({ visit }: Pick<Work, 'visit'>): string {
  return visit.host.replace(/:\d+$/, '');
}

/** Makes a challenge that can be answered once, on this host, for this purpose. @returns it in base64url */
export async function newChallenge(
  work: Pick<Work, 'db' | 'visit' | 'now'>,
  { purpose, accountId }: Wanted,
): Promise<string> {
  const challenge = newToken();
  await work.db
    .insertInto('passkey_challenge')
    .values({
      id: newId(),
      challenge_hash: hashToken(challenge),
      purpose,
      account_id: accountId,
      host: work.visit.host,
      expires_at: new Date(work.now.getTime() + identityTimings['passkey.challenge']),
    })
    .execute();
  return challenge;
}

/**
 * Uses up a challenge, whatever becomes of the answer: in a transaction of its own.
 * @throws Refusal identity.passkey-failed if it was answered, has expired or was made for something else
 */
export async function takeChallenge(
  work: Pick<Work, 'apart'>,
  challenge: string,
  { purpose, accountId }: Wanted,
): Promise<void> {
  const taken = await work.apart(({ db, visit, now }) =>
    db
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', hashToken(challenge))
      .where('purpose', '=', purpose)
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .where('host', '=', visit.host)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!taken) throw new Refusal('identity.passkey-failed', { detail: 'no such challenge' });
}

export const challengeSweep: Sweep = purge({
  name: 'identity.passkey-challenges',
  table: 'passkey_challenge',
  key: 'id',
  people: sql`t.account_id`,
  ended: (now) => sql`expires_at <= ${now}`,
});
