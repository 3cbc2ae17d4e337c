import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { readAuthentication } from './answers.ts';
import { passkeyHost, takeChallenge } from './challenges.ts';

/** A passkey that has signed a challenge. */
export interface UsedPasskey {
  id: string;
  accountId: string;
  /** The authenticator's own count of its uses; 0 for one that does not count. */
  counter: number;
}

/** The passkeys of an account on the visit's host (D104). */
export function listUsable(work: Pick<Work, 'db' | 'visit'>, accountId: string) {
  return work.db
    .selectFrom('passkey')
    .select(['id', 'credential_id'])
    .where('account_id', '=', accountId)
    .where('host', '=', passkeyHost(work))
    .orderBy('id')
    .execute();
}

const failed = (detail: string) => new Refusal('identity.passkey-failed', { detail });

/**
 * Checks what an authenticator signed at a sign-in: the challenge, which is used up, the host, the origin, the key, and
 * that its owner was verified. The passkey identifies its owner.
 * @throws Refusal identity.passkey-failed, the same for every reason
 */
export async function verifySignIn(work: Work<unknown>, answer: string): Promise<UsedPasskey> {
  const { response, challenge } = readAuthentication(answer);
  await takeChallenge(work, challenge, { purpose: 'sign-in', accountId: null });
  const { userHandle } = response.response;
  if (!userHandle) throw failed('says no account');
  const accountId = Buffer.from(userHandle, 'base64url').toString('utf8');
  return verify(work, { response, challenge }, { accountId, ownerVerified: true });
}

/**
 * The same for the second step of a session, in which the password has already identified the person.
 * @throws Refusal identity.passkey-failed
 */
export async function verifySecondStep(
  work: Work<{ accountId: string }>,
  answer: string,
): Promise<UsedPasskey> {
  const { accountId } = work.caller;
  const read = readAuthentication(answer);
  await takeChallenge(work, read.challenge, { purpose: 'second-step', accountId });
  return verify(work, read, { accountId, ownerVerified: false });
}

async function verify(
  work: Pick<Work, 'db' | 'visit'>,
  { response, challenge }: ReturnType<typeof readAuthentication>,
  { accountId, ownerVerified }: { accountId: string; ownerVerified: boolean },
): Promise<UsedPasskey> {
  const expectedRPID = passkeyHost(work);
  const passkey = await work.db
    .selectFrom('passkey')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', response.id)
    .where('host', '=', expectedRPID)
    .executeTakeFirst();
  if (passkey?.account_id !== accountId) throw failed('no passkey of this account');
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: work.visit.origin,
    expectedRPID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: ownerVerified,
  }).catch((error: unknown) => {
    throw failed(String(error));
  });
  if (!checked.verified) throw failed('wrong signature');
  return { id: passkey.id, accountId, counter: checked.authenticationInfo.newCounter };
}

/**
 * Stores the authenticator's count. A count that has not increased comes from a copy of the passkey (WebAuthn §6.1.1),
 * or from a request that was overtaken by another.
 * @throws Refusal identity.passkey-failed, including if the passkey was removed in the meantime
 */
export async function noteUse({ db, now }: Pick<Work, 'db' | 'now'>, used: UsedPasskey): Promise<void> {
  const noted = await db
    .updateTable('passkey')
    .set({ counter: used.counter, last_used_at: now })
    .where('id', '=', used.id)
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', used.counter), and([eb('counter', '=', 0), eb.lit(used.counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!noted) throw failed('removed, or its count went back');
}
