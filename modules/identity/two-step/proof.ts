import { SECOND, type Work } from '#modules/platform/index.ts';
import { identityLimits, identityTimings } from '../limits.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { Refusal } from '../refusals.ts';

type Reading = Pick<Work<{ accountId: string; sessionId: string }>, 'db' | 'caller' | 'now' | 'portal'>;

/** Wrong passwords in one session; further tries are refused for a while, as at sign-in (D13). */
const wrongPasswords = {
  limit: identityLimits['code.tries-count'],
  per: identityTimings['login.lock'],
};

/**
 * The person proves to be present: with the current password, or by a second step within the last 10 minutes (D14). An
 * unattended session must not be enough to change how the person signs in.
 * @throws Refusal identity.password-current-wrong, identity.password-confirmation-needed, throttled
 */
export async function requireProof(work: Reading, password: string | undefined): Promise<void> {
  if (password) return requirePassword(work, password);
  if (await isProofNeeded(work)) {
    throw new Refusal('identity.password-confirmation-needed', { field: 'currentpassword' });
  }
}

/**
 * Requires the current password itself, even if the second step is recent.
 * @throws Refusal as requireProof
 */
export async function requirePassword(work: Reading, password: string | undefined): Promise<void> {
  if (!password) {
    throw new Refusal('identity.password-confirmation-needed', { field: 'currentpassword' });
  }
  const { accountId } = work.caller;
  const { throttles } = work.portal;
  const key = `identity.current-password:${accountId}`;
  // Counted before the password is compared, so that many tries at the same time are all counted.
  const { allowed, retryAfter } = await throttles.hit(key, wrongPasswords);
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
  const row = await work.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row || !(await passwordMatches(work.portal.config, password, row.password_hash))) {
    throw new Refusal('identity.password-current-wrong', { field: 'currentpassword' });
  }
  await throttles.clear(key);
}

/** Whether the second step is too long ago to replace the password. */
export async function isProofNeeded(work: Pick<Reading, 'db' | 'caller' | 'now'>): Promise<boolean> {
  const row = await work.db
    .selectFrom('session')
    .select('two_step_at')
    .where('id', '=', work.caller.sessionId)
    .executeTakeFirst();
  const recent = work.now.getTime() - identityTimings['password.recent-two-step'];
  return !row?.two_step_at || row.two_step_at.getTime() < recent;
}
