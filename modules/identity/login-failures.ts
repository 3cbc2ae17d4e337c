import {
  MINUTE,
  SECOND,
  sql,
  type ThrottleAnswer,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { identityTimings } from './limits.ts';
import { Refusal } from './refusals.ts';
import { loginDelay } from './rules.ts';

/** Whose failures are counted together: an account's, or a remembered browser's of its own (D13). */
export type FailureKey = `account:${string}` | `browser:${string}`;

/**
 * Counts a try before the password is looked at, so that a burst of tries at once is no way round the count. It is a
 * transaction of its own: a refusal does not take it back. Success clears it.
 * @throws Refusal identity.login-locked while the account is locked, throttled while it only has to wait
 */
export async function countLoginTry(work: Pick<Work, 'apart' | 'portal'>, key: FailureKey): Promise<void> {
  const keyHash = work.portal.keys.lookupHash('login-failure', key);
  const blocked = await work.apart(async ({ now, row, rows }) => {
    const forgotten = new Date(now.getTime() - identityTimings['login.lock']);
    const counted = await row(sql<{ failures: number }>`
      insert into login_failure as known (key_hash, failures, last_at) values (${keyHash}, 1, ${now})
      on conflict (key_hash) do update set last_at = ${now}, blocked_until = null,
        failures = case when known.last_at <= ${forgotten} then 1 else known.failures + 1 end
      where known.blocked_until is null or known.blocked_until <= ${now}
      returning failures`);
    if (!counted) {
      return row(sql<{ failures: number; blocked_until: Date }>`
        select failures, blocked_until from login_failure where key_hash = ${keyHash}`);
    }
    const delay = loginDelay(counted.failures);
    if (delay > 0) {
      const until = new Date(now.getTime() + delay);
      await rows(sql`update login_failure set blocked_until = ${until} where key_hash = ${keyHash}`);
    }
    return undefined;
  });
  if (!blocked) return;
  const wait = new Date(blocked.blocked_until).getTime() - work.portal.clock.now().getTime();
  const locked = loginDelay(blocked.failures) === identityTimings['login.lock'];
  throw new Refusal(locked ? 'identity.login-locked' : 'throttled', {
    retryAfter: Math.max(1, Math.ceil(wait / SECOND)),
    detail: `after ${blocked.failures} failures`,
  });
}

/** The right password, or a new one, ends the count. */
export async function clearLoginFailures(
  work: Pick<Work, 'rows' | 'portal'>,
  key: FailureKey,
): Promise<void> {
  await work.rows(sql`
    delete from login_failure where key_hash = ${work.portal.keys.lookupHash('login-failure', key)}`);
}

/** So many failures from one address close it for a while, whoever they were meant for (D13). */
const perAddress = { limit: 100, per: 15 * MINUTE };
const addressKey = ({ visit }: Pick<Work, 'visit'>) =>
  `identity.login-failures:${throttleSource(visit.address)}`;

/** @throws Refusal throttled */
export async function requireQuietAddress(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  requireAllowed(await work.portal.throttles.peek(addressKey(work), perAddress));
}

/**
 * Counts a try as a failure before the password is looked at, as `countLoginTry` does: of many at once from one
 * address no more are looked at than one after the other.
 * @throws Refusal throttled
 */
export async function countAddressTry(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  requireAllowed(await work.portal.throttles.hit(addressKey(work), perAddress));
}

/** The password was right. */
export async function forgetAddressTry(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  await work.portal.throttles.takeBack(addressKey(work));
}

function requireAllowed({ allowed, retryAfter }: ThrottleAnswer): void {
  if (!allowed) {
    throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND), detail: 'address' });
  }
}
